# Types of scripts in comments: one line, one for each parameter, and the mistakes in them.
from typing import Optional, Tuple

import torch
from torch import Tensor



def t(f):
    try:
        print(torch.jit.script(f).schema)
    except RuntimeError as e:
        print(str(e).rstrip().replace(__file__, "FILE"))


def a(x):
    y = []  # type: list[int]
    z = []  # type: list[int]
    return len(y) + len(z)


t(a)


def b(x):
    y = 3  # type: int
    return y


t(b)


def c(x):
    # type: (int) -> int
    y = []  # type: list[int]
    return x + len(y)


t(c)


def d(x,  # type: int
      y):
    # type: (...) -> int
    return x


t(d)


def e(x,
      y  # type: int
      ):
    return y


t(e)


def f(x):
    #type: (int) -> int
    return x


t(f)


def g(x):
    # type: (int) -> int
    # type: (int) -> int
    return x


t(g)


def h(x):
    # type: (int, int) -> int
    return x


t(h)


def i(x):
    # type: (int) -> int  # noqa
    return x


t(i)


def j(x):  # type: (Tensor) -> Tuple[int, Tensor]
    return 1, x


t(j)


def k(x):  # type: ignore
    return x


t(k)


def l(x,
      y=3,  # type: int
      z=None  # type: Optional[Tensor]
      ):
    # type: (...) -> Tensor
    return x


t(l)


def m(x: int):
    # type: (int) -> int
    return x


t(m)


def n(x):
    # type: (int) -> 
    return x


t(n)


class M(torch.nn.Module):
    def forward(self, x, y):
        # type: (int) -> int
        return x


t(M())
