# Bodies of higher-order operators keep order and names under canonicalize_output_graph_node_order; sizes follow the tensors that they are of.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs
import torch.nn.functional as F
from torch._higher_order_ops.wrap import wrap
torch._dynamo.config.canonicalize_output_graph_node_order = True
def f1(x, y):
    def body(q, r):
        a = q.tan(); b = q.abs(); c = torch.ones(2); d = r * 2; e = x + q
        return a, b, d, c, e
    return wrap(body, y, x + 1)
def f2(z, a):
    n = z.shape[0]; m = a.shape[1]
    t = z.view(n, -1); u = a + m; w = z * n; q = torch.zeros(n, m)
    return t, u, w, q
def f3(x, y):
    t = torch.cond(x.sum() > 0, lambda q: (q.tan() + q.abs() + y), lambda q: q - y, (x,)); 
    r = torch.cond(y.sum() > 0, lambda q: q + 2, lambda q: q.tan() - q.abs(), (x,))
    return r, t
class Fn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x); b = x.tan(); a = x.abs(); return a * b
    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors; b = x.tan(); a = g.abs(); return a * b
def f4(x): return Fn.apply(x)
for f, args, kw in ((f1, (torch.ones(2), torch.ones(2)), {}), (f2, (torch.ones(3, 4), torch.ones(3, 5)), dict(dynamic=True)), (f3, (torch.ones(2), torch.ones(2)), {}), (f4, (torch.ones(2, requires_grad=True),), {})):
    torch._dynamo.reset()
    b = EagerAndRecordGraphs()
    torch.compile(f, backend=b, **kw)(*args)
    print(f.__name__); print("\n".join(l for l in b.graphs[0].print_readable(False).split("\n") if l.strip() and "File:" not in l))
