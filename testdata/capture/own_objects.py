# A frame that returns an input has a graph under fullgraph, whatever objects it made that nobody sees; frames of generators are counted and left alone.
import torch
import torch._dynamo
import torch._dynamo.testing
from torch._dynamo.testing import CompileCounterWithBackend
class P:
    def __init__(self, v): self.v = v
L = []
def a(x): return x
def b(x):
    l = [P(1)]
    return x
def c(x):
    p = P(1)
    return x
def d(x):
    l = [1]
    return x
def e(x):
    return x, 1
def f(x):
    L.append(1)
    return x
def g(x):
    p = P(x)
    return p.v
def h(x):
    p = P(x)
    return 3
def i(x):
    return [x]
def j(x):
    p = P(x)
    return p
def k(x):
    p = P(1)
    return x, x
def l(x):
    d = {}
    d["a"] = 1
    return x
def m(x):
    l = []
    l.append(3)
    return x
def n(x):
    p = P(1); del p
    return x
def o(x):
    s = set()
    s.add(1)
    return x
def q(x):
    def gen():
        yield 1
    list(gen())
    return x
for fn in (a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,q):
    for fg in (True, False):
        torch._dynamo.reset(); torch._dynamo.utils.counters.clear()
        cnt = CompileCounterWithBackend("eager")
        torch.compile(fn, backend=cnt, fullgraph=fg)(torch.ones(2))
        print(fn.__name__, fg, cnt.frame_count, [gg.code for gg in cnt.graphs], dict(torch._dynamo.utils.counters["frames"]))
def gen(x):
    yield x + 1
    yield x + 2
def gen2(x):
    yield 1
def f(x):
    torch._dynamo.graph_break()
    return sum(gen(x))
def g(x): return sum(gen(x))
def h(x):
    torch._dynamo.graph_break()
    gen2(1); gen2(2)
    list(y + 1 for y in [1, 2])
    return x + 1
@torch.compiler.disable
def i(x):
    return list(gen(x))
def j(x):
    i(x)
    return x + 1
class M(torch.nn.Module):
    def forward(self, x):
        for p in self.parameters(): pass
        torch._dynamo.graph_break()
        for p in self.named_parameters(): pass
        return x + 1
for fn in (f, g, h, j, gen, gen2, M(), lambda x: (y for y in [x])):
    torch._dynamo.reset(); torch._dynamo.utils.counters.clear()
    torch.compile(fn, backend="eager")(torch.ones(2))
    torch.compile(fn, backend="eager")(torch.ones(2))
    print(getattr(fn, "__name__", "M"), dict(torch._dynamo.utils.counters["frames"]))
