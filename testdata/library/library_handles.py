# torch.library.Library and the functions around it: definitions, kernels by dispatch key, overloads, fake implementations.
import torch
from torch import Tensor
import torch.library as L
def t(name, f):
    try: r = f(); print(name, "->", r)
    except Exception as e: print(name, "!", type(e).__name__, str(e)[:500])
x = torch.tensor([0.5, 1.0]); xg = x.clone().requires_grad_()
lib = L.Library("lb", "DEF")
print(lib)
t("kind", lambda: L.Library("lb2", "FOO"))
t("reserved", lambda: L.Library("prim", "DEF"))
print(lib.define("foo(Tensor x) -> Tensor"))
t("bad schema", lambda: lib.define("bar(Tensr x) -> Tensor"))
lib.impl("foo", lambda x: x * 2, "CPU"); print(torch.ops.lb.foo(x))
t("impl twice", lambda: lib.impl("foo", lambda x: x * 3, "CPU")); print(torch.ops.lb.foo(x))
t("impl twice no", lambda: lib.impl("foo", lambda x: x * 3, "CPU", allow_override=False))
t("impl key", lambda: lib.impl("foo", lambda x: x, "Nope"))
lib.define("nk(Tensor x) -> Tensor")
t("impl nokey", lambda: lib.impl("nk", lambda x: x.sin())); print(torch.ops.lb.nk(xg)); t("nokeymeta", lambda: lib.impl("nk", lambda x: x, "Meta"))
t("impl notfn", lambda: lib.impl("foo", 3, "CPU"))
t("impl unknown", lambda: lib.impl("zzz", lambda x: x, "CPU"))
y = torch.ops.lb.foo(xg); print(y, y.requires_grad)
t("bw", lambda: y.sum().backward())
lib.impl("foo", lambda x: torch.empty_like(x), "Meta"); print(torch.ops.lb.foo(x.to("meta")))
lib.define("comp(Tensor x) -> Tensor"); lib.impl("comp", lambda x: x.sin() + 1, "CompositeImplicitAutograd")
print(torch.ops.lb.comp(xg)); t("bw", lambda: torch.autograd.grad(torch.ops.lb.comp(xg).sum(), xg))
print(torch.ops.lb.comp(x.to("meta")))
lib.define("cea(Tensor x) -> Tensor"); lib.impl("cea", lambda x: x.sin() + 1, "CompositeExplicitAutograd")
print(torch.ops.lb.cea(xg))
lib.define("ag(Tensor x) -> Tensor")
class F(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x): 
        with torch._C._AutoDispatchBelowAutograd(): return torch.ops.lb.ag(x)
    @staticmethod
    def backward(ctx, g): return g * 7
lib.impl("ag", F.apply, "Autograd"); lib.impl("ag", lambda x: x + 1, "CPU")
print(torch.ops.lb.ag(xg)); t("bw", lambda: torch.autograd.grad(torch.ops.lb.ag(xg).sum(), xg))
frag = L.Library("lb", "FRAGMENT"); print(frag)
frag.define("foo.ov(Tensor x, int k) -> Tensor"); frag.impl("foo.ov", lambda x, k: x * k, "CPU")
print(torch.ops.lb.foo(x, 3), torch.ops.lb.foo.overloads(), torch.ops.lb.foo.ov)
t("no overload", lambda: torch.ops.lb.foo("a"))
L.define("lb3::bar", "(Tensor x, float k=2.0) -> Tensor")
@L.impl("lb3::bar", "default")
def _(x, k=2.0): return x * k
print(torch.ops.lb3.bar(x), torch.ops.lb3.bar.default._schema)
t("def bad", lambda: L.define("bar", "(Tensor x) -> Tensor"))
t("def bad", lambda: L.define("a::bar", "foo(Tensor x) -> Tensor"))
t("def bad", lambda: L.define(3, "(Tensor x) -> Tensor"))
t("impl bad", lambda: L.impl("lb3::bar", "foo")(lambda x: x))
L.define("lb3::cpuonly", "(Tensor x) -> Tensor")
L.impl("lb3::cpuonly", ("cpu", "cuda"), lambda x: x + 5)
print(torch.ops.lb3.cpuonly(x)); t("meta", lambda: torch.ops.lb3.cpuonly(x.to("meta")))
L.register_fake("lb3::cpuonly", lambda x: torch.empty_like(x)); print(torch.ops.lb3.cpuonly(x.to("meta")))
L.register_autograd("lb3::cpuonly", lambda ctx, g: g * 3); print(torch.autograd.grad(torch.ops.lb3.cpuonly(xg).sum(), xg))
L.register_vmap("lb3::cpuonly", lambda info, in_dims, x: (x + 5, in_dims[0])); print(torch.vmap(torch.ops.lb3.cpuonly)(torch.ones(2,2)))
t("rk", lambda: L.register_kernel("lb3::cpuonly", "cpu")(lambda x: x + 6)); print(torch.ops.lb3.cpuonly(x))
with L._scoped_library("scoped", "FRAGMENT") as l2:
    l2.define("one(Tensor x) -> Tensor"); l2.impl("one", lambda x: x, "CPU"); print(torch.ops.scoped.one(x))
t("scoped gone", lambda: torch.ops.scoped.one(x))
# override aten
l3 = L.Library("aten", "IMPL")
l3.impl("sin", lambda x: x * 100, "CPU"); print(torch.sin(x)); l3._destroy(); print(torch.sin(x))
# item / dynamic
L.define("lb3::nz", "(Tensor x) -> Tensor")
L.impl("lb3::nz", "cpu", lambda x: x.nonzero())
@L.register_fake("lb3::nz")
def _(x):
    ctx = L.get_ctx(); n = ctx.new_dynamic_size(); return x.new_empty([n, x.dim()], dtype=torch.int64)
print(torch.fx.experimental.proxy_tensor.make_fx(lambda x: torch.ops.lb3.nz(x), tracing_mode="symbolic")(x).code)
t("ctx outside", lambda: L.get_ctx())
t("fallback", lambda: L.Library("lb", "IMPL", "CPU").fallback(lambda *a: 1))
# keyset
lib.define("ks(Tensor x) -> Tensor"); lib.impl("ks", lambda keyset, x: x + (1 if keyset.has(torch._C.DispatchKey.CPU) else 0), "CPU", with_keyset=True)
t("ks", lambda: torch.ops.lb.ks(x))
# default
lib.define("many(Tensor x, *, int[] d=[1, 2], str s=\"a\", bool? b=None, ScalarType? dt=None, Scalar k=1.5) -> (Tensor, Tensor)")
lib.impl("many", lambda x, *, d=[1,2], s="a", b=None, dt=None, k=1.5: (print(d, s, b, dt, k), (x.clone(), x.clone()))[1], "CPU")
print(torch.ops.lb.many(x), torch.ops.lb.many(x, d=[3], dt=torch.float64, b=True))
lib.define("named(Tensor x) -> (Tensor a, Tensor b)"); lib.impl("named", lambda x: (x.clone(), x.clone()), "CPU"); print(torch.ops.lb.named(x))
lib.define("noret(Tensor(a!) x) -> ()"); lib.impl("noret", lambda x: x.add_(1) and None if False else print("in") , "CPU"); z = torch.zeros(2); print(torch.ops.lb.noret(z), z)
lib.define("inpl(Tensor(a!) x) -> Tensor(a!)"); lib.impl("inpl", lambda x: x.add_(1), "CPU"); print(torch.ops.lb.inpl(z) is z, z)
lib.define("ints(int a, float b, bool c, str s) -> (int, float)"); lib.impl("ints", lambda a, b, c, s: (a + 1, b), "CompositeExplicitAutograd"); print(torch.ops.lb.ints(1, 2, True, "s"))
t("ints bad", lambda: torch.ops.lb.ints(1.5, 2, True, "s"))
lib.define("lists(Tensor[] xs, Tensor?[] ys, int[2] k) -> Tensor[]"); lib.impl("lists", lambda xs, ys, k: (print(type(xs), ys, k), list(xs))[1], "CPU"); print(torch.ops.lb.lists([x, x], [None, x], [1, 2]))
print(torch.ops.lb.foo.default.tags, torch.Tag.pt2_compliant_tag)
lib.define("tg(Tensor x) -> Tensor", tags=torch.Tag.pointwise); print(torch.ops.lb.tg.default.tags)
print(torch._library.utils.parse_namespace("a::b"), torch._library.utils.is_functional_schema(torch.ops.lb.foo.default._schema))
