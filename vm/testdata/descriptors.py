# property, classmethod, staticmethod and super as objects.
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e)
class C:
    @property
    def a(self):
        "doc a"
        return 1
    b = property(lambda self: 2)
    c = property()
    d = property(fset=lambda s, v: None)
    e = property(lambda s: 1, doc="explicit")
t(lambda: C.a.__name__); t(lambda: C.b.__name__); t(lambda: C.c.__name__); t(lambda: C.a.__doc__); t(lambda: C.e.__doc__); t(lambda: C.b.__doc__)
t(lambda: C().c); t(lambda: setattr(C(), 'a', 1)); t(lambda: delattr(C(), 'a')); t(lambda: C().d); 
C.x = property(lambda s: 1); t(lambda: setattr(C(), 'x', 1)); C.y = property(); t(lambda: C().y); t(lambda: C.y.__name__)
C.y.__name__ = 'named'; t(lambda: C.y.__name__); t(lambda: C().y)
p = property(lambda s: 1); p.__doc__ = "set"; t(lambda: p.__doc__)
class P(property):
    "P doc"
t(lambda: P().__doc__); t(lambda: P(lambda s: 1).__doc__); t(lambda: P(C.a.fget).__doc__); t(lambda: P(doc='x').__doc__); t(lambda: P(C.a.fget).setter(1).__doc__); t(lambda: P(C.a.fget, doc='q').getter(C.a.fget).__doc__)
class PS(property): __slots__ = ()
t(lambda: PS(C.a.fget).__doc__)
t(lambda: property(1,2,3,4,5)); t(lambda: property(x=1)); t(lambda: repr(property())[:16])
t(lambda: C.a.__get__(None, C) is C.a); t(lambda: C.a.__get__(C())); t(lambda: C.a.fget.__name__); t(lambda: setattr(C.a, 'fget', 1)); t(lambda: C.a.__isabstractmethod__); t(lambda: C.a.__set__(C(), 3)); t(lambda: C.a.__delete__(C()))
def f(x): "fdoc"; return x
f.attr = 1
for w in (classmethod(f), staticmethod(f)):
    t(lambda: (w.__doc__, w.__name__, w.__qualname__, w.__module__, w.__wrapped__ is f, w.__func__ is f, w.attr, w.__isabstractmethod__, sorted(w.__dict__)))
    w.z = 2; t(lambda: w.z); t(lambda: w.__annotations__)
t(lambda: classmethod()); t(lambda: staticmethod(1, 2)); t(lambda: classmethod(f, x=2)); t(lambda: staticmethod(f)(3)); t(lambda: classmethod(3).__get__(1)); t(lambda: classmethod(f).__get__(None)); t(lambda: classmethod(f).__get__(1)); t(lambda: classmethod(f).__get__(None, int))
class K(classmethod):
    def __init__(self, fn): super().__init__(fn); self.tag = 1
class Q:
    @K
    def m(cls): return cls.__name__
t(lambda: (Q.m(), Q.__dict__['m'].tag)); t(lambda: list[int] is None); t(lambda: classmethod[int]); t(lambda: staticmethod[int])
class S:
    def __init__(self): pass
    def f(self): return super()
    def g(self): return super
s = S()
t(lambda: super(S).__get__(s)); t(lambda: super(S, S).nope)
