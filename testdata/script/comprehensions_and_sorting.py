# What comprehensions and slices say where they are refused; lists of tensors in order; functions and named tuples as they are shown.
import builtins
import re
import warnings
from typing import Dict, List, NamedTuple

import torch

warnings.simplefilter("ignore")


def print(*args):
    builtins.print(*(re.sub(r"[^ \"]*/(?=\w+\.py)|0x\w+", "", str(a)) for a in args))


def t(f):
    try: print(torch.jit.script(f)())
    except Exception as e: print(type(e).__name__, str(e)[:600])
def fn() -> Dict[str, int]:
    return {i: i for i in range(3)}
t(fn)
def fn() -> Dict[int, str]:
    return {i: i for i in range(3)}
t(fn)
def fn() -> List[str]:
    return [i for i in range(3)]
t(fn)
def fn():
    x: List[str] = [i for i in range(3)]
    return x
t(fn)
def fn():
    x: Dict[str, int] = {i: i
                         for i in range(3)}
    return x
t(fn)
def fn():
    return {i: [i] for i in range(3) if i > 1}
t(fn)
def fn():
    x = [i for i in range(3)
         for j in range(2)]
    return x
t(fn)
def fn():
    x = [1, 2, 3, 4]
    x[1:3] = [9, 8]
    return x
t(fn)
def fn():
    x = [1, 2, 3, 4]
    x[1:3] = [9, 8, 7]
    return x
t(fn)
def fn():
    x = [torch.tensor(3), torch.tensor(1)]
    x.sort()
    y = [torch.tensor(3), torch.tensor(1)]
    y.sort(reverse=True)
    return x, y, sorted(x)
t(fn)
def fn():
    x = (1, torch.ones(1))
    return x == x, x != x, (1, "a") == (1, "a"), (1, 2) != (1, 3), (1, torch.ones(1)) == (1, torch.ones(1))
t(fn)
def fn():
    return {i for i in range(3)}
t(fn)
def fn():
    return list(i for i in range(3))
t(fn)
def fn():
    a, b = torch.ones(3)
    return a
t(fn)
class D(NamedTuple):
    a: int = 1
def fn(): return D(c=3)
t(fn)
def fn(): return D(1, 2)
t(fn)
def g(x): return x
print(torch.jit.script(g))
