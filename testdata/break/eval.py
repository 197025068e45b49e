# eval names globals and locals of the program, which may change: it breaks the graph, but for expressions that name nothing.
import torch
n = 2
def h(x):
    y = x * 2
    return y + eval("n * 10")
g = torch.compile(h, backend="eager")
print(g(torch.ones(2))); n = 3; print(g(torch.ones(2)))
def c(x):
    return x + eval("3 * 4")
print(torch.compile(c, backend="eager", fullgraph=True)(torch.ones(1)))
def d(x):
    return x + eval("torch.ones(1)")
try: print(torch.compile(d, backend="eager", fullgraph=True)(torch.ones(1)))
except Exception as e: print(type(e).__name__, str(e).splitlines()[0])
def e(x, s):
    y = x.sin()
    return y + eval(s)
g = torch.compile(e, backend="eager")
print(g(torch.ones(1), "1"), g(torch.ones(1), "n"), g(torch.ones(1), "2 + 2"))
def ns(x):
    return x + eval("a + 1", {"a": 4})
print(torch.compile(ns, backend="eager")(torch.ones(1)))
