# Branches on data at which nothing was computed: the graph gives the inputs that lie on the stack.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs


def show(f, *a):
    torch._dynamo.reset()
    b = EagerAndRecordGraphs()
    r = torch.compile(f, backend=b)(*a)
    print(f.__name__, r, [str(g.code).strip().split("\n")[-1].strip() for g in b.graphs])


def f1(a, b):
    return [a, 1 if b else 2]


def f2(a, b):
    c = a + 1
    return [a, 1 if c else 2]


def f3(a, b):
    c = a + 1
    return [1 if a else 2, c]


def f4(a, b):
    c = a + 1
    return [b, a, c, 1 if c - 1 else 2, c]


def f5(a, b):
    return (a if b else b) + 1


def f6(a, b):
    if a:
        return b
    if b:
        return a
    return a + b


def f7(a, b):
    d = {}
    d["a"] = 3
    return 5 if b else 6


def f8(a, b):
    x = [a, b]
    return x if b else a


class O:
    pass


def f9(a, b):
    o = O()
    o.a = b
    return o.a if b else a


def f10(a, b):
    c = a.detach()
    return 3 if a else 4


def f11(a, n):
    return 3 if n > 1 and a else 4


for f in (f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11):
    n = f.__code__.co_argcount
    show(f, *[torch.ones(1), torch.ones(1) * 2][:n])
p = torch.nn.Parameter(torch.ones(1))


def f12(a, b):
    return 3 if p else 4


show(f12, torch.ones(1), 1)


def f13(a, b):
    return 3 if a else 4


show(f13, p, 1)
show(f13, torch.tensor(1), 1)
