# __slots__: what a class may name, and how instances without a dictionary behave.
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e)
def mk(bases, **ns): return lambda: type('X', bases, ns)
class D: pass
class S: __slots__ = ('a', 'b')
t(mk((), __slots__=(1,))); t(mk((), __slots__=('a b',))); t(mk((), __slots__='a')); t(mk((int,), __slots__=('a',))); t(mk((tuple,), __slots__=('a',))); t(mk((bytes,), __slots__=('a',))); t(mk((str,), __slots__=('a',))); t(mk((D,), __slots__=('__dict__',))); t(mk((D,), __slots__=('__weakref__',))); t(mk((), __slots__=('a',), a=1)); t(mk((), __slots__=('__dict__', '__dict__'))); t(mk((), __slots__=3)); t(mk((S, type('S2', (), {'__slots__': ('c',)}),), )); t(mk((int,), __slots__=())); t(mk((), __slots__={'a': 'doc'})); t(mk((), __slots__=iter(['p'])))
s = S(); s.a = 1
t(lambda: s.b); t(lambda: setattr(s, 'c', 1)); t(lambda: s.__dict__); t(lambda: delattr(s, 'b')); t(lambda: S.a.__name__); t(lambda: S.a.__get__(s)); t(lambda: S.a.__objclass__); t(lambda: repr(S.a)); t(lambda: S.a.__get__(3)); t(lambda: S.__slots__); t(lambda: S.a.__set__(3, 1)); t(lambda: S.a.__delete__(s)); t(lambda: s.a)
class P:
    __slots__ = ('__priv', 'x')
    def __init__(self): self.__priv = 5; self.x = 1
p = P(); print(p._P__priv, [n for n in dir(P) if 'priv' in n])
class E(S): pass
e = E(); e.a = 1; e.z = 2; print(e.__dict__, E.__slots__ if '__slots__' in E.__dict__ else 'none'); t(lambda: vars(s)); t(lambda: vars(e))
class V:
    @property
    def __dict__(self): return {'made': 1}
print(vars(V())); t(lambda: dir(1, 2)); t(lambda: chr(2**100)); t(lambda: type(None)(1)); t(lambda: vars(1, 2))
class L:
    def __len__(self): return -10**30
t(lambda: len(L())); L.__len__ = lambda s: 10**30; t(lambda: len(L())); L.__len__ = lambda s: 'x'; t(lambda: len(L())); L.__len__ = lambda s: 2.0; t(lambda: len(L())); L.__bool__ = lambda s: 3; t(lambda: bool(L()))
