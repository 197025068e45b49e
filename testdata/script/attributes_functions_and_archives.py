# Attributes and functions of tensors that scripts know; functions of math, to the last bit; calls that give nothing; named tuples, classes and enumerations as arguments alone, saved and loaded.
import copy
import enum
import io
import math
import warnings
from typing import Dict, List, NamedTuple, Tuple

import torch
from torch import Tensor, nn

warnings.simplefilter("ignore")


def tried(f, *args):
    try:
        print(torch.jit.script(f)(*args))
    except Exception as e:
        print(type(e).__name__, str(e).strip().split("\n")[-1 if "Traceback" in str(e) else 0])


class Pair(NamedTuple):
    number: int
    value: Tensor


class One(NamedTuple):
    number: int


class Colour(enum.Enum):
    RED = 1


@torch.jit.script
class Holder:
    def __init__(self, x: int):
        self.x = x


class TakesPair(nn.Module):
    def forward(self, p: Pair, more: List[One], by: Dict[str, Pair]):
        return One(p.number + more[0].number), by["k"].value


class TakesHolder(nn.Module):
    def forward(self, h: Holder):
        return h.x


class TakesColour(nn.Module):
    def forward(self, c: Colour) -> Colour:
        return c


for module in (TakesPair(), TakesHolder(), TakesColour()):
    buffer = io.BytesIO()
    torch.jit.save(torch.jit.script(module), buffer)
    buffer.seek(0)
    loaded = torch.jit.load(buffer)
    print(loaded.code)
    if isinstance(module, TakesPair):
        print(loaded(Pair(1, torch.ones(1)), [One(2)], {"k": Pair(3, torch.zeros(1))}))


def known(x):
    return x.is_xpu, x.is_ipu, x.is_mtia, x.is_maia, x.retains_grad, x._version()


def of_sparse(x):
    return x._nnz(), x._indices(), x._values(), x._dimI(), x._dimV()


def cast(x):
    return x.float


def as_list(x):
    return x.tolist


tried(known, torch.ones(1))
tried(of_sparse, torch.eye(2).to_sparse())
tried(cast, torch.ones(1))
tried(as_list, torch.ones(1))


def numbers(x: float, n: int):
    return [math.log(n), math.log10(n), math.acosh(n), math.sin(x), math.radians(n), math.degrees(x), math.exp(x), math.log1p(x), math.pow(x, n), math.tanh(x), math.atan2(x, n), x ** n]


def hypotenuse(x: float):
    return math.hypot(x, x)


def close(x: float):
    return math.isclose(x, x)


def cube_root(x: float):
    return math.cbrt


tried(numbers, 2.5, 3)
tried(numbers, 0.3, 7)
tried(hypotenuse, 1.0)
tried(close, 1.0)
tried(cube_root, 1.0)


def sorts(x: List[int]):
    return x.sort(), sorted(x)


def pops(x: List[int]):
    return x.pop(7)


def reads(x: str):
    return x[-9]


def finds(x: str):
    return x.index("q")


def has(x: int):
    return hasattr(x, "real")


def tuple_has(x: Tuple[int]):
    return hasattr(x, "real")


tried(sorts, [3, 1])
tried(pops, [1])
tried(reads, "abc")
tried(finds, "abc")
tried(has, 1)
tried(tuple_has, (1,))


class Constant(nn.Module):
    __constants__ = ["r"]

    def __init__(self):
        super().__init__()
        self.r = 3

    def forward(self, x):
        self.r = 4
        return x


tried(Constant())
copied = copy.deepcopy(torch.jit.script(nn.Linear(1, 1)))
print(copied.weight.is_leaf, [p.grad_fn is not None for p in copied.parameters()])
for data in (b"", b"no archive" * 5):
    try:
        torch.jit.load(io.BytesIO(data))
    except RuntimeError as e:
        print(str(e)[:80])
