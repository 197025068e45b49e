# Compiled functions inside of eager transforms run as they are.
import torch
from torch._dynamo.testing import CompileCounter
x = torch.arange(6.0).reshape(2, 3)
c = CompileCounter()
f = torch.compile(lambda v: v.sin() + 1, backend=c)
torch.vmap(f)(x)
print(c.frame_count)
f(x)
print(c.frame_count)
torch.vmap(f)(x)
for tr in (torch.vmap, lambda f: torch.func.grad(lambda v: f(v).sum()), lambda f: torch.func.functionalize(f), lambda f: torch.func.jacrev(f)):
    torch._dynamo.reset()
    g = torch.compile(lambda v: v.sin() + 1, backend=c, fullgraph=True)
    try: print(tr(g)(x).shape)
    except Exception as e: print(type(e).__name__, str(e))
def inner(v): return v * 2
def outer(v):
    torch._dynamo.graph_break()
    return torch.vmap(inner)(v)
c.clear()
torch.compile(outer, backend=c)(x)
print(c.frame_count, c.op_count)
c.clear()
def outer(v):
    v = v + 1
    r = torch.vmap(lambda t: (torch._dynamo.graph_break(), inner(t))[1])(v)
    return r + 1
torch.compile(outer, backend=c)(x)
print(c.frame_count, c.op_count)
