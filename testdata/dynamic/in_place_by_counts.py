"""Operators in place beside numbers that are not known: what holds the object sees the change."""
from collections import defaultdict, deque

import torch


class Words(list):
    pass


def repeated(x, held, n):
    other = held
    x = x + n
    held *= n
    return x, other, other is held


def whether(x, held, n):
    other = held
    held *= x.shape[0] > n
    return x + 1, other, other is held


def made(x, n):
    rows = [[0] * n, [1]]
    alias = rows[1]
    alias *= n
    rows *= n - 1
    return x + n, rows, rows[1] is alias


def joined(x, held, n):
    try:
        held |= n
    except TypeError as e:
        held = str(e)
    return x + n, held


for dynamic in (True, None):
    torch._dynamo.reset()
    run = [torch.compile(f, backend="eager", dynamic=dynamic) for f in (repeated, whether, made, joined)]
    for n in (2, 3, 4):
        x = torch.ones(3)
        for make in (lambda: [1], lambda: Words([1, 2]), lambda: deque([1], 5), lambda: (1,), lambda: bytearray(b"a")):
            held = make()
            _, result, same = run[0](x, held, n)
            print(n, type(held).__name__, held, result, same)
        held = [7]
        print(run[1](x, held, n)[1:], held)
        print(run[2](x, n)[1:], run[3](x, {1: 2}, n)[1])


# Unions of defaultdicts call the constructor of their class each time; the text of an exception is not that of its repr.
made_so_far = []


class Counted(defaultdict):
    def __init__(self, *args):
        made_so_far.append(len(args))
        super().__init__(*args)


class Told(Exception):
    def __repr__(self):
        return "told"


def unions(x, held):
    return x + 1, {"k": 1} | held, held | {"k": 1}


def text(x, e):
    return x + 1, str(e), repr(e)


for f in (unions, torch.compile(unions, backend="eager")):
    held = Counted(int, {1: 2})
    made_so_far.clear()
    for _ in range(3):
        _, a, b = f(torch.ones(1), held)
    print(type(a).__name__, dict(a), dict(b), made_so_far)
for f in (text, torch.compile(text, backend="eager")):
    print(f(torch.ones(1), Told("9"))[1:])
