# What is said of generics of typing without their types, of built-in containers as types, and of keys that dicts cannot have.
import warnings
from typing import Any, Dict, List, Optional, Tuple, Union

import torch
from torch import nn

warnings.simplefilter("ignore")


def refused(f):
    try:
        print(f.__name__, torch.jit.script(f).schema)
    except Exception as e:
        print(f.__name__, type(e).__name__, *(line.strip() for line in str(e).split("\n") if "File" not in line), sep=" | ")


def a():
    x: List = [1]
    return x


def b():
    x: Dict = {"a": 1}
    return x


def c():
    x: Tuple = (1,)
    return x


def d():
    x: dict = {"a": 1}
    return x


def e(x):
    # type: (List) -> int
    return 1


def f(x: Optional):
    return x


def g(x: Union):
    return x


def h(x: Any):
    return isinstance(x, (dict, int))


def i(x: Any):
    return isinstance(x, (list, tuple)), isinstance(x, list)


def j(x: Any):
    return torch.jit.isinstance(x, Dict)


def k(x: Dict[str, List]):
    return x


def m(x: Dict[List[int], str]):
    return x


def n(x: Any) -> Dict:
    return x


def o(x: Any) -> dict:
    return x


def p():
    x: list = [1]
    return x


def q():
    x: tuple = (1, 2)
    return x


def r(x: tuple):
    return 1


def s():
    return {(1, 2): 3}


def t(x: List[int]):
    return {None: x}


for fn in (a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r, s, t):
    refused(fn)


class Held(nn.Module):
    def __init__(self):
        super().__init__()
        self.several = nn.ParameterList([nn.Parameter(torch.ones(1)), nn.Parameter(torch.ones(2))])
        self.named = nn.ParameterDict({"a": nn.Parameter(torch.ones(1))})


class Length(Held):
    def forward(self):
        return len(self.several)


class NamedLength(Held):
    def forward(self):
        return len(self.named)


class Each(Held):
    def forward(self):
        n = 0
        for p in self.several:
            n += p.numel()
        return n, self.several[1], self.named["a"]


for module in (Length, NamedLength, Each):
    try:
        print(torch.jit.script(module())())
    except Exception as e:
        print(type(e).__name__, str(e).strip().split("\n")[0].split(" (of Python")[0].split("' object")[0])
