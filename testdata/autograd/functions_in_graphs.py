# Custom functions, operators of scripts, hooks and views in backward passes that are recorded as graphs, run by the engine and by compiled graphs.
import torch
import torch._dynamo
from torch._dynamo import compiled_autograd as ca
from torch._dynamo.utils import counters
def eager(gm): return gm
def comp(gm): return torch.compile(gm, backend="eager", fullgraph=True)
@torch.library.custom_op("mylib::foo", mutates_args=())
def foo(x: torch.Tensor) -> torch.Tensor: return x.sin()
def setup(ctx, inputs, output): ctx.save_for_backward(inputs[0])
def bw(ctx, g): x,=ctx.saved_tensors; return g*x.cos()*2
foo.register_autograd(bw, setup_context=setup)
@foo.register_fake
def _(x): return torch.empty_like(x)
class Two(torch.autograd.Function):
    @staticmethod
    def forward(ctx,a,b): ctx.save_for_backward(a,b); return a*b, a+b
    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx,g1,g2): a,b=ctx.saved_tensors; return g1*b+g2, g1*a+g2
class Setup(torch.autograd.Function):
    @staticmethod
    def forward(a): return a*2
    @staticmethod
    def setup_context(ctx, inputs, output): ctx.k=inputs[0].shape[0]
    @staticmethod
    def backward(ctx,g): return g*ctx.k
class NeedsIn(torch.autograd.Function):
    @staticmethod
    def forward(ctx,a,b): return a*b
    @staticmethod
    def backward(ctx,g): return (g*1 if ctx.needs_input_grad[0] else None),(g*2 if ctx.needs_input_grad[1] else None)
class Mut(torch.autograd.Function):
    @staticmethod
    def forward(ctx,a): a.add_(1); ctx.mark_dirty(a); return a
    @staticmethod
    def backward(ctx,g): return g*3
def cases():
    x=torch.arange(3.,requires_grad=True)
    def g(out, *ins): return torch.autograd.grad(out, ins)
    yield "custom", lambda: g(foo(x).sum(), x)
    yield "two", lambda: g(sum(Two.apply(x,x*2)).sum(), x)
    yield "twoonly", lambda: g(Two.apply(x,x*2)[0].sum(), x)
    yield "setup", lambda: g(Setup.apply(x).sum(), x)
    yield "needs", lambda: g(NeedsIn.apply(x,torch.ones(3)).sum(), x)
    yield "mut", lambda: g(Mut.apply(x*1).sum(), x)
    yield "nested", lambda: g(Setup.apply(Setup.apply(x)).sum(), x)
    def vw():
        y=(x*1); z=y.view(-1); z.mul_(2); return g((y*y).sum(), x)
    yield "view", vw
    yield "retain", lambda: (lambda o: (torch.autograd.grad(o,x,retain_graph=True), torch.autograd.grad(o,x)))((x*x).sum())
    def multi():
        y=x*x; torch.autograd.backward([y.sum(), (y*2).sum()]); r=x.grad.clone(); x.grad=None; return r
    yield "multi", multi
    def tensorhook_remove():
        y=x*x; h=y.register_hook(lambda g: g*100); h.remove(); return g(y.sum(),x)
    yield "hookrm", tensorhook_remove
    def modhook():
        m=torch.nn.Linear(3,1); torch.nn.init.ones_(m.weight); l=[]
        m.register_full_backward_hook(lambda mod,gi,go: l.append(go[0].sum().item()))
        o=m(x).sum(); r=g(o,x); return r, l
    yield "modhook", modhook
    def noleaf():
        y=x*2; return torch.autograd.grad((y*y).sum(), y)
    yield "nonleaf", noleaf
    def seq():
        p=torch.nn.Parameter(torch.ones(3)); o=torch.optim.Adam([p],0.1)
        for _ in range(3): o.zero_grad(); (p*x.detach()).sum().backward(); o.step()
        return p.detach()
    yield "adam", seq
    def grads_in(): return torch.autograd.grad(x*x, x, torch.tensor([1.,2.,3.]))
    yield "gradin", grads_in
    def err():
        y=x*x
        try: y.backward()
        except RuntimeError as e: return str(e)
    yield "scalar", err
    def verr():
        y=x*1; z=y*y; y.add_(1)
        try: z.sum().backward()
        except RuntimeError as e: return str(e)[:60]
    yield "version", verr
for n,f in cases():
    e=f(); o=[]
    for c in (eager, comp):
        torch._dynamo.reset(); counters["compiled_autograd"].clear()
        try:
            with ca._enable(c): a=f()
            o.append((str(a)==str(e), counters["compiled_autograd"]["captures"]))
            if str(a)!=str(e): print("   ", str(a)[:150], "|", str(e)[:150])
        except BaseException as ex: o.append((type(ex).__name__, str(ex).split("\n")[0][:80], [l.strip()[:150] for l in str(ex).split("\n") if "context" in l][:1]))
    print(n, o)
