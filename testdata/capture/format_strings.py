# f-strings of values that the graph computes: made after the graph has run.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs


def show(name, f, *args):
    torch._dynamo.reset()
    b = EagerAndRecordGraphs()
    g = torch.compile(f, backend=b)
    try:
        print(name, g(torch.ones(2), *args), len(b.graphs))
    except Exception as e:
        print(name, type(e).__name__, str(e)[:100])
    for q in b.graphs: print("  ", [n.name for n in q.graph.nodes])


class P:
    def __init__(s, v): s.v = v
    def __str__(s): return f"P{s.v}"
    __repr__ = __str__


def ret(x):
    y = x * 2
    s = f"value {y} and {y.shape}"
    z = y + 1
    return z, s


def prn(x):
    y = x * 2
    print(f"value {y}")
    return y + 1


def concat(x):
    y = x * 2
    s = "a" + f"value {y}"
    return y + 1, s


def eq(x):
    y = x * 2
    s = f"value {y}"
    if s == "q":
        return y - 1
    return y + 1


def rais(x):
    y = x * 2
    if y.shape[0] == 2:
        raise ValueError(f"bad {y}")
    return y


def caught(x):
    try:
        rais(x)
    except ValueError as e:
        return x + 1, e.args


def spec(x):
    y = x.sum()
    return y + 1, f"{y:.3f}"


def conv(x):
    y = x.sum()
    return y + 1, f"{y!r}"


def obj(x, p):
    return x + 1, f"{p}", f"{p!r}", f"{p!s:>5}", str(p)


for f in (ret, prn, concat, eq, rais, caught, spec, conv): show(f.__name__, f)
show("obj", obj, P(3))
