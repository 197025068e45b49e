# [] has no type before it is used: an argument, a branch or a variable that has one gives it theirs.
import warnings
warnings.simplefilter("ignore")
import builtins
import re


def print(*args):
    builtins.print(*(re.sub(r"[^ \"]*/(?=\w+\.py)", "", str(a)) for a in args))


import torch
from typing import List
def ex(x: List[int]):
    x.append(3)
    return x
def foo():
    return ex([])
try: print(torch.jit.script(foo).graph)
except Exception as e: print(e)
def foo(x):
    return x.view([]), torch.zeros([])
print(torch.jit.script(foo).graph)
def ex(x: List[List[int]]): return x
def foo(x):
    return ex([])
print(torch.jit.script(foo).graph)
def t(f):
    try: print(torch.jit.script(f).graph)
    except Exception as e: print(type(e).__name__, str(e)[:600])
def a1():
    a = [1]
    a = []
    return a
def a2(c: bool):
    a = [1]
    if c:
        a = []
    return a
def a3(c: bool):
    if c:
        a = []
    else:
        a = [1]
    return a
def a4(c: bool):
    return [] if c else [1]
def a6() -> List[int]: return []
def a7(x: List[int]): return x + [], [] + x, x == [], [] == x
def a8(x):
    x.view([]).sum([])
    return torch.zeros(size=[]), x.permute([]), x.expand([])
def a9():
    a = []
    b = a
    a.append(1)
    return b
def a10(x: List[str]):
    a = ([], 1)
    for i in range(2): x = []
    return a, x, ",".join([])
def a11(x: List[List[int]]):
    x.append([])
    x[0] = []
    x.insert(0, [])
    return x
def a12(d: dict[str, List[int]]):
    d['a'] = []
    return d.get('b', []), d.setdefault('c', [])
for f in (a1, a2, a3, a4, a6, a7, a8, a9, a10, a11, a12): t(f)

