# super, properties, functions, methods, constructors and class methods: attributes and messages.
import sys
def attempt(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
def run(s, **k):
    def f(): exec(s, globals(), k)
    attempt(f)
# super
class A:
    def f(self): return 'A.f'
    x = 5
class B(A):
    def f(self): return super().f()
    def g(self): return super()
b = B()
s = super(B, b)
attempt(lambda: s.__thisclass__); attempt(lambda: s.__self_class__); attempt(lambda: s.__self__ is b); attempt(lambda: repr(super(B))); attempt(lambda: repr(s)[:30])
attempt(lambda: super(1)); attempt(lambda: super(B, 1)); attempt(lambda: super()); attempt(lambda: super(B, b, 1)); attempt(lambda: super(B, A())); attempt(lambda: s.zz); run("s.x = 1"); attempt(lambda: super(B, B).f(b)); attempt(lambda: super(B, b).__class__); attempt(lambda: super(a=1))
class P:
    @property
    def doc(self): 'pdoc'
    def _g(self): return 1
    p = property(_g, doc='user')
attempt(lambda: P.doc.__doc__); attempt(lambda: P.p.__doc__); attempt(lambda: P.doc.__name__); run("P.p.__name__ = 'q'; print(P.p.__name__)"); attempt(lambda: property().__name__)
run("P().p = 1"); run("del P().p"); attempt(lambda: property().__get__(1)); attempt(lambda: P.p.fget.__name__); run("P.p.fget = 1"); attempt(lambda: P.p.setter(1).fset); attempt(lambda: P.p.__isabstractmethod__)
class Sub(property):
    'subdoc'
attempt(lambda: Sub(lambda s: 1).__doc__)
class Sub2(property): pass
def gd(s): 'gdoc'
attempt(lambda: Sub2(gd).__doc__); attempt(lambda: Sub2(gd, doc='d').__doc__)
q = Sub2(gd)
run("q.__doc__ = 'new'; print(q.__doc__)")
attempt(lambda: Sub2(gd).getter(lambda s: 2).__doc__)
class SlotP(property):
    __slots__ = ()
attempt(lambda: SlotP(gd).__doc__); attempt(lambda: SlotP(gd, doc='x').__doc__)
# functions & methods
def f(a, b=1, *c, d, e=2, **g): 'fdoc'
attempt(lambda: f.__kwdefaults__); attempt(lambda: f.__defaults__); run("f.__defaults__ = 5"); run("f.__kwdefaults__=5"); run("f.__code__ = 5"); run("f.__name__=5"); run("f.__dict__=5"); run("del f.__dict__"); run("f.__doc__=5; print(f.__doc__)"); run("del f.__doc__; print(f.__doc__)"); run("del f.__defaults__; print(f.__defaults__)"); run("del f.__code__"); run("del f.__name__"); attempt(lambda: f.__module__); run("f.__module__=5; print(f.__module__)"); run("f.zz=1; print(f.__dict__)"); run("f.__type_params__=5"); attempt(lambda: f.__get__(1).__self__)
m = b.f
attempt(lambda: m.__func__ is B.f); attempt(lambda: m.__self__ is b); attempt(lambda: m.__class__); run("m.zz = 1"); attempt(lambda: m.zz); attempt(lambda: m.__name__); attempt(lambda: m == b.f); attempt(lambda: m is b.f); attempt(lambda: hash(m) == hash(b.f)); attempt(lambda: m.__doc__); attempt(lambda: '__code__' in dir(m)); run("B.f.attr = 3; print(m.attr, 'attr' in dir(m))"); run("m.__func__ = 1"); run("m.attr=1")
attempt(lambda: len.__self__); attempt(lambda: len.__module__); attempt(lambda: [].append.__self__); attempt(lambda: len.__name__); attempt(lambda: len.__qualname__); attempt(lambda: [].append.__qualname__); attempt(lambda: str.join.__qualname__); attempt(lambda: dict.fromkeys.__self__); attempt(lambda: dict.fromkeys.__qualname__); run("len.__name__='x'"); attempt(lambda: str.__len__.__objclass__); attempt(lambda: sys.exit.__module__)
attempt(lambda: C(1,2)); attempt(lambda: object(1)); attempt(lambda: C.__init__()); 
class D: pass
attempt(lambda: D(1)); attempt(lambda: D.__init__(D(), 1)); attempt(lambda: D.__new__(D, 1)); attempt(lambda: object.__new__()); attempt(lambda: object.__new__(1)); attempt(lambda: object.__new__(int)); attempt(lambda: int.__new__(D)); attempt(lambda: object.__init__())
class E:
    def __new__(cls, x): return object.__new__(cls)
attempt(lambda: E(1)is None); attempt(lambda: E())
class G:
    def __getattr__(self, n): raise AttributeError('booh')
attempt(lambda: G().x); attempt(lambda: hasattr(G(), 'x')); attempt(lambda: bool(G())); attempt(lambda: len(G()))
class Weird(type):
    def __getattr__(cls, n): return n
class W(metaclass=Weird): pass
attempt(lambda: W.foo); attempt(lambda: W.__module__); attempt(lambda: W().foo)
class MultiD:
    def __init__(self, items): self.items_ = items
    def keys(self): return [k for k, v in self.items_]
    def __getitem__(self, k): return dict(self.items_)[k]
def gg(*a, **k): return a, k
attempt(lambda: gg(**MultiD([('x',1),('x',2)]))); attempt(lambda: gg(a=1, **MultiD([('x',1),('x',2)]))); attempt(lambda: gg(**{1:2})); attempt(lambda: gg(**5)); attempt(lambda: gg(*5)); attempt(lambda: gg(**{'a':1}, **{'a':2})); attempt(lambda: gg(a=1, **{'a':2}))
class CM:
    @classmethod
    def c(cls): return cls
    @staticmethod
    def s(): return 1
attempt(lambda: CM.__dict__['c'].__func__.__name__); attempt(lambda: CM.__dict__['c'].__wrapped__.__name__); attempt(lambda: CM.__dict__['s']()); attempt(lambda: CM.__dict__['c']()); attempt(lambda: CM.__dict__['s'].__name__); attempt(lambda: classmethod(len).__get__(None)); attempt(lambda: classmethod(5).__get__(None, int)); attempt(lambda: repr(CM.__dict__['s'])[:22]); attempt(lambda: staticmethod()); attempt(lambda: classmethod(1,2)); attempt(lambda: CM.__dict__['s'].__isabstractmethod__)
