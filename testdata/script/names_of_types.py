# Classes of the program with the names of PyTorch's and Python's own; classes that are no types of scripts; what stands for tensors.
import warnings
from typing import Annotated, List, Tuple

import torch
from torch import nn

warnings.simplefilter("ignore")


class Number:
    def __init__(self, v: int):
        self.v = v

    def get(self):
        return self.v


class layout:
    def __init__(self, v: int):
        self.v = v


class memory_format:
    def __init__(self, v: int):
        self.v = v


class Stream:
    def __init__(self, v: int):
        self.v = v


class Any:
    def __init__(self, v: int):
        self.v = v


def made(x: int):
    return Number(x).get(), layout(3).v, Stream(4).v, memory_format(5).v, Any(6).v


def given(n: Number, l: layout, s: Stream, m: memory_format, a: Any):
    return n.v + l.v + s.v + m.v + a.v


print(torch.jit.script(made)(3))
print(torch.jit.script(given).schema)
print(torch.jit.script(given)(Number(1), layout(2), Stream(3), memory_format(4), Any(5)))


def a(x: object):
    return x


def b(x: bytes):
    return x


def c(x: torch.layout):
    return x


def d(x: torch.FloatTensor, y: torch.LongTensor):
    return x + y


def e(x: Annotated[int, "note"]):
    return x


def f(x: nn.Module):
    return x


def g(x: List[nn.Linear]):
    return x


def h(x: Tuple[int, 3]):
    return x


def i(x: torch.dtype, y: torch.device, z: torch.memory_format, w: torch.Generator, v: torch.Size):
    return x


def k(x: int):
    return sum([torch.ones(x), torch.ones(x)])


for fn in (a, b, c, d, e, f, g, h, i):
    try:
        print(fn.__name__, torch.jit.script(fn).schema)
    except Exception as error:
        print(fn.__name__, type(error).__name__, str(error).strip().split("\n")[0])
try:
    torch.jit.script(k)
except Exception as error:
    print(*(line for line in str(error).split("\n") if "Expected" in line or "Empty" in line), sep="\n")
for args, kwargs in ((([1],), {}), ((1, 2), {}), ((1,), {"x": 2}), ((), {"z": 1}), ((1,), {"z": 1})):
    try:
        print(torch.jit.script(made)(*args, **kwargs))
    except Exception as error:
        print(type(error).__name__, str(error).split("\n")[0])
