# What functions found on classes, modules imported inside, descriptors and instance dicts read and write is guarded and replayed.
import torch, itertools
from torch._dynamo.testing import CompileCounter
def run(name, f, *calls):
    torch._dynamo.reset()
    c = CompileCounter()
    try:
        g = torch.compile(f, backend=c)
        for a in calls:
            if callable(a): a(); continue
            r = g(*a)
            print(name, r if not isinstance(r, torch.Tensor) else r.tolist(), c.frame_count)
    except Exception as e:
        print(name, "EXC", type(e).__name__, str(e).split("\n")[0])
x = torch.ones(2)
def mk():
    n = 1
    class A:
        @staticmethod
        def s(x): return x + n
        @classmethod
        def c(cls, x): return x + n
        @property
        def p(self): return n
        def m(self, x): return x + n
    class B(A):
        def m(self, x): return super().m(x)
    class D:
        def __get__(self, o, t): return n
    class C(A):
        d = D()
    def setn(v):
        nonlocal n; n = v
    return A, B, C, setn
A, B, C, setn = mk()
run("static", lambda x: A.s(x), (x,), lambda: setn(5), (x,)); setn(1)
run("cls", lambda x: A.c(x), (x,), lambda: setn(5), (x,)); setn(1)
a = A(); b = B(); c = C()
run("prop", lambda x: x + a.p, (x,), lambda: setn(5), (x,)); setn(1)
run("super", lambda x: b.m(x), (x,), lambda: setn(5), (x,)); setn(1)
run("meth", lambda x: a.m(x), (x,), lambda: setn(5), (x,)); setn(1)
run("desc", lambda x: x + c.d, (x,), lambda: setn(5), (x,)); setn(1)
def mk2():
    n = 0
    class A:
        @staticmethod
        def s(x):
            nonlocal n; n += 1
            return x + 1
        @property
        def p(self):
            nonlocal n; n += 1
            return 3
        def m(self, x):
            nonlocal n; n += 1
            return x + 1
    class B(A):
        def m(self, x): return super().m(x)
    return A, B, lambda: n
A, B, getn = mk2(); a = A(); b = B()
run("nl static", lambda x: A.s(x), (x,), (x,), lambda: print(getn()))
run("nl prop", lambda x: x + a.p, (x,), (x,), lambda: print(getn()))
run("nl super", lambda x: b.m(x), (x,), (x,), lambda: print(getn()))
run("nl meth", lambda x: a.m(x), (x,), (x,), lambda: print(getn()))
class K:
    def __call__(self, x): return x + 1
k = K()
def newcall(): K.__call__ = lambda self, x: x + 2
run("class call", lambda x: k(x), (x,), newcall, (x,))
class Desc:
    def __init__(self): self.v = 1
    def __get__(self, o, t): return self.v
class H: d = Desc()
h = H()
run("desc state", lambda x: x + h.d, (x,), lambda: setattr(H.__dict__["d"], "v", 7), (x,))
class N1: pass
o = N1()
run("cls name", lambda x: (x + len(o.__class__.__name__)), (x,), lambda: setattr(N1, "__name__", "LongerName"), (x,))
import math as mymath
def imp(x):
    import string
    return x + string.zz
import string; string.zz = 1
run("import", imp, (x,), lambda: setattr(string, "zz", 5), (x,))
class O: pass
o = O()
def dd(x):
    o.__dict__["k"] = 3
    vars(o)["j"] = 4
    return x + 1
run("dict store", dd, (x,)); print(o.__dict__)
class U:
    def __init__(self, **k): self.__dict__.update(**k)
run("dict update", lambda x: x + U(a=2).a, (x,))
import functools
class CP:
    n = 0
    @functools.cached_property
    def v(self):
        CP.n += 1
        return 5
cp = CP()
run("cached", lambda x: x + cp.v, (x,), (x,)); print(CP.n, cp.__dict__)
def cnt(x):
    c = itertools.count(3)
    next(c)
    return x + 1, c
run2 = torch.compile(cnt, backend="eager")
r1 = run2(x)[1]; print(next(r1), next(r1)); r2 = run2(x)[1]; print(next(r2))
