# Bodies of wrap and checkpoint may return any objects; custom functions may change what is outside of them, and return their inputs.
import torch, dataclasses, typing
from torch._higher_order_ops.wrap import wrap
from torch.utils.checkpoint import checkpoint
from torch._dynamo.testing import EagerAndRecordGraphs, normalize_gm
def go(n, f, *a, **k):
    print("##", n)
    torch._dynamo.reset()
    b = EagerAndRecordGraphs()
    try: print(torch.compile(f, backend=b, fullgraph=True, **k)(*a))
    except Exception as e: print(str(e).split("\nfrom user")[0][:700])
    for g in b.graphs: print("\n".join(l for l in normalize_gm(g.print_readable(print_output=False)).split("\n") if " = L_" not in l and l.strip()))
def ng(x):
    with torch.no_grad(): pass
    return x.sin()
x = torch.ones(2); xg = torch.ones(2, requires_grad=True)
go("wrap nograd", lambda x: wrap(ng, x), x)
go("cond nograd", lambda x: torch.cond(x.sum() > 0, ng, lambda x: x.cos(), (x,)), x)
def fn(fwd, bwd, *more):
    class Fn(torch.autograd.Function):
        forward = staticmethod(fwd); backward = staticmethod(bwd)
    return Fn
L = []
go("same", lambda x, F=fn(lambda ctx, x: x, lambda ctx, g: g): F.apply(x), xg)
go("twice", lambda x, F=fn(lambda ctx, x: (x, x), lambda ctx, g, h: g + h): F.apply(x), xg)
go("view", lambda x, F=fn(lambda ctx, x: x.view(-1), lambda ctx, g: g): F.apply(x), xg)
def bwd(ctx, g): L.append(1); return g * 2
go("effect in backward", lambda x, F=fn(lambda ctx, x: x.sin(), bwd): F.apply(x), xg)
def leak(ctx, x): y = x.sin(); L.append(y); return y
go("leak", lambda x, F=fn(leak, lambda ctx, g: g): F.apply(x), xg)
@dataclasses.dataclass
class O: a: typing.Any; b: int = 1
class P:
    def __init__(self, a): self.a = a; self.l = [a, {"k": a + 1}]
go("dataclass", lambda x: wrap(lambda x: O(x.sin()), x).a + 1, x)
go("object", lambda x: wrap(lambda x: P(x.sin()), x).l[1]["k"] + 1, x)
go("object out", lambda x: wrap(lambda x: P(x.sin()), x).a, x)
go("ck", lambda x: checkpoint(lambda x: O(x.sin(), 3), x, use_reentrant=False).a, xg)
go("cond", lambda x: torch.cond(x.sum() > 0, lambda x: O(x.sin()), lambda x: O(x.cos()), (x,)).a, x)
go("none", lambda x: wrap(lambda x: (None, x.sin(), "s", torch.float32, len), x), x)
def eff(x):
    l = []
    def g(x): l.append(x.sin()); return x.cos()
    r = wrap(g, x); return r, l
go("list leak", eff, x)
def eff2(x):
    l = []
    def g(x): l.append(x.sin()); return x.cos()
    r = checkpoint(g, x, use_reentrant=False); return r, l
go("ck list leak", eff2, xg)
