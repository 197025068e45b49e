# canonicalize_output_graph_node_order: nodes in an order that follows from what they compute, named after their targets.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs
import torch.nn.functional as F
torch._dynamo.config.canonicalize_output_graph_node_order = True
lin = torch.nn.Linear(2, 2)
gt = torch.ones(2)
def f1(x):
    r = F.relu(x); s = x.sin(); t = torch.sin(x); u = x + 1; v = x * 2; w = x - 1; a = torch.abs(x); c = x.cos(); n = -x; m = torch.max(x); k = x.abs()
    return k, m, n, c, a, w, v, u, t, s, r
def f2(x, y):
    a = x + 3; b = x + 1; c = x + 2; d = y + 1; e = x + y; g = y + x; h = 1 + x; i = x + 3.0; j = y + 3
    return a, b, c, d, e, g, h, i, j
def f3(zz, aa, mm): return zz * 2, aa + 1, mm - 1, zz + mm
def f4(mm, zz, aa):
    q = aa * zz
    return mm.sin(), q
def f5(x, y):
    a = torch.sin(x); y.add_(1); b = torch.abs(x); c = y * 2; x.mul_(2); d = torch.abs(y); e = torch.abs(x)
    return a, b, c, d, e
def f6(x):
    a = torch.sin(x); b = torch.rand(2); c = torch.abs(x); d = torch.randn(2); e = F.dropout(x, 0.5); g = torch.ones(2); h = torch.bernoulli(x)
    return e, d, c, b, a, g, h
def f7(x):
    a = x.sin(); b = lin(x); c = gt + x; d = torch.cond(x.sum() > 0, lambda x: x + 1, lambda x: x - 1, (x,)); e = torch.abs(x)
    return e, d, c, b, a
def f8(x):
    t = torch.chunk(x, 2); a = t[1] + 1; b = t[0] + 2; s = torch.sin(x); z = torch.zeros(3); z2 = torch.zeros(2); z3 = torch.zeros(2, dtype=torch.int32)
    return s, b, a, z, z2, z3
def f9(x):
    ch = x.sin().cos().tan(); b = x.cos().sin(); d = (x + 1) * 2; e = x.exp()
    return d, b, ch, e
def f10(x, y):
    out = torch.empty(2); torch.add(x, y, out=out); z = torch.abs(x); out.copy_(z); w = torch.abs(out); x[0] = 1; q = torch.abs(x); v = x.view(-1); v.add_(1); 
    return out, w, q, x + 1
for f in (f1, f2, f3, f4, f5, f6, f7, f8, f9, f10):
    torch._dynamo.reset()
    b = EagerAndRecordGraphs()
    n = f.__code__.co_argcount
    torch.compile(f, backend=b, dynamic=False)(*[torch.ones(2) * .5 for _ in range(n)])
    print(f.__name__); print("\n".join(l for l in b.graphs[0].print_readable(False).split("\n") if l.strip() and "File:" not in l and "= L_" not in l))
