# Beyond the limit of a function what it calls is compiled no more, unless it is given to torch.compile itself.
import torch
from torch._dynamo.testing import CompileCounter
x = torch.ones(2)
def inner(x, k): return x * k
def outer(x, s): return inner(x, len(s)) + 1
def broken(x, s):
    x = x + len(s)
    torch._dynamo.graph_break()
    return inner(x, 2.5) - len(s)
def generator(x, s):
    for i in range(2):
        yield inner(x, len(s) + i)
def uses(x, s):
    return sum(generator(x, s))
def callback(x, s, f):
    return f(x) * len(s)
def method(x, s):
    return torch.nn.Linear(2, 2)(x).shape[0] + len(s)
for f, extra in ((outer, ()), (broken, ()), (uses, ()), (callback, (lambda x: inner(x, 3),))):
    torch._dynamo.reset()
    c = CompileCounter()
    with torch._dynamo.config.patch(recompile_limit=2):
        g = torch.compile(f, backend=c, dynamic=False)
        out = []
        for s in ("a", "bb", "ccc", "a", "dddd", "bb"):
            g(x, s, *extra)
            out.append(c.frame_count)
        h = torch.compile(inner, backend=c, dynamic=False)
        h(x, 17)
        out.append(c.frame_count)
        h(x, 18)
        out.append(c.frame_count)
        h(x, 19)
        out.append(c.frame_count)
    print(f.__name__, out)
