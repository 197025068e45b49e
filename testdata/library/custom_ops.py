# Operators made by torch.library.custom_op: kernels, derivatives, rules for vmap, autocast, modes, checks.
import re
import torch
from torch import Tensor
from typing import *
import torch.library as L
def t(name, f):
    try: r = f(); print(name, "->", r)
    except Exception as e: print(name, "!", type(e).__name__, re.sub(r"<module .*?'>", "<module>", str(e))[:400])
@L.custom_op("my::sin", mutates_args=())
def sin(x: Tensor) -> Tensor: return torch.from_numpy(__import__("numpy").sin(x.detach().numpy()))
x = torch.tensor([0.5, 1.0]); xg = x.clone().requires_grad_()
print(sin, sin._name, sin._qualname, sin._opoverload, sin._namespace)
print(sin(x), torch.ops.my.sin(x), torch.ops.my.sin.default(x), torch.ops.my.sin, torch.ops.my.sin.default._schema)
t("grad none", lambda: sin(xg))
t("grad none bw", lambda: sin(xg).sum().backward())
t("no grad", lambda: torch.no_grad()(sin)(xg))
t("dev", lambda: sin(torch.empty(2, device="meta")))
t("kw", lambda: sin(x=x))
t("kwbad", lambda: sin(y=x))
t("few", lambda: sin())
t("many", lambda: sin(x, x))
t("int", lambda: sin(3))
t("str", lambda: sin("a"))
def f(x): return sin(x)
@sin.register_fake
def _(x): return torch.empty_like(x)
t("meta", lambda: sin(torch.empty(2, device="meta")))
t("compile", lambda: torch.compile(f, backend="aot_eager", fullgraph=True)(x))
t("make_fx", lambda: torch.fx.experimental.proxy_tensor.make_fx(f, tracing_mode="symbolic")(x).code)
def setup(ctx, inputs, output):
    x, = inputs; ctx.save_for_backward(x); print("setup", type(ctx).__name__, ctx.needs_input_grad)
def bw(ctx, g):
    x, = ctx.saved_tensors; return g * x.cos()
sin.register_autograd(bw, setup_context=setup)
y = sin(xg); print(y, y.grad_fn.name())
t("bw", lambda: (y.sum().backward(), xg.grad))
t("vmap", lambda: torch.vmap(sin)(torch.randn(3,2)).shape)
@sin.register_vmap
def _(info, in_dims, x):
    print("vmap", info.batch_size, info.randomness, in_dims, x.shape); return sin(x), in_dims[0]
t("vmap", lambda: torch.vmap(sin)(torch.ones(3,2)))
t("vmap", lambda: torch.vmap(sin, in_dims=1)(torch.ones(3,2)).shape)
t("vmap vmap", lambda: torch.vmap(torch.vmap(sin))(torch.ones(2,2)))
t("functorch grad", lambda: torch.func.grad(lambda x: sin(x).sum())(x))
t("jvp", lambda: torch.func.jvp(sin, (x,), (x,)))
sin.register_autocast("cpu", torch.bfloat16)
with torch.autocast("cpu", dtype=torch.bfloat16):
    t("autocast", lambda: torch.ops.my.sin(x))
t("ac bad", lambda: sin.register_autocast("foo", torch.float))
# mutation
@L.custom_op("my::add_", mutates_args={"out"})
def add_(x: Tensor, out: Tensor) -> None: out.add_(x)
o = torch.zeros(2); v = o._version
print(add_(x, o), o, o._version - v, add_._opoverload._schema)
def g(x):
    o = torch.zeros(2); add_(x, o); return o
print(torch.compile(g, backend="aot_eager", fullgraph=True)(x))
t("mut bw", lambda: add_.register_autograd(bw))
t("mut leaf", lambda: add_(x, torch.zeros(2, requires_grad=True)))
# several devices
@L.custom_op("my::two", mutates_args=(), device_types="cpu")
def two(x: Tensor) -> Tensor: return x + 1
print(two(x))
t("two meta", lambda: two(x.to("meta")))
@two.register_kernel("cuda")
def _(x): return x
print(two(x))
@L.custom_op("my::fac", mutates_args=(), device_types="cpu")
def fac(device: torch.device) -> Tensor: return torch.ones(2, device=device)
t("fac", lambda: fac("cpu")); t("fac", lambda: fac(torch.device("cpu")))
def nofac(n: int) -> Tensor: return torch.ones(n)
t("nofac", lambda: L.custom_op("my::nofac", nofac, mutates_args=(), device_types="cpu"))
t("nofac2", lambda: L.custom_op("my::nofac2", nofac, mutates_args=())(3))
# aliasing result
@L.custom_op("my::same", mutates_args=())
def same(x: Tensor) -> Tensor: return x
t("alias", lambda: same(x))
@L.custom_op("my::same2", mutates_args=())
def same2(x: Tensor) -> Tensor: return x.view(-1)
t("alias2", lambda: same2(x))
t("alias2 grad", lambda: same2(xg))
@L.custom_op("my::dup", mutates_args=())
def dup(x: Tensor) -> Tuple[Tensor, Tensor]:
    y = x.clone(); return y, y
t("dup", lambda: dup(x))
@L.custom_op("my::wrong", mutates_args=())
def wrong(x: Tensor) -> Tensor: return 3
t("wrong", lambda: wrong(x))
@L.custom_op("my::lst", mutates_args=())
def lst(x: Sequence[Tensor], n: int = 2) -> List[Tensor]: return [a * n for a in x]
t("lst", lambda: lst([x, x])); t("lst grad", lambda: lst([xg]))
lst.register_autograd(lambda ctx, gs: ([g * 2 for g in gs], None))
t("lst grad", lambda: lst([xg, x]))
t("lst bw", lambda: torch.autograd.grad(lst([xg, xg])[0].sum(), xg))
lst.register_autograd(lambda ctx, gs: ([gs[0]], None))
t("lst bw bad", lambda: torch.autograd.grad(lst([xg, xg])[0].sum(), xg))
@L.custom_op("my::cls", mutates_args=())
def cls(x: Tensor, k: float) -> Tensor: return x * k
cls.register_autograd(lambda ctx, g: (g, None, None))
t("bw count", lambda: torch.autograd.grad(cls(xg, 2.0).sum(), xg))
cls.register_autograd(lambda ctx, g: (g, g))
t("bw nontensor", lambda: torch.autograd.grad(cls(xg, 2.0).sum(), xg))
@L.custom_op("my::kwo", mutates_args=())
def kwo(x: Tensor, *, k: float = 2.0) -> Tensor: return x * k
def su(ctx, inputs, keyword_only_inputs, output): ctx.k = keyword_only_inputs["k"]; print(inputs, keyword_only_inputs)
kwo.register_autograd(lambda ctx, g: g * ctx.k, setup_context=su)
t("kwo", lambda: torch.autograd.grad(kwo(xg, k=3.0).sum(), xg))
def kwt(x: Tensor, *, k: Tensor) -> Tensor: return x * k
t("kwt", lambda: L.custom_op("my::kwt", mutates_args=())(kwt))
with two.set_kernel_enabled("cpu", False) as _: t("disabled", lambda: two(x))
L.register_autograd("my::two", bw, setup_context=setup); print(torch.autograd.grad(two(xg).sum(), xg))
t("unk", lambda: L.register_autograd("nope::x", bw)); t("unk", lambda: L.register_kernel("nope::x", "cpu", lambda x: x)); t("unk", lambda: L.register_vmap("nope::x", lambda x: x)); t("unk", lambda: L.register_autocast("nope::x", "cpu", torch.float))
t("nonstr", lambda: L.register_fake(3, lambda x: x)); t("nonstr", lambda: L.register_autograd(3, bw)); t("nonstr", lambda: L.register_kernel(3, "cpu")); t("nonstr", lambda: L.register_vmap(3, bw)); t("nonstr", lambda: L.opcheck(3, ()))
from torch.utils._python_dispatch import TorchDispatchMode
class M(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        print("mode", func, args and type(args[0]).__name__); return func(*args, **(kwargs or {}))
with M(): print(two(x))
@two.register_torch_dispatch(M)
def _(mode, func, types, args, kwargs): print("rule", type(mode).__name__, func, types, kwargs); return func(*args)
with M(): print(two(x))
class W(torch.Tensor):
    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None): print("cls", func); return torch.utils._pytree.tree_map_only(W, lambda a: a, 3)
L.register_torch_dispatch("my::two", W, lambda cls, func, types, args, kwargs: (print("wrule", cls.__name__, func), 5)[1])
@L.custom_op("my::multi", mutates_args=())
def multi(x: Tensor, y: Tensor) -> Tuple[Tensor, Tensor, int]: return x + y, x * y, 7
print(multi(x, x), multi(xg, x))
multi.register_autograd(lambda ctx, *gs: (print(gs), gs[0], None)[1:])
t("multi", lambda: torch.autograd.grad(multi(xg, x)[0].sum(), xg))
@L.custom_op("my::opt", mutates_args=())
def opt(x: Tensor, y: Optional[Tensor] = None, k: Optional[float] = None) -> Tensor: return x if y is None and k is not None and x is None else x.clone()
print(opt(x), opt(x, None), opt(x, x, 2.0), opt(x, k=1.0))
@L.custom_op("my::nograd_out", mutates_args=())
def ng(x: Tensor) -> Tensor: return x.argmax()
print(ng(xg))
class Mod(torch.nn.Module):
    def forward(self, x): return sin(x) + 1
ep = torch.export.export(Mod(), (x,)); print(ep.graph_module.code)
from torch._library.custom_ops import CustomOpDef
print(isinstance(sin, CustomOpDef), L._maybe_get_opdef("my::sin") is sin, L._maybe_get_opdef("a::b"))
print(torch.library.custom_op.__module__, torch.library.infer_schema.__module__)
# opcheck failures
@L.custom_op("my::mut", mutates_args=())
def mut(x: Tensor) -> Tensor: x.add_(1); return x.clone()
mut.register_fake(lambda x: torch.empty_like(x))
t("oc mut", lambda: L.opcheck(mut, (x.clone(),)))
@L.custom_op("my::fk", mutates_args=())
def fk(x: Tensor) -> Tensor: return x[:1].clone()
fk.register_fake(lambda x: torch.empty_like(x))
t("oc fk", lambda: L.opcheck(fk, (x.clone(),)))
t("oc names", lambda: L.opcheck(fk, (x.clone(),), test_utils="foo"))
t("oc noraise", lambda: L.opcheck(fk, (x.clone(),), test_utils="test_faketensor", raise_exception=False))
t("oc nofake", lambda: L.opcheck(lst, ([x],)))
t("opcheck", lambda: L.opcheck(multi, (x, x), test_utils=("test_schema", "test_autograd_registration")))
