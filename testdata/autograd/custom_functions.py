# autograd.Function: contexts, what backward may give, views and in-place changes, and its place under grad, vmap and jvp.
import torch
from torch.autograd import Function
def t(name, f):
    try: r = f(); print(name, "->", r)
    except Exception as e: print(name, "!", type(e).__name__, str(e)[:400])
x = torch.tensor([0.5, 1.0]); xg = x.clone().requires_grad_()
class Old(Function):
    @staticmethod
    def forward(ctx, x): ctx.save_for_backward(x); return x.sin()
    @staticmethod
    def backward(ctx, g): x, = ctx.saved_tensors; return g * x.cos()
class New(Function):
    @staticmethod
    def forward(x): return x.sin()
    @staticmethod
    def setup_context(ctx, inputs, output): x, = inputs; ctx.save_for_backward(x); ctx.save_for_forward(x)
    @staticmethod
    def backward(ctx, g): x, = ctx.saved_tensors; return g * x.cos()
    @staticmethod
    def jvp(ctx, gx): x, = ctx.saved_tensors; return gx * x.cos()
class Gen(New):
    generate_vmap_rule = True
class VM(New):
    @staticmethod
    def vmap(info, in_dims, x):
        print("vmap", info, in_dims, x.shape); return VM.apply(x), in_dims[0]
class Both(VM):
    generate_vmap_rule = True
    @staticmethod
    def vmap(info, in_dims, x): return x, 0
t("old grad", lambda: torch.func.grad(lambda x: Old.apply(x).sum())(x))
t("new grad", lambda: torch.func.grad(lambda x: New.apply(x).sum())(x))
t("old vmap", lambda: torch.vmap(Old.apply)(torch.ones(2,2)))
t("new vmap", lambda: torch.vmap(New.apply)(torch.ones(2,2)))
t("gen vmap", lambda: torch.vmap(Gen.apply)(torch.ones(2,2)))
t("vm vmap", lambda: torch.vmap(VM.apply)(torch.ones(3,2)))
t("vm vmap1", lambda: torch.vmap(VM.apply, in_dims=1, randomness="same")(torch.ones(3,2)).shape)
t("both", lambda: torch.vmap(Both.apply)(torch.ones(3,2)))
t("vmap grad", lambda: torch.vmap(torch.func.grad(lambda x: Gen.apply(x).sum()))(torch.ones(2,2)))
t("vmap grad vm", lambda: torch.vmap(torch.func.grad(lambda x: VM.apply(x).sum()))(torch.ones(2,2)))
t("grad vmap", lambda: torch.func.grad(lambda x: torch.vmap(VM.apply)(x).sum())(torch.ones(2,2)))
t("jacrev", lambda: torch.func.jacrev(VM.apply)(x))
t("jacrev gen", lambda: torch.func.jacrev(Gen.apply)(x))
t("jvp", lambda: torch.func.jvp(New.apply, (x,), (x,)))
t("jvp old", lambda: torch.func.jvp(Old.apply, (x,), (x,)))
t("jacfwd", lambda: torch.func.jacfwd(Gen.apply)(x))
t("hess", lambda: torch.func.hessian(lambda x: Gen.apply(x).sum())(x))
import torch.autograd.forward_ad as fwAD
with fwAD.dual_level():
    d = fwAD.make_dual(x, x)
    t("fwad", lambda: fwAD.unpack_dual(New.apply(d)))
    t("fwad old", lambda: fwAD.unpack_dual(Old.apply(d)))
t("inst", lambda: New()(x))
t("kw", lambda: Old.apply(x=x))
class NoF(Function): pass
t("nof", lambda: NoF.apply(x))
class NoB(Function):
    @staticmethod
    def forward(ctx, x): return x * 1
t("nob", lambda: NoB.apply(xg).sum().backward())
class Bad(Function):
    @staticmethod
    def forward(ctx, x, y): return x * y
    @staticmethod
    def backward(ctx, g): return g
t("badcount", lambda: Bad.apply(xg, x).sum().backward())
class Bad2(Bad):
    @staticmethod
    def backward(ctx, g): return g, g, None, None
t("extra none", lambda: torch.autograd.grad(Bad2.apply(xg, x).sum(), xg))
class Bad3(Bad):
    @staticmethod
    def backward(ctx, g): return g, 3
t("nontensor", lambda: torch.autograd.grad(Bad3.apply(xg, xg).sum(), xg))
class Bad4(Bad):
    @staticmethod
    def backward(ctx, g): return torch.ones(3), None
t("shape", lambda: torch.autograd.grad(Bad4.apply(xg, x).sum(), xg))
class Bad5(Bad):
    @staticmethod
    def backward(ctx, g): return g, g
t("nonvar", lambda: torch.autograd.grad(Bad5.apply(xg, 2).sum(), xg))
class Ret(Function):
    @staticmethod
    def forward(ctx, x): return 3
t("nontensor out", lambda: Ret.apply(xg))
class Ret2(Function):
    @staticmethod
    def forward(ctx, x): return x * 2, "a", None
    @staticmethod
    def backward(ctx, *g): print(g); return g[0]
t("mixed", lambda: Ret2.apply(xg)); t("mixed bw", lambda: torch.autograd.grad(Ret2.apply(xg)[0].sum(), xg))
class Ident(Function):
    @staticmethod
    def forward(ctx, x): return x
    @staticmethod
    def backward(ctx, g): return g * 5
t("ident", lambda: (Ident.apply(xg), Ident.apply(xg) is xg, torch.autograd.grad(Ident.apply(xg).sum(), xg)))
t("ident nograd", lambda: Ident.apply(x) is x)
class View(Function):
    @staticmethod
    def forward(ctx, x): return x.view(-1)
    @staticmethod
    def backward(ctx, g): return g
v = View.apply(xg); print(v._is_view(), v)
t("inplace view", lambda: View.apply(xg.clone()).mul_(2))
class Dirty(Function):
    @staticmethod
    def forward(ctx, x): ctx.mark_dirty(x); x.mul_(2); return x
    @staticmethod
    def backward(ctx, g): return g * 2
y = xg * 1; z = Dirty.apply(y); print(z is y, y, y.grad_fn.name()); t("dirty bw", lambda: torch.autograd.grad(y.sum(), xg))
t("dirty leaf", lambda: Dirty.apply(xg))
class Dirty2(Function):
    @staticmethod
    def forward(ctx, x): ctx.mark_dirty(x); x.mul_(2); return x * 1
    @staticmethod
    def backward(ctx, g): return g * 2
t("dirty2", lambda: Dirty2.apply(xg * 1))
class ND(Function):
    @staticmethod
    def forward(ctx, x):
        a = x.sort(); ctx.mark_non_differentiable(a[1]); return a[0], a[1]
    @staticmethod
    def backward(ctx, g, gi): print(g, gi); return g
o = ND.apply(xg); print(o); t("nd", lambda: torch.autograd.grad(o[0].sum(), xg))
class NM(Function):
    @staticmethod
    def forward(ctx, x): ctx.set_materialize_grads(False); return x * 1, x * 2
    @staticmethod
    def backward(ctx, a, b): print(a, b); return a
t("nm", lambda: torch.autograd.grad(NM.apply(xg)[0].sum(), xg))
class Sv(Function):
    @staticmethod
    def forward(ctx, x): y = x * 2; ctx.save_for_backward(x, y, None); ctx.k = 3; return y
    @staticmethod
    def backward(ctx, g): print(ctx.saved_tensors, ctx.k, ctx.needs_input_grad, ctx.name()); return g
y = Sv.apply(xg); t("sv", lambda: y.sum().backward(retain_graph=True)); t("sv2", lambda: y.sum().backward()); t("sv3", lambda: y.sum().backward())
t("saved after", lambda: y.grad_fn.saved_tensors)
class SvBad(Sv):
    @staticmethod
    def forward(ctx, x): ctx.save_for_backward(3); return x * 1
t("svbad", lambda: SvBad.apply(xg))
class Dbl(Function):
    @staticmethod
    def forward(ctx, x): ctx.save_for_backward(x); return x ** 3
    @staticmethod
    def backward(ctx, g): x, = ctx.saved_tensors; return g * 3 * x ** 2
g, = torch.autograd.grad(Dbl.apply(xg).sum(), xg, create_graph=True); print(g, torch.autograd.grad(g.sum(), xg))
print(torch.autograd.gradcheck(Dbl.apply, (torch.rand(3, dtype=torch.double, requires_grad=True),)), torch.autograd.gradgradcheck(Dbl.apply, (torch.rand(3, dtype=torch.double, requires_grad=True),)))
class Once(Function):
    @staticmethod
    def forward(ctx, x): return x * 2
    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, g): return g * 2
g, = torch.autograd.grad(Once.apply(xg).sum(), xg, create_graph=True); print(g); t("once", lambda: g.sum().backward())
class Mod(Function):
    @staticmethod
    def forward(ctx, x): ctx.save_for_backward(x); return x * 2
    @staticmethod
    def backward(ctx, g): return g * ctx.saved_tensors[0]
a = xg * 1; b = Mod.apply(a); a.add_(1); t("mod", lambda: b.sum().backward())
with torch.no_grad(): print(Old.apply(xg).requires_grad)
with torch.inference_mode(): print(Old.apply(xg))
class Int(Function):
    @staticmethod
    def forward(ctx, x): return x.long()
    @staticmethod
    def backward(ctx, g): return g
print(Int.apply(xg))
class Tup(Function):
    @staticmethod
    def forward(ctx, xs): return xs[0] * 2
    @staticmethod
    def backward(ctx, g): return None
t("tuple in", lambda: Tup.apply((xg,)).requires_grad)
class Cplx(Function):
    @staticmethod
    def forward(ctx, x): return x * (1+2j)
    @staticmethod
    def backward(ctx, g): return g
t("cplx", lambda: torch.autograd.grad(Cplx.apply(xg).abs().sum(), xg))
class Slf(Function):
    @staticmethod
    def forward(ctx, x, n): ctx.n = n; return x.clone()
    @staticmethod
    def backward(ctx, g):
        if ctx.n == 0: return g * 2, None
        with torch.enable_grad():
            z = g.detach().requires_grad_(); Slf.apply(z, ctx.n - 1).sum().backward()
        return z.grad * g, None
t("reentrant", lambda: torch.autograd.grad(Slf.apply(xg, 5).sum(), xg))
n = Old.apply(xg).grad_fn
print(n.name(), n.saved_tensors, n.needs_input_grad, n.metadata, type(n).__module__, New._backward_cls, New._backward_cls._forward_cls)
