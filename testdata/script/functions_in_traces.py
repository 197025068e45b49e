"""Calls of autograd.Function in traces are nodes that call Python again, with what they did as a subgraph."""
import torch
class F1(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, n=2): ctx.save_for_backward(x); return x.mul(n) + 1
    @staticmethod
    def backward(ctx, g): return g * 3, None
class F2(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y, s): return x.add(y), y * 2, 
    @staticmethod
    def backward(ctx, g, h): return g, g, None
class Inp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x): ctx.mark_dirty(x); return x.add_(1)
    @staticmethod
    def backward(ctx, g): return g
import re
def show(g): print(re.sub(r" # .*", "", str(g)))
def tr(name, f, *a, **k):
    print("==", name)
    try:
        t = torch.jit.trace(f, a, **k); show(t.graph)
        try: print(t.code)
        except Exception as e: print("code", type(e).__name__, str(e)[:200])
        x = [v.clone() for v in a]; print(t(*x))
        import io



    except Exception as e: print(type(e).__name__, str(e)[:300])
x = torch.ones(2, requires_grad=True)
tr("plain", lambda x: F1.apply(x).sin(), torch.ones(2))
tr("grad", lambda x: F1.apply(x).sin(), x)
tr("const", lambda x: F1.apply(x, 3.5).sin(), x)
tr("two", lambda x, y: F2.apply(x, y, "s"), torch.ones(2), torch.ones(2))
tr("untraced input", lambda x: F1.apply(torch.ones(2)) + x, torch.ones(2))
def lst(x): return F1.apply(x) + x.shape[0]
tr("shape", lst, torch.ones(2))
class M(torch.nn.Module):
    def __init__(s): super().__init__(); s.w = torch.nn.Parameter(torch.ones(2))
    def forward(s, x): return F1.apply(x * s.w)
tr("mod", M(), torch.ones(2))
g, o = torch.jit._get_trace_graph(lambda x: F1.apply(x), (x,)); show(g)
t = torch.jit.trace(lambda x: F1.apply(x).sin(), x); y = x.detach().clone().requires_grad_(); t(y).sum().backward(); print(y.grad)
@torch.jit.script
def s(x): return x + 1
def h(x): return s(F1.apply(x))
tr("into script", h, torch.ones(2))
try:
    torch.jit.trace(lambda x: Inp.apply(x.clone()) * 2, torch.ones(2), check_trace=False)(torch.ones(2))
except RuntimeError as e:
    print("inplace Inp not supported in the JIT" in str(e))
try:
    torch.jit.save(t, "/dev/null")
except RuntimeError as e:
    print(str(e).strip().split(".")[0])
