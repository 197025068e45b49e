"""Operators in place beside numbers that are not known: what holds the object sees the change."""
from collections import deque

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
