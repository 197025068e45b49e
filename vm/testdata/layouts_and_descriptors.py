# Slots, __class__, __dict__ and the descriptors of types called by hand.
import sys, pickle, copy
def attempt(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
def run(s, **k):
    def f(): exec(s, globals(), k)
    attempt(f)
class G: __slots__ = ["a", "b"]
class H: __slots__ = ["b", "a"]
class I_: __slots__ = ["a", "b"]
class J: __slots__ = ["c", "b"]
class K: __slots__ = ["a", "b", "d"]
class L(H): __slots__ = ["e"]
class M(I_): __slots__ = ["e"]
class N(J): __slots__ = ["__weakref__"]
class P(J): __slots__ = ["__dict__"]
class Q(J): pass
class R(J): __slots__ = ["__dict__", "__weakref__"]
for cls, cls2 in ((G, H), (G, I_), (I_, H), (Q, R), (R, Q)):
    x = cls(); 
    try: x.a = 1
    except AttributeError: pass
    x.__class__ = cls2
    print(x.__class__, getattr(x, 'a', None))
for cls, cls2 in ((G, J), (K, G), (G, K), (G, list), (L, G), (N, P), (Q, P)):
    x = cls()
    def f(): x.__class__ = cls2
    attempt(f)
class D(dict): pass
class C: pass
def cant(x, d):
    try: x.__dict__ = d; print('set', type(x.__dict__))
    except (AttributeError, TypeError) as e: print(type(e).__name__, e)
a = C(); a.__dict__ = {'b': 1}; print(a.b)
for d in (None, 1, [], "x"): cant(a, d)
cant(a, D()); del a.__dict__; print(a.__dict__)
class Meta(type): pass
cls = Meta('X', (), {})
cant(cls, {}); run("del cls.__dict__"); cant(sys, {}); cant(ValueError(), {'a': 1})
class Base: pass
class DD(type): 
    __dict__ = property(lambda s: 5)
class SL:
    __slots__ = ['a']
    def __init__(self): self.a = 3
attempt(lambda: SL().b); run("SL().b = 1"); run("x = SL(); del x.a; x.a"); run("x = SL(); del x.a; del x.a"); attempt(lambda: pickle.loads(pickle.dumps(SL())).a); attempt(lambda: copy.copy(SL()).a); attempt(lambda: SL.a); attempt(lambda: SL.a.__get__(5)); attempt(lambda: type(SL.a).__name__); attempt(lambda: SL.a.__qualname__); attempt(lambda: SL.a.__objclass__); attempt(lambda: SL.a.__doc__)
class SD:
    __slots__ = {'a': 'doc of a', 'b': None}
attempt(lambda: SD.a.__doc__); attempt(lambda: SD.b.__doc__); attempt(lambda: SD.__slots__)
class Dirry:
    def __dir__(self): return 7
attempt(lambda: dir(Dirry()))
class Doc: "d"
run("Doc.__doc__ = 5; print(Doc.__doc__)"); run("int.__doc__ = 5"); attempt(lambda: Doc.__dict__['__doc__']); run("object.__doc__ = 1"); run("del Doc.__doc__"); run("del int.__doc__")
attempt(lambda: dict.fromkeys.__get__(5)); attempt(lambda: dict.__dict__['fromkeys'].__get__(5)); attempt(lambda: dict.__dict__['fromkeys'].__get__(None, int)); attempt(lambda: dict.__dict__['fromkeys'].__get__({})([1])); attempt(lambda: dict.__dict__['fromkeys'].__get__(None, dict)([1])); attempt(lambda: str.join.__get__(None, 5)); attempt(lambda: str.join.__get__('a', int)(['b', 'c'])); attempt(lambda: len.__get__ if hasattr(len, '__get__') else 'none')
class Evil:
    def __hash__(self): return hash('attr')
    def __eq__(self, o):
        try: del C2.attr
        except AttributeError: pass
        return 0
class Descr:
    def __get__(self, ob, t=None): return 1
class C2: attr = Descr()
c = C2(); c.__dict__[Evil()] = 0
attempt(lambda: c.attr)
attempt(lambda: type.__setattr__(C, 'zz', 5)); attempt(lambda: C.zz); attempt(lambda: object.__setattr__(C, 'foo', 42)); attempt(lambda: type.__setattr__(int, 'foo', 1)); attempt(lambda: object.__delattr__(C, 'zz')); attempt(lambda: object.__setattr__(a, 'q', 1)); attempt(lambda: object.__setattr__(a, 5, 1)); attempt(lambda: object.__getattribute__(a, 'q')); attempt(lambda: type.__getattribute__(C, 'zz')); attempt(lambda: type.__getattribute__(a, 'zz')); attempt(lambda: dict.__setattr__(C(), 'a', 1))
attempt(lambda: C.__subclasses__()); attempt(lambda: type.mro(C)); attempt(lambda: C.mro()); attempt(lambda: int.__subclasshook__(1)); attempt(lambda: C.__instancecheck__(a)); attempt(lambda: type.__instancecheck__(C, a)); attempt(lambda: type.__call__(C).__class__); attempt(lambda: type.__call__(type, a).__name__); attempt(lambda: type.__new__(type, 'A', (), {}).__name__); attempt(lambda: type.__init__(C, 1)); attempt(lambda: type.__repr__(C)); attempt(lambda: repr(type.__dict__['__name__'])); attempt(lambda: C.__prepare__()); attempt(lambda: type.__prepare__('a', (), k=1))
