# classes
class Meta(type):
    def __new__(m, name, bases, ns, **kw):
        print("new", name, kw); return super().__new__(m, name, bases, ns)
    def __init__(cls, name, bases, ns, **kw): super().__init__(name, bases, ns)
    def __call__(cls, *a): print("call", a); return super().__call__(*a)
    @classmethod
    def __prepare__(m, name, bases, **kw): return {"prep": 1}
class A(metaclass=Meta, x=1):
    def __init__(self, v): self.v = v
print(A(3).v, A.prep, type(A))
class D:
    def __set_name__(self, o, n): self.n = "_" + n
    def __get__(self, i, o): return self if i is None else getattr(i, self.n, "unset")
    def __set__(self, i, v): setattr(i, self.n, v)
class B:
    d = D()
    def __init_subclass__(cls, tag=None, **kw): super().__init_subclass__(**kw); print("sub", cls.__name__, tag)
class C(B, tag="t"): pass
c = C(); print(c.d); c.d = 4; print(c.d, c.__dict__)
class X:
    def f(self): return "X"
class Y(X):
    def f(self): return "Y" + super().f()
class Z(X):
    def f(self): return "Z" + super().f()
class W(Y, Z):
    def f(self): return "W" + super().f()
print(W().f(), [k.__name__ for k in W.__mro__])
class S:
    __slots__ = ("a", "b")
    def __init__(self): self.a = 1
s = S(); print(s.a)
for act in ("s.b", "s.c", "s.c = 1"):
    try: exec(act)
    except AttributeError as e: print(e)
class L(list):
    def __getitem__(self, i): return ("got", super().__getitem__(i))
l = L([1, 2, 3]); print(l[0], len(l), l, list(l), sum(l))
class I(int):
    def __add__(self, o): return I(int(self) + int(o) * 10)
    def __repr__(self): return f"I({int(self)})"
print(I(3) + 4, I(3) * 2, 4 + I(3), [I(2)], I(7) == 7, hash(I(7)))
class DD(dict):
    def __missing__(self, k): return k * 2
d = DD(a=1); print(d["a"], d["zz"], d.get("q"), d)
class P:
    def __init__(self): self._x = 0
    @property
    def x(self): return self._x
    @x.setter
    def x(self, v): self._x = v
    @staticmethod
    def s(): return "s"
    @classmethod
    def c(cls): return cls.__name__
p = P(); p.x = 5; print(p.x, P.s(), p.c(), P.x.fget.__name__)
try: del p.x
except AttributeError as e: print(e)
class Op:
    def __init__(s, v): s.v = v
    def __eq__(s, o): return s.v == o.v
    def __lt__(s, o): return s.v < o.v
    def __hash__(s): return hash(s.v)
    def __bool__(s): return s.v > 0
    def __call__(s, *a, **k): return a, k
    def __len__(s): return s.v
    def __iter__(s): return iter(range(s.v))
    def __contains__(s, x): return x == s.v
    def __getitem__(s, k): return k
    def __matmul__(s, o): return "mm"
    def __rsub__(s, o): return ("rsub", o)
    def __iadd__(s, o): s.v += o; return s
    def __neg__(s): return Op(-s.v)
    def __index__(s): return s.v
    def __format__(s, spec): return f"<{spec}>"
    def __enter__(s): return s
    def __exit__(s, *a): pass
    def __reversed__(s): return "rev"
    def __round__(s, n=None): return ("round", n)
    def __int__(s): return s.v
    def __float__(s): return float(s.v)
    def __complex__(s): return complex(s.v)
    def __divmod__(s, o): return "dm"
    def __pow__(s, o, m=None): return ("pow", o, m)
o = Op(3)
print(o == Op(3), o != Op(4), o < Op(4), o > Op(2), bool(o), o(1, k=2), len(o), list(o), 3 in o, 4 in o, o[1:2, ...], o @ o, 5 - o, f"{o:abc}", reversed(o), round(o), round(o, 2), int(o), float(o), complex(o), divmod(o, 1), o ** 2, pow(o, 2, 3), [10, 20, 30, 40][o], hex(o))
o += 5; print(o.v, (-o).v, sorted([Op(3), Op(1)])[0].v, max(Op(1), Op(5)).v)
print(type("Dyn", (X,), {"z": 1})().z, isinstance(3, (str, int)), issubclass(bool, int), callable(len), type(None))
class Abs:
    def __class_getitem__(cls, k): return (cls.__name__, k)
print(Abs[int], list[int], dict[str, int], int | None, tuple[int, ...])
try: class_ = type("Q", (X, object, X), {})
except TypeError as e: print(e)
try:
    class Bad(X, Y): pass
except TypeError as e: print(str(e).split("\n")[0])
print(A.__name__, A.__qualname__, A.__module__, X.f.__qualname__, X().f.__func__ is X.f)
class Cnt:
    n = 0
    def __new__(cls, *a):
        cls.n += 1; return super().__new__(cls)
    def __init__(self, *a): self.a = a
Cnt(1); Cnt(2); print(Cnt.n)
class GA:
    def __getattribute__(self, n):
        if n == "magic": return 42
        return super().__getattribute__(n)
    def __getattr__(self, n): return "dflt " + n
g = GA(); g.q = 1; print(g.magic, g.q, g.zzz)
class SA:
    def __setattr__(self, n, v): super().__setattr__(n, v * 2)
    def __delattr__(self, n): print("del", n); super().__delattr__(n)
s = SA(); s.x = 4; print(s.x); del s.x; print(hasattr(s, "x"))
print(vars(p), dir(S())[-2:], object().__class__)
X.g = lambda self: "patched"; print(W().g())
X.__len__ = lambda self: 77; print(len(W()))
print(X.__subclasses__(), Y.__bases__, W.__base__)
try: X().nope
except AttributeError as e: print(e)
try: X.nope
except AttributeError as e: print(e)
try: object().a = 1
except AttributeError as e: print(e)
try: len(5)
except TypeError as e: print(e)
try: X(1)
except TypeError as e: print(e)
def outer():
    class In:
        def m(self): return __class__
    return In
print(outer().__qualname__, outer()().m().__name__, repr(outer()))
print(repr(X.f)[:12], repr(len), repr(str.upper), repr(int.__add__))
