# Numbers and names of values: conversions, conditions, loops with continue, tuples.
import re
from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union
import torch


def show(f):
    s = torch.jit.script(f)
    print(re.sub(r" # .*", "", str(s.graph)))
    print(s.code)
    return s


def a1(x: torch.Tensor):
    xs = []
    xs.append(x)
    return xs


def a3(pair: Tuple[int,int]):
    x, (n, label) = pair[0], (1, 2)
    a, b = n, n + 1
    a, b = b, a
    return a, b


def a4():
    k = 2 + 3 * 4
    s = -3
    return k, s


def a6(x):
    a, b = x.max(dim=0)
    r = x.max(0)
    return a, r.values, r[1], r


def b3(m):
    t = 0
    for r in m:
        t += int(r)
    return t


def b4(s:str, d: Dict[str,int]):
    t = 0
    for c in s:
        t += len(c)
    for k in d:
        t += d[k]
    for k, v in d.items():
        t += v
    return t


def b5(xs: List[int]):
    a, b = xs
    t = 0
    for q in (1,2):
        t += q
    xs[0] = 2
    xs[1] += 3
    return [i*2 for i in xs], xs[1:], xs[-1], a if t > 2 else 3, t


def b6(x: Optional[int], y:int):
    if x is not None and x > 2:
        y = x
    z = x if x is not None else 4
    while y > 0 and z < 10:
        y -= 1
        if y == 3:
            continue
        z += 1
    return y, z, float(y), bool(z), str(z), max(y,z), abs(y), min([y,z]), not y > 1, y == 1 or z == 2


def c1(words: List[str], n: int):
    out: List[str] = []
    for i, w in enumerate(words):
        out.append(str(i) + w)
    while n > 3:
        n = n - 1 * 2
    if n == 2:
        n = 3
    assert n > 1, "x"
    return out, -n, [n, 2], (n, n), words[0], words[1:2]


def c2(xs: List[int], ys: List[int]):
    t = 0
    for x, y in zip(xs, ys):
        t = t + (x + y)
    return t


def c3(x):
    y = x.sum(dim=0).relu() if x.dim() > 1 else torch.zeros(2, 3)
    return not (y.size(0) > 1 and x.dim() == 2)


for fn in (a1, a3, a4, a6, b3, b4, b5, b6, c1, c2, c3):
    show(fn)
