# 0.0 and -0.0 compare equal, but programs tell them apart: compiled code for one is not used for the other.
import math

import torch


def copysign(x, s):
    return x + 1, math.copysign(1.0, s)


def angle(x, s):
    return x + 1, math.atan2(s, -1.0)


def branch(x, s):
    if s == 0:
        return x * s
    return x + 1


def text(x, s):
    return x + 1, f"{s}"


def negated(x, s):
    if s <= 0 and s >= 0:
        return x, -s
    return x + 1, s


def product(x, s):
    return x, math.copysign(1.0, s * 2)


orders = [(1.5, 0.0, -0.0, 0.0, 2.5, -0.0, 0.0), (1.5, 2.5, -0.0, 0.0), (0.0, -0.0, 0.0), (-0.0, 0.0)]
for function in copysign, angle, branch, text, negated, product:
    for numbers in orders:
        torch._dynamo.reset()
        compiled = torch.compile(function, backend="eager")
        x = torch.ones(1)
        print(function.__name__, all(repr(compiled(x, s)) == repr(function(x, s)) for s in numbers))
