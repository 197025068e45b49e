"""Classes that compiled code makes: by class statements, where a setting says so, and by type(): what they may take from around them, and what can be done with them."""
import torch, dataclasses, enum, collections, abc, typing
import torch._dynamo
torch._dynamo.config.enable_trace_load_build_class=True
def t(name, f, *a, cmp=True):
    torch._dynamo.reset()
    from torch._dynamo.testing import CompileCounter
    c = CompileCounter()
    try:
        r = torch.compile(f, backend=c, fullgraph=True)(*a)
        print(name, "OK", r if not isinstance(r, type) else (r.__name__, r.__qualname__, r.__module__), c.frame_count, c.op_count)
    except Exception as e:
        s = str(e).split("\n\nfrom user")[0].split("\n For more")[0]
        print(name, type(e).__name__, s[:900])
X = torch.ones(2)
G = 5
def f1(x):
    class A:
        def __init__(self, v): self.v = v
    return x + A(3).v
t("simple", f1, X)
def f2(x):
    k = 4
    class A:
        def m(self): return k
    return x + A().m()
t("closure const", f2, X)
def f3(x):
    y = x * 2
    class A:
        def m(self): return y
    return x + A().m()
t("closure tensor", f3, X)
def f4(x):
    l = []
    class A:
        def m(self): l.append(1); return self
    A().m().m()
    return x + len(l)
t("closure list", f4, X)
def f5(x):
    n = 0
    class A:
        def m(self):
            nonlocal n
            n += 1
    A().m()
    A().m()
    return x + n
t("closure nonlocal", f5, X)
def f6(x):
    class A:
        def m(self): return z
    z = 3
    return x + A().m()
t("cell later", f6, X)
def f7(x):
    class A:
        def __init__(self): self.a = 1
    class B(A):
        def __init__(self): super().__init__(); self.b = 2
    b = B()
    return x + b.a + b.b
t("super", f7, X)
def f8(x):
    class A: pass
    return A
t("return class", f8, X)
def f9(x):
    class A: pass
    a = A(); a.x = x
    return a.x + 1, a
t("return inst", lambda x: f9(x)[0], X)
def f11(x):
    class A:
        y = 3
        z = [i for i in range(y)]
        w = G
    A.q = 4
    return x + A.y + len(A.z) + A.w + A.q
t("attrs", f11, X)
def f12(x):
    @dataclasses.dataclass
    class A:
        y: int = 3
    return x + A().y
t("dataclass", f12, X)
def f13(x):
    class E(enum.Enum):
        A = 1
    return x + E.A.value
t("enum", f13, X)
def f14(x):
    class E(collections.namedtuple("N", "a b")): pass
    return x + E(1, 2).a
t("namedtuple", f14, X)
def f17(x):
    class A(abc.ABC):
        @abc.abstractmethod
        def m(self): ...
    class B(A):
        def m(self): return 2
    return x + B().m()
t("abc", f17, X)
def f18(x):
    class A:
        @property
        def p(self): return 3
        @staticmethod
        def s(): return 1
        @classmethod
        def c(cls): return cls()
        __slots__ = ("u",)
    a = A.c(); a.u = 5
    return x + a.p + A.s() + a.u
t("descr", f18, X)
def f21(x, cls):
    class A(cls): pass
    return x + A(2)
t("base arg", f21, X, int)
def f22(x):
    l = []
    for i in range(2):
        class A:
            v = i
        l.append(A)
    return x + l[0].v + l[1].v
t("loop closure in body", f22, X)
def f23(x):
    class A:
        def m(self, x): return x.sin()
    return A().m(x)
t("tensor method", f23, X)
def f24(x):
    def mk():
        class A:
            q = 1
        return A
    return x + mk().q
t("inlined", f24, X)
def f25(x):
    class A(dict): pass
    a = A(); a[1] = x
    return a
t("return dict inst", f25, X)
def f26(x):
    class A:
        1 / 0
t("err in body", f26, X)
def f27(x):
    class A:
        1 / 0
    return x
def f27b(x):
    try: f27(x)
    except ZeroDivisionError: return x + 1
t("err in body caught", f27b, X)
def f29(x):
    class A(int): pass
    class B(A): pass
    return x + B(3), A.__name__, A.__qualname__, B.__mro__[1].__name__, isinstance(B(2), A), issubclass(B, int)
t("bases", f29, X)
def f30(x):
    f = lambda: 3
    class A:
        def m(self): return f()
    return x + A().m()
t("closure fn", f30, X)
def f31(x):
    d = {}
    class A(str):
        def __eq__(self, o): d.clear(); return NotImplemented
        def __hash__(self): return hash("t")
    d[A()] = 1
    return "t" in d
t("closure dict", f31, X)
def f32(x):
    class Foo:
        def m(self, o): return isinstance(o, Foo)
    return Foo().m(Foo())
t("self cell", f32, X)
def f33(x):
    class Exc(Exception): pass
    class B:
        def __eq__(self, o): raise Exc()
        def __hash__(self): return 1
    try: {B(): 1}[1]
    except Exc: return x + 1
    return x
t("closure cls", f33, X)
class Base:
    def g(self): return 5
def meth(self): return 4
t("type a", lambda x: type("A", (), {"v": 3}).v + x, X)
t("type b", lambda x: type("A", (Base,), {"v": 3})().g() + x, X)
t("type c", lambda x: type("A", (Base,), {"f": meth})().f() + x, X)
t("type d", lambda x: type("A", (Base,), {"f": lambda self: 7})().f() + x, X)
def e(x):
    k = 3
    return type("A", (Base,), {"f": lambda self: k})().f() + x
t("type e", e, X)
t("type f", lambda x: type("A", (Base,), {"t": x})().t + x, X)
t("type g", lambda x: type("A", (Base,), {}), X)
t("type h", lambda x: type("A", (Base,), {})(), X)
t("type i", lambda x: type("A", (torch.Tensor,), {}) is None, X)
t("type j", lambda x: type("A", (torch.nn.Module,), {})().training, X)
t("type l", lambda x, b: type("A", (b,), dict(z=[1, 2]))().z, X, Base)
t("type m", lambda x: isinstance(type("A", (Base,), {})(), Base), X)
t("type n", lambda x: type(3, (), {}), X)
t("type o", lambda x: type("A", (), {}, q=3), X)
t("type p", lambda x: type(), X)
t("type q", lambda x: type("A", ()), X)
t("type r", lambda x: type("A", (list,), {})([1, 2]), X)
t("type s", lambda x: len(type("A", (dict,), {})(a=1)), X)
t("type t", lambda x: type("E", (Exception,), {})("q").args, X)
def u(x):
    A = type("A", (), {"v": 3}); A.v = 5
    return A.v + x
t("type u", u, X)
def v(x):
    a = type("A", (), {"v": 3})(); a.q = x
    return a.q + a.v
t("type v", v, X)
