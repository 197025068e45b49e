# What operators of lists, dicts and hashes say of what they refuse, what is marked of deletions, and dict() of a dict with keywords.
import warnings
from typing import Any, Dict, List

import torch
from torch import nn

warnings.simplefilter("ignore")


def refused(f, *args):
    try:
        print("none", f(*args))
    except Exception as e:
        print(type(e).__name__, *(line.strip() for line in str(e).splitlines() if line.strip() and "File" not in line and "in the TorchScript" not in line and "Traceback" not in line), sep=" | ")


def run(f, *args):
    refused(lambda: torch.jit.script(f)(*args))


def index(x: List[float]):
    return x.index(1.5)


def remove(x: List[str]):
    x.remove("zz")


def largest(x: List[int]):
    return max(x)


def smallest(x: List[float]):
    return min(x)


def dropped(x: List[int]):
    del x[0], x[4]
    return x


def dropped_key(x: Dict[str, int]):
    del x["a"], x["zz"]
    return x


def dropped_slice(x: List[int]):
    del x[0:2]
    return x


def widened(x: Dict[str, int]):
    return dict(x, b=5, c=6), dict(x), dict({"q": 1}, z=2), x


def mixed(x: Dict[int, int]):
    return dict(x, b=5)


class Closed:
    def __init__(self):
        self.n = 1

    def __enter__(self):
        return 1

    def __exit__(self, kind: int, value: int, trace: int):
        pass


def inside():
    with Closed():
        z = 1
    return z


class Turns(nn.Module):
    def forward(self, x):
        return self.other(x)

    def other(self, x):
        return self.forward(x)


class Unready(nn.Module):
    def __init__(self):
        self.x = 1

    def forward(self, x):
        return x


run(index, [2.5])
run(remove, ["a"])
run(largest, [])
run(smallest, [])
run(largest, [3, 4])
run(dropped, [1, 2])
run(dropped, [1, 2, 3, 4, 5, 6])
run(dropped_key, {"a": 1})
run(dropped_slice, [1])
run(widened, {"a": 1, "b": 2})
run(mixed, {1: 2})
run(inside)
refused(torch.jit.script, Turns())
refused(torch.jit.script, nn.Linear)
refused(lambda: torch.jit.script(Unready()))
refused(torch.jit.trace, nn.ReLU())
refused(lambda: torch.jit.trace(nn.ReLU(), example_kwarg_inputs=3))
refused(lambda: torch.jit.trace(nn.ReLU(), example_kwarg_inputs={"z": torch.ones(1)}))
