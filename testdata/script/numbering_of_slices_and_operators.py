# Numbers of values in slices, subscripts and arithmetic.
import re
from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union
import torch


def show(f):
    s = torch.jit.script(f)
    print(re.sub(r" # .*", "", str(s.graph)))
    print(s.code)
    return s


def d2(xs: List[int], x):
    return xs[:2], xs[::2], xs[:], x[:2], x[1:], xs[1:2:3]


def d3(xs: List[int]):
    for i, x in enumerate(xs, 10):
        print(i, x)


def d4(n: int, f: float):
    return -n, n + f, n / 2, n % 3, n ** 2, f // 2, 3 + n, n * f


def e1(x, i: int):
    return x[i]


def e4(m, k: int):
    i = 0
    while i < k:
        if i == 3:
            break
        i += 1
    return m


def e5(t: Tuple[int,int], s: str):
    return t[1], s[0]


def g1(x, i: int):
    return x[i, i]


def g2(x, i: int, m):
    x[i] = 2
    x[i] += 1
    x[m] = 3
    y = x[m]
    return x[i:, None]


for fn in (d2, d3, d4, e1, e4, e5, g1, g2):
    show(fn)
