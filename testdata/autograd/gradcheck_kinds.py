# gradcheck and gradgradcheck: complex numbers, forward mode, the fast mode, and what each says of wrong derivatives.
import torch
import warnings
warnings.simplefilter("ignore")
from torch.autograd import gradcheck, gradgradcheck, Function
def t(name, f):
    try: print(name, "=>", f())
    except Exception as e: print(name, "=>", type(e).__name__, str(e).split("\n")[0][:150])
D = torch.double; C = torch.cdouble
def mk(*s, dtype=D): 
    torch.manual_seed(0); return torch.rand(*s, dtype=dtype).requires_grad_()
def F(fwd, bwd, jvp=None, **ns):
    d = {"forward": staticmethod(fwd), "backward": staticmethod(bwd), **ns}
    if jvp: d["jvp"] = staticmethod(jvp)
    return type("Fn", (Function,), d).apply
def save(ctx, x): ctx.save_for_backward(x); return x*x
bad = F(lambda ctx, x: x*2, lambda ctx, g: g*3)
badC = F(lambda ctx, x: x.conj()*2, lambda ctx, g: g*2)
nodouble = F(save, lambda ctx, g: (ctx.saved_tensors[0].detach()*g.detach()*2))
class Undef(Function):
    @staticmethod
    def forward(ctx, x, y): ctx.set_materialize_grads(False); return x*2, y*3
    @staticmethod
    def backward(ctx, g, h): return g*2, h*3
class Rand(Function):
    @staticmethod
    def forward(ctx, x): return x*1
    @staticmethod
    def backward(ctx, g): return g + torch.rand_like(g)*1e-4
class NotMul(Function):
    @staticmethod
    def forward(ctx, x): return x.sum()*1
    @staticmethod
    def backward(ctx, g): return torch.ones(2, dtype=D)
for fast in (False, True):
    k = dict(fast_mode=fast)
    t(f"{fast} ok", lambda: gradcheck(lambda x: x**3, mk(2,3), **k))
    t(f"{fast} many", lambda: gradcheck(lambda x, y, n: (x*y, x.sum(), n), (mk(2), mk(2), torch.ones(2)), **k))
    t(f"{fast} bad", lambda: gradcheck(bad, mk(2), **k))
    t(f"{fast} bad noraise", lambda: gradcheck(bad, mk(2), raise_exception=False, **k))
    t(f"{fast} badC", lambda: gradcheck(badC, mk(2, dtype=C), **k))
    t(f"{fast} badF", lambda: gradcheck(F(save, lambda ctx, g: g*2*ctx.saved_tensors[0], lambda ctx, t: t*5), mk(2), check_forward_ad=True, **k))
    t(f"{fast} badF only", lambda: gradcheck(F(save, lambda ctx, g: g*2*ctx.saved_tensors[0], lambda ctx, t: t*5), mk(2), check_forward_ad=True, check_backward_ad=False, **k))
    t(f"{fast} badFC", lambda: gradcheck(F(lambda ctx, x: x*2, lambda ctx, g: g*2, lambda ctx, t: t.conj()*2), mk(2, dtype=C), check_forward_ad=True, **k))
    t(f"{fast} R->C", lambda: gradcheck(lambda x: torch.complex(x, x*2)*1j, mk(2), check_forward_ad=True, **k))
    t(f"{fast} C->R", lambda: gradcheck(lambda x: (x.abs(), x.angle()), mk(2, dtype=C), check_forward_ad=True, **k))
    t(f"{fast} rand", lambda: gradcheck(Rand.apply, mk(2), atol=1e-2, **k))
    t(f"{fast} rand tol", lambda: gradcheck(Rand.apply, mk(2), atol=1e-2, nondet_tol=1e-3, **k))
    t(f"{fast} notmul", lambda: gradcheck(NotMul.apply, mk(2), **k))
    t(f"{fast} undef", lambda: gradcheck(Undef.apply, (mk(2), mk(2)), **k))
    t(f"{fast} undef off", lambda: gradcheck(Undef.apply, (mk(2), mk(2)), check_undefined_grad=False, **k))
    t(f"{fast} nograd", lambda: gradcheck(lambda x: x*2, torch.ones(2, dtype=D), **k))
    t(f"{fast} detached", lambda: gradcheck(lambda x: x.detach()*2, mk(2), **k))
    t(f"{fast} const", lambda: gradcheck(lambda x: torch.ones(2, dtype=D), mk(2), **k))
    t(f"{fast} float loose", lambda: gradcheck(lambda x: x*2, mk(2, dtype=torch.float), eps=1e-2, atol=1e-1, **k))
    t(f"{fast} stride0", lambda: gradcheck(lambda x: x*2, torch.ones(1, dtype=D).expand(3).requires_grad_(), **k))
    t(f"{fast} kwargs", lambda: gradcheck(lambda x: x*2, mk(2), check_forward_ad=False, check_backward_ad=False, **k))
    t(f"{fast} kwargs2", lambda: gradcheck(lambda x: x*2, mk(2), check_batched_forward_grad=True, **k))
    t(f"{fast} gg ok", lambda: gradgradcheck(lambda x: x**3, mk(2), **k))
    t(f"{fast} gg lin", lambda: gradgradcheck(lambda x: x*2, mk(2), **k))
    t(f"{fast} gg nodouble", lambda: gradgradcheck(nodouble, mk(2), **k))
    t(f"{fast} gg C", lambda: gradgradcheck(lambda x: x*x.conj()*x, mk(2, dtype=C), check_fwd_over_rev=True, **k))
    t(f"{fast} gg fwd", lambda: gradgradcheck(lambda x, y: (x*x*y).sum(), (mk(2), mk(2)), check_fwd_over_rev=True, check_rev_over_rev=False, **k))
    t(f"{fast} gg nc", lambda: gradgradcheck(lambda x: x**3, mk(2), gen_non_contig_grad_outputs=True, check_batched_grad=True, **k))
    t(f"{fast} gg none", lambda: gradgradcheck(lambda x: x.detach(), mk(2), **k))
    t(f"{fast} gg go", lambda: gradgradcheck(lambda x: x**3, mk(2), mk(2), **k))
    t(f"{fast} empty", lambda: gradcheck(lambda x: x*2, mk(0, 3), check_forward_ad=True, **k))
    t(f"{fast} view", lambda: gradcheck(lambda x: x.t()[0], mk(2, 3), check_forward_ad=True, **k))
    t(f"{fast} inplace", lambda: gradcheck(lambda x: x.clone().mul_(x), mk(2, 3), check_forward_ad=True, **k))
    t(f"{fast} noncontig", lambda: gradcheck(lambda x: x**2, torch.rand(3,2,dtype=D).t().requires_grad_(), **k))
    t(f"{fast} nonleaf", lambda: gradcheck(lambda x: x**2, mk(3)*2, **k))
    t(f"{fast} closure", lambda: (lambda w: gradcheck(lambda x: x*w.sum(), (mk(3),), **k))(mk(2)))
    t(f"{fast} err", lambda: gradcheck(lambda x: x.foo(), mk(3), **k))
    t(f"{fast} dict", lambda: gradcheck(lambda x: {"a": x}, mk(3), **k))
    t(f"{fast} none", lambda: gradcheck(lambda x: None, mk(3), **k))
    t(f"{fast} list", lambda: gradcheck(lambda x: [x*2], [mk(3)], **k))
    t(f"{fast} dtypes", lambda: gradcheck(lambda x: x.float(), mk(3), check_grad_dtypes=True, atol=1e-1, eps=1e-2, **k))
    t(f"{fast} int out", lambda: gradcheck(lambda x: (x*2, x.argmax()), mk(3), **k))
    t(f"{fast} same twice", lambda: (lambda x: gradcheck(lambda a, b: a*b, (x, x), **k))(mk(3)))
from torch.autograd.gradcheck import get_numerical_jacobian, get_analytical_jacobian
x = mk(2)
