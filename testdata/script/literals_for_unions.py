# Lists and dicts for variables that are annotated as unions: the member that they fit is chosen.
from typing import Dict, List, Union

import torch


def run(f, *args):
    try:
        print(torch.jit.script(f)(*args))
    except RuntimeError as e:
        print(str(e).strip().splitlines()[0])


def a():
    x: Union[List[int], List[float]] = [1.0, 2.0]
    return x


def b():
    x: Union[List[str], List[bool]] = [1, 2]
    return x


def c():
    x: Union[List[str], List[bool], List[float], int] = [1, 2]
    return x


def d():
    x: Union[List[int], List[str]] = []
    return x


def e():
    x: Union[List[int], str] = [1]
    return x


def f():
    x: Union[List[int], str] = ["a"]
    return x


def g():
    x: Union[int, str] = [1]
    return x


def h():
    x: Union[Dict[str, int], Dict[str, str]] = {"a": "b"}
    return x


def i():
    x: Union[Dict[str, int], Dict[str, str]] = {"a": 2.5}
    return x


def j():
    x: Union[List[torch.Tensor], List[int]] = [1, 2]
    return x


def k():
    x: Union[List[int], List[torch.Tensor]] = [i for i in range(3)]
    return x


def l(x: Union[List[int], List[str]]):
    if isinstance(x, List[int]):
        return x[0]
    return 5


def m():
    x: Union[Dict[str, int], Dict[str, str]] = {}
    return x


for q in (a, b, c, d, e, f, g, h, i, j, k, m):
    run(q)
run(l, [1])
run(l, ["a"])
