"""Sizes that follow from other sizes: what the program holds of them, and what its module refuses."""
import torch
from torch import nn
from torch.export import export, Dim
d = Dim("d", min=2, max=10); e = Dim("e", min=3, max=30)
def show(f, a, sp):
    class M(nn.Module):
        def forward(s, *x): return f(*x)
    try:
        ep = export(M(), a, dynamic_shapes=(sp,)); print([str(n.meta["val"].shape) for n in ep.graph.nodes if n.op=="placeholder"], ep.range_constraints, [str(n.target)+str(n.args) for n in ep.graph.nodes if n.op == "call_function"])
        return ep.module()
    except Exception as x: print(type(x).__name__, str(x)[:700])
def bad(m, *a):
    try: print([t.shape for t in m(*a)] if m else 0)
    except Exception as x: print(type(x).__name__, str(x)[:200])
r = torch.randn
# derived only, relation not evaluated by the program
m = show(lambda x: (x + 1,), (r(8),), ({0: 2*d},)); bad(m, r(7)); bad(m, r(2)); bad(m, r(30))
m = show(lambda x: (x + 1,), (r(8),), ({0: d+1},)); bad(m, r(7)); bad(m, r(2)); bad(m, r(30))
m = show(lambda x, y: (x + 1, y+1), (r(8), r(4)), ({0: 2*d}, {0: d})); bad(m, r(6), r(4)); bad(m, r(7), r(4))
m = show(lambda x, y: (x + 1, y+1), (r(8), r(4)), ({0: 2*d}, {0: e})); bad(m, r(6), r(4)); bad(m, r(7), r(4))
m = show(lambda x, y: (x + y[1:], ), (r(4), r(5)), ({0: d}, {0: d+1})); bad(m, r(6), r(4)); bad(m, r(7), r(8))
m = show(lambda x, y: (x + y, ), (r(4), r(4)), ({0: 2*d}, {0: 2*d})); bad(m, r(6), r(4)); bad(m, r(7), r(8)); bad(m, r(5), r(5))
m = show(lambda x, y: (x.reshape(-1, 2) + y[:, None], ), (r(8), r(4)), ({0: 2*d}, {0: d})); bad(m, r(6), r(4)); bad(m, r(7), r(8)); bad(m, r(12), r(6))
m = show(lambda x, y: (x[::2] + y, ), (r(8), r(4)), ({0: 2*d}, {0: d})); bad(m, r(6), r(4)); bad(m, r(7), r(8)); bad(m, r(12), r(6))
m = show(lambda x, y: (x[1:] + y[:-1], ), (r(8), r(8)), ({0: e}, {0: e})); bad(m, r(6), r(4)); bad(m, r(7), r(8)); bad(m, r(12), r(6))
m = show(lambda x, y: (torch.cat([x, x, x]) + y[:-2], ), (r(4), r(14)), ({0: d}, {0: 3*d+2})); bad(m, r(6), r(4)); bad(m, r(7), r(8)); bad(m, r(12), r(6))
m = show(lambda x, y, z: (x + y[1:] + z[2:], ), (r(4), r(5), r(6)), ({0: d}, {0: d+1}, {0: d+2}));
m = show(lambda y, z: (y[1:] + z[2:], ), (r(5), r(6)), ({0: d+1}, {0: d+2}));
m = show(lambda y, z: (y[1:] + z[2:], ), (r(5), r(6)), ({0: d}, {0: d+1}));
m = show(lambda z, y: (y[1:] + z[2:], ), (r(6), r(5)), ({0: d+1}, {0: d}));
m = show(lambda x: (x.view(x.shape[0]//4, 4), ), (r(16),), ({0: 4*d},)); bad(m, r(16))
m = show(lambda x: (x.view(x.shape[0]//4, 4), ), (r(16),), ({0: d},)); bad(m, r(18))
m = show(lambda x: (x + x.shape[0], ), (r(7),), ({0: 4*d},))
