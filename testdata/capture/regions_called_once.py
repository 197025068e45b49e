# Nested compile regions that are called once become part of the graph; equal ones are shared, if their inputs need gradients alike.
import torch
from torch._higher_order_ops.invoke_subgraph import mark_compile_region
from torch._dynamo.testing import EagerAndRecordGraphs, normalize_gm
def go(n, f, *a, **k):
    print("##", n)
    torch._dynamo.reset()
    b = EagerAndRecordGraphs()
    try: torch.compile(f, backend=b, fullgraph=True, **k)(*a)
    except Exception as e: print(str(e)[:300])
    for g in b.graphs: print("\n".join(l for l in normalize_gm(g.print_readable(print_output=False)).split("\n") if " = L_" not in l and l.strip()))
@mark_compile_region
def g(x, y): return torch.mul(x, y).sin()
go("single", lambda x, y: g(x, y), torch.ones(2), torch.ones(2))
go("single grad", lambda x, y: g(x, y), torch.ones(2, requires_grad=True), torch.ones(2))
go("two shapes", lambda x, y: (g(x, x), g(y, y)), torch.ones(2), torch.ones(3))
go("three", lambda x, y: (g(x, x), g(y, y), g(y, y)), torch.ones(2), torch.ones(3))
go("same grad", lambda x, y: (g(x, x), g(y, y)), torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True))
@mark_compile_region
def m(x): x.add_(1); return x.sin()
go("mut two", lambda x, y: (m(x), m(y)), torch.ones(2), torch.ones(2))
@mark_compile_region
def c(x): return x.sin() + torch.rand(2)
go("chain", lambda x: c(c(x)), torch.ones(2))
go("chain grad", lambda x: c(c(x)), torch.ones(2, requires_grad=True))
@mark_compile_region
def k(x, n): return x + n
go("const", lambda x: (k(x, 1), k(x, 2), k(x, 1)), torch.ones(2))
class M(torch.nn.Module):
    def __init__(self): super().__init__(); self.l = torch.nn.Linear(2, 2)
    @mark_compile_region
    def forward(self, x): return self.l(x)
a, b = M(), M()
go("modules same", lambda x: a(x) + b(x), torch.ones(1, 2))
go("modules twice", lambda x: a(a(a(x))), torch.ones(1, 2))
def withgrad(x):
    y = g(x, x)
    with torch.no_grad(): z = g(x, x)
    return y + z
go("modes", withgrad, torch.ones(2, requires_grad=True))
@mark_compile_region
def outer(x): return g(x, x) + g(x, x)
go("nested", lambda x: outer(x) + outer(x), torch.ones(2))
go("nested once", lambda x: outer(x), torch.ones(2))
go("sym", lambda x: k(x, x.shape[0]), torch.ones(2), dynamic=True)
