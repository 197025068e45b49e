# Gradients through operators that take functions are those of plain code, with every backend and with symbolic sizes.
import torch
from torch._higher_order_ops.wrap import wrap
from torch._higher_order_ops.hints_wrap import hints_wrapper
from torch.utils.checkpoint import checkpoint
from functorch.experimental import control_flow
from torch._higher_order_ops.scan import scan
from torch._higher_order_ops.while_loop import while_loop
def check(name, f, *shapes):
    for backend in (None, "eager", "aot_eager", "inductor"):
        for dyn in (False, True):
            torch.manual_seed(0); torch._dynamo.reset()
            a = [torch.randn(s, requires_grad=True) for s in shapes]
            g = torch.compile(f, backend=backend, fullgraph=True, dynamic=dyn) if backend else f
            try:
                out = g(*a)
                if out.requires_grad: out.sum().backward()
                print(name, backend, dyn, round(out.sum().item(), 4), [None if p.grad is None else round(p.grad.sum().item(), 4) for p in a])
            except Exception as e: print(name, backend, dyn, type(e).__name__, str(e)[:300])
w = torch.ones(3, requires_grad=True)
check("wrap", lambda x: wrap(lambda t: t.sin() + w, x) * 2, 3)
check("ckpt", lambda x: checkpoint(lambda t: (t.sin() * t).cos(), x, use_reentrant=False) * 2, 3)
check("hints", lambda x: hints_wrapper(lambda t: t.exp(), (x,), {}, hints={"a": 1}), 3)
check("cond", lambda x: torch.cond(x.sum() > 0, lambda t: t.sin(), lambda t: t * 3, (x,)), 3)
check("map", lambda x, y: control_flow.map(lambda t, u: t * u, x, y), (3, 2), 2)
check("scan", lambda x: scan(lambda c, t: (c + t, c * t), torch.zeros(2), x, dim=0)[1], (3, 2))
@torch.compiler.nested_compile_region
def region(t): return t.sin() + 1
check("region", lambda x: region(x) * region(x + 1), 3)
def br(x):
    y = x + 1
    torch._dynamo.graph_break()
    return wrap(lambda t: t * y, x)
torch._dynamo.reset(); print(torch.compile(br, backend="eager")(torch.ones(2)))
