"""Places of nodes begin inside of parentheses; what scripts refuse when they are compiled, called, or given to functions with interfaces."""
import re
import textwrap
from typing import Any, List

import torch
from torch import nn


def tried(f, *args):
    try:
        print(f(*args))
    except Exception as error:
        text = re.sub(r'File ".*?", line \d+', "File", str(error))
        print(type(error).__name__, re.sub(r" \(of Python compilation unit at: 0x[0-9a-f]+\)|0x[0-9a-f]+|___torch_mangle_\d+\.", "", text))


@torch.jit.script
def grouped(x, y):
    a = (x + y).relu() * (y)
    b = (x) + y
    return (a + b) if bool((x).sum()) else -((x + y))[0]


first = int(re.search(r"aten::add.*?:(\d+):", str(grouped.graph))[1])
print(re.sub(r"# \S+?:(\d+):(\d+)", lambda m: f"# {int(m[1]) - first}:{m[2]}", str(grouped.graph)))


@torch.jit.script
class NoInit:
    def get(self):
        return 1


@torch.jit.script
class Enters:
    def __init__(self):
        self.x = 1

    def __enter__(self, other: int):
        pass

    def __exit__(self, a: Any, b: Any, c: Any):
        pass


@torch.jit.script
class Exits:
    def __init__(self):
        self.x = 1

    def __enter__(self):
        pass

    def __exit__(self, a: Any, b: Any):
        pass


def makes():
    return NoInit().get()


def enters():
    with Enters():
        pass


def exits():
    with Exits():
        pass


def attribute():
    return Enters().nothing


def bare(x: List):
    return x


for f in (makes, enters, exits, attribute):
    tried(torch.jit.script, f)
try:
    torch.jit.script(bare)
except RuntimeError as error:
    print("Attempted to use List without a contained type" in str(error))


class Zips(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.ReLU()])

    def forward(self, x):
        for layer, k in zip(self.layers, [1, 2]):
            x = layer(x) + k
        return x


class Fails(nn.Module):
    def __init__(self, f):
        super().__init__()
        self.f = f

    def forward(self, x):
        return self.f(x)


def undefined(x):
    return unknown_name(x)


tried(torch.jit.script, Zips())
tried(torch.jit.script, Fails(undefined))


@torch.jit._overload
def overloaded(x: int) -> int: ...


@torch.jit._overload
def overloaded(x: str) -> str: ...


def overloaded(x):
    return x


tried(torch.jit.script, overloaded)


@torch.jit.interface
class Counts:
    def count(self, x: int) -> int:
        pass


@torch.jit.script
class Adds:
    def __init__(self):
        self.x = 1

    def count(self, x: int) -> int:
        return x + self.x


@torch.jit.script
class Other:
    def __init__(self):
        self.x = 1

    def count(self, x: str) -> int:
        return 1


@torch.jit.script
def counted(c: Counts) -> int:
    return c.count(1)


print(counted(Adds()))
tried(counted, Other())
graph = grouped.graph.copy()
tried(graph.findNode, "nothing")
tried(graph.create, "nothing")
tried(torch.jit.script({"a": 1}).__contains__, 1)
tried(torch.jit.script, {"a": 1, "b": "c"})
tried(torch.jit.script, [1, "c"])


@torch.jit.script
def asserted(x: int):
    assert x > 0, "must be positive"
    assert x != 1, f"x is {x}"
    return x


tried(asserted, 0)
tried(asserted, 1)
