# Returns, breaks and unions as values of branches and loops.
import re
from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union
import torch


def show(f):
    s = torch.jit.script(f)
    print(re.sub(r" # .*", "", str(s.graph)))
    print(s.code)
    return s


def b7(x, y):
    with torch.no_grad():
        z = x + y
    print(z, 1, "a", 2.5)
    return z


def b10(x):
    y = x[0]
    x[0, 1] = 2
    x[..., 1:3] += 1
    x += 1
    x -= 2.5
    y = y.sum()
    return y


def b11(n: int) -> List[int]:
    r = []
    out: List[int] = []
    for i in range(n):
        for j in range(i, n, 2):
            if i == j: continue
            out.append(i*j)
            if len(out) > 5: break
    return out


for fn in (b7, b10, b11):
    show(fn)
