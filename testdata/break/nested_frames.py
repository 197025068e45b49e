# A graph that ends inside of inlined calls: what is left of all frames is resumed together (nested_graph_breaks).
import torch
torch._dynamo.config.nested_graph_breaks = True
from torch._dynamo.testing import EagerAndRecordGraphs
def run(f, *a):
    torch._dynamo.reset()
    b = EagerAndRecordGraphs()
    compiled = torch.compile(f, backend=b)
    print(f.__name__, compiled(*a), compiled(*a), f(*a))
    for g in b.graphs:
        print("\n".join(line for line in g.print_readable(False).split("\n") if "File:" not in line))
def inner(x, y):
    a = x + 1
    torch._dynamo.graph_break()
    b = a + y
    return b * 2
def outer(x):
    z = x * 3
    w = inner(x, z) + z
    return w - 1
def deep(x):
    return outer(x) + outer(x + 1)
def inner2(x, l):
    l.append(x + 1)
    torch._dynamo.graph_break()
    return x + len(l)
def listmut(x):
    l = [x]
    y = inner2(x, l) * 2
    return y + l[1]
def clos(x):
    c = x + 5
    def g(y):
        nonlocal c
        c = c + 1
        torch._dynamo.graph_break()
        c = c + y
        return c
    r = g(x)
    return r + c
def cond(x):
    def g(y):
        if y.sum() > 0:
            return y + 1
        return y - 1
    return g(x) * 2
def tryb(x):
    try:
        return inner(x, x)
    except ValueError:
        return x
def loop(x):
    for i in range(3):
        x = inner(x, x)
    return x
def ctx(x):
    with torch.no_grad():
        r = inner(x, x)
    return r + 1
def gen(x):
    def g():
        yield x + 1
        torch._dynamo.graph_break()
        yield x + 2
    return sum(g())
for f in (outer, deep, listmut, clos, cond, tryb, loop, ctx, gen):
    run(f, torch.ones(2))
