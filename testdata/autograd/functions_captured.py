# A torch.autograd.Function is captured as one operator with graphs of its forward and its backward.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs, normalize_gm
class AF(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, k): ctx.save_for_backward(a); ctx.k = k; return a * k
    @staticmethod
    def backward(ctx, g):
        a, = ctx.saved_tensors
        return g * a * ctx.k, None
def show(f, *a, **k):
    torch._dynamo.reset()
    b = EagerAndRecordGraphs()
    try: print(torch.compile(f, backend=b, fullgraph=True, **k)(*a))
    except Exception as e: print(type(e).__name__, str(e)[:300])
    for g in b.graphs: print(normalize_gm(g.print_readable(print_output=False)))
x = torch.ones(3, requires_grad=True)
show(lambda x: AF.apply(x, 3) + 1, x)
class Two(torch.autograd.Function):
    @staticmethod
    def forward(x, y): return x.sin() * y, x + 1
    @staticmethod
    def setup_context(ctx, inputs, output):
        x, y = inputs; ctx.save_for_backward(x, y, output[0]); ctx.mark_non_differentiable(output[1])
    @staticmethod
    def backward(ctx, g, h):
        x, y, o = ctx.saved_tensors
        return (g * x.cos() * y if ctx.needs_input_grad[0] else None), (g * x.sin() if ctx.needs_input_grad[1] else None)
class Exp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, i):
        r = i.exp(); ctx.save_for_backward(r); return r
    @staticmethod
    def backward(ctx, g):
        r, = ctx.saved_tensors
        return g * r
def check(name, f, *shapes):
    for backend in (None, "eager", "aot_eager", "inductor"):
        torch.manual_seed(0); torch._dynamo.reset()
        a = [torch.randn(s, requires_grad=True) for s in shapes]
        g = torch.compile(f, backend=backend, fullgraph=True) if backend else f
        try:
            out = g(*a); out.sum().backward()
            print(name, backend, round(out.sum().item(), 4), [None if p.grad is None else round(p.grad.sum().item(), 4) for p in a])
        except Exception as e: print(name, backend, type(e).__name__, str(e)[:200])
check("af", lambda x: AF.apply(x, 3) + 1, 3)
check("two", lambda x, y: Two.apply(x, y)[0] * 2, 3, 3)
check("exp", lambda x: Exp.apply(x) * Exp.apply(x + 1), 4)
with torch.no_grad(): print(torch.compile(lambda x: Exp.apply(x), backend="eager")(torch.zeros(2)))
