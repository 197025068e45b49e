# Breaks inside of inlined calls with live state of many kinds: the names of the nodes of the graphs, and no recompiles.
import torch
torch._dynamo.config.nested_graph_breaks = True
from torch._dynamo.testing import EagerAndRecordGraphs
def brk(y):
    a = y + 1
    torch._dynamo.graph_break()
    return a * 2
def mid_tail(x):
    def g(y): return brk(y)
    return g(x + 1) * 2
def leaf_tail(x):
    def g(y):
        y = y + 1
        return print("x")
    return (x + 1) * (g(x) or 2)
def two_in_one(x):
    def g(y):
        y = y + 1
        torch._dynamo.graph_break()
        y = y + 2
        torch._dynamo.graph_break()
        return y + 3
    return g(x + 1) * 2
def both(x):
    x = brk(x)
    torch._dynamo.graph_break()
    x = brk(x)
    return x * 3
def kw(x):
    def g(*args, k=3, **kw):
        y = args[0] + k + kw["z"]
        torch._dynamo.graph_break()
        return y + len(args) + len(kw)
    return g(x + 1, 2, k=4, z=5) * 2
def cells(x):
    n = 0
    def inc():
        nonlocal n
        n += 1
        torch._dynamo.graph_break()
        n += 1
        return n
    a = inc()
    b = inc()
    return x + a * 10 + b + n
def none_ret(x):
    def g(y):
        y.add_(1)
        torch._dynamo.graph_break()
        y.add_(1)
    y = x + 1
    g(y)
    return y * 2
def bool_expr(x):
    def g(y):
        a = y + 1
        return (a.sum() > 0) and a
    return g(x + 1) * 2
def dict_(x):
    d = {"a": x + 1}
    def g(d):
        d["b"] = d["a"] + 1
        torch._dynamo.graph_break()
        d["c"] = d["b"] + 1
        return d
    g(d)
    return d["a"] + d["b"] + d["c"]
def iters(x):
    it = iter([1, 2, 3])
    def g(y):
        y = y + next(it)
        torch._dynamo.graph_break()
        return y + next(it)
    y = g(x)
    return y + next(it)
def ints(x):
    def g(y, n):
        y = y + n
        torch._dynamo.graph_break()
        return y * n
    return g(x, 5) * 2
def setattr_store(x):
    def g(y):
        y = y + 1
        torch.foo_bar = y
        return y + 1
    return g(x + 1) * 2
def grad_(x):
    x = x.clone().requires_grad_()
    y = brk(x * 2).sum()
    y.backward()
    return x.grad
def try_in_sibling(x):
    def h(y):
        try:
            return y + 1
        except ValueError:
            return y
    return brk(h(x)) + h(x)
def with_enter(x):
    with torch.no_grad(), torch.autocast("cpu", enabled=False):
        y = brk(x)
    return y * 2
for f in (mid_tail, leaf_tail, two_in_one, both, kw, cells, none_ret, bool_expr, dict_, iters, ints, setattr_store, grad_, try_in_sibling, with_enter):
    torch._dynamo.reset()
    c = EagerAndRecordGraphs()
    try:
        want = f(torch.ones(2))
    except Exception as e: want = type(e).__name__
    cf = torch.compile(f, backend=c)
    try:
        got = cf(torch.ones(2))
    except Exception as e: got = type(e).__name__
    n = len(c.graphs)
    try: cf(torch.ones(2)); cf(torch.ones(2) * 2)
    except Exception as e: pass
    eq = torch.equal(got, want) if isinstance(want, torch.Tensor) and isinstance(got, torch.Tensor) else (got, want)
    print(f.__name__, eq, [[n.name for n in g.graph.nodes] for g in c.graphs], n == len(c.graphs))
