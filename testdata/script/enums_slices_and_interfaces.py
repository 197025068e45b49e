# Enumerations, slice objects, interfaces and what calls say of arguments that do not fit.
from enum import Enum
from typing import Dict, List, Optional, Tuple, Union

import torch
from torch import Tensor, nn


class Shade(Enum):
    DARK = 1
    LIGHT = 2


class Mixed(Enum):
    A = 1
    B = "b"


class Held(Enum):
    A = torch.tensor(1)


def attempt(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, str(e).split(" is not compatible")[0].split(" (of Python")[0])


@torch.jit.script
def values(least: int):
    found: List[int] = []
    for s in Shade:
        if s.value > least:
            found.append(s.value)
    return found


print(values(1), [n.kind() for n in values.graph.nodes()])


def mixed(x: Mixed):
    return x.value


def held(x: Held):
    return x.value


attempt(torch.jit.script, mixed)
attempt(torch.jit.script, held)


@torch.jit.script
def slices(x):
    s = slice(0, 2)
    return x[s], x[slice(1)], x[slice(None, 3)], x[0:2, slice(1, 2)], x[slice(0, 4, 2)]


print(slices.code, slices(torch.arange(16).reshape(4, 4))[3])


@torch.jit.script
def takes(x: List[int], d: Dict[str, int], t: Tuple[int, str], o: Optional[int], u: Union[int, str], y: Tensor):
    return x


good = ([1], {}, (1, "a"), None, 1, torch.ones(1))
for i, bad in enumerate(([1.5], {1: 2}, (1, 2), "x", 1.5, 3)):
    attempt(takes, *good[:i], bad, *good[i + 1:])
attempt(takes, 1, *good[1:])
attempt(takes, *good[:2], (1, "a", 3), *good[3:])
attempt(takes, *good[:2], 3, *good[3:])


@torch.jit.interface
class Step(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        pass


class Doubles(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return x * 2


class Triples(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return x * 3


class Other(nn.Module):
    def forward(self, y: Tensor) -> Tensor:
        return y


class Holder(nn.Module):
    step: Step

    def __init__(self, step):
        super().__init__()
        self.step = step

    def forward(self, x: Tensor) -> Tensor:
        return self.step.forward(x)


m = torch.jit.script(Holder(Doubles()))
print(m(torch.ones(1)))
m.step = torch.jit.script(Triples())
print(m(torch.ones(1)))
attempt(torch.jit.script, Holder(Other()))
attempt(setattr, m, "step", torch.jit.script(Other()))
