"""Objects that a frame reaches by two names: another one under one of them is seen."""
import torch
import torch.nn as nn


class Holder:
    pass


class Number:
    n = 2


class Seven:
    n = 7


class Layer(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.n = n

    def forward(self, x):
        return x * self.n


def objects(o, x):
    return x * o.p.n + o.q.n


def items(o, x):
    return x * o.p["a"] + o.q["a"]


def elements(o, x):
    return x * o.p[0] + o.q[0]


def modules(o, x):
    return o.q(o.p(x))


def functions(o, x):
    return o.p(x) * o.q(x)


def tensors(o, x):
    return x * o.p + o.q


def plus(x):
    return x + 1


def plus_five(x):
    return x + 5


def made(n):
    out = Number()
    out.n = n
    return out


CASES = [
    (objects, lambda: Number, lambda: Seven),
    (objects, lambda: made(2), lambda: made(3)),
    (items, lambda: {"a": 2}, lambda: {"a": 5}),
    (elements, lambda: [2], lambda: [5]),
    (modules, lambda: Layer(2), lambda: Layer(3)),
    (functions, lambda: plus, lambda: plus_five),
    (functions, lambda: torch.sin, lambda: torch.cos),
    (tensors, lambda: torch.ones(1), lambda: torch.ones(1) * 4),
]
for f, first, other in CASES:
    o = Holder()
    o.p = o.q = first()
    compiled = torch.compile(f, backend="eager")
    x = torch.ones(1)
    print(f.__name__, compiled(o, x), f(o, x))
    for name in ("q", "p", "q"):
        setattr(o, name, other())
        print("   ", compiled(o, x), f(o, x))
    o.p = o.q = first()
    print("   ", compiled(o, x), f(o, x))
g1 = g2 = plus


@torch.compile(backend="eager")
def globals_(x):
    return g1(x) * g2(x)


print("globals", globals_(torch.ones(1)))
g2 = plus_five
print("   ", globals_(torch.ones(1)))
