# Weak references die with their objects; callbacks, weak containers, proxies and finalizers follow.
import weakref, gc
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e)
class C:
    def __init__(self, n=0): self.n = n
    def m(self): return self.n
    def __eq__(self, o): return isinstance(o, C) and self.n == o.n
    def __hash__(self): return self.n
o = C(1)
r = weakref.ref(o)
print(r() is o, r is weakref.ref(o), weakref.getweakrefcount(o), o.__weakref__ is r)
del o
print(r())
o = C(2); r = weakref.ref(o, lambda ref: print("dead", ref is r)); o = None; gc.collect(); print(r(), r.__callback__)
d = weakref.WeakValueDictionary(); a, b = C(1), C(2); d['a'] = a; d['b'] = b; print(len(d), sorted(d)); del a; gc.collect(); print(len(d), list(d.items())[0][0], 'a' in d, d.get('a', 5)); t(lambda: d['a'])
k = weakref.WeakKeyDictionary(); x = C(5); k[x] = 'five'; print(len(k), k[x]); del x; gc.collect(); print(len(k), list(k))
s = weakref.WeakSet(); p, q = C(1), C(2); s.add(p); s.add(q); print(len(s)); del p; gc.collect(); print(len(s), q in s)
m = weakref.WeakMethod(q.m); print(m()()); del q; gc.collect(); print(m())
def f():
    o = C(3); return weakref.ref(o)
print(f()())
f2 = weakref.finalize(c := C(9), print, "finalized", 1, k=2) if False else weakref.finalize(c := C(9), print, "finalized", 1)
print(f2.alive); del c; gc.collect(); print(f2.alive)
z = C(4); px = weakref.proxy(z); print(px.n, px.m(), px == C(4), type(px).__name__); px.q = 3; print(z.q); del z; gc.collect(); t(lambda: px.n)
for v in [1, 'a', (), [], {}, None, object(), 1.5, b'', range(3), slice(1), len, f, C, C.m, set(), frozenset(), (i for i in []), type('T', (tuple,), {})(), type('L', (list,), {})(), type('S', (), {'__slots__': ()})(), type('S2', (), {'__slots__': ('__weakref__',)})(), type('I', (int,), {})(), weakref, ValueError(), type('E', (Exception,), {})(), list[int], int|str]:
    t(lambda: type(weakref.ref(v)).__name__)
t(lambda: weakref.ref()); t(lambda: weakref.ref(C, 1, 2)); t(lambda: weakref.ref(C, callback=None)); t(lambda: repr(weakref.ref(C))[:8]); t(lambda: weakref.proxy(3))
class Node:
    def __init__(self): self.children = []; self.parent = None
    def add(self, c): c.parent = weakref.ref(self); self.children.append(c)
root = Node(); ch = Node(); root.add(ch); print(ch.parent() is root); del root; print(ch.parent())
class Cyc: pass
a = Cyc(); b = Cyc(); a.b = b; b.a = a; w = weakref.ref(a); del a, b; gc.collect(); print(w())
h1 = C(7); w1 = weakref.ref(h1); w2 = weakref.ref(C(7)); print(hash(w1), w1 == weakref.ref(h1), {w1: 1}[w1]); del h1; gc.collect(); print(hash(w1), w1 == w1, w1 == w2, w2 == w2); t(lambda: hash(w2))
class R(weakref.ref):
    def __init__(self, o, cb=None): super().__init__(o, cb); self.extra = 1
h = C(1); rr = R(h); print(rr.extra, rr() is h, isinstance(rr, weakref.ref))
cache = weakref.WeakValueDictionary()
def get(n):
    try: return cache[n]
    except KeyError: v = cache[n] = C(n); return v
one = get(1); print(get(1) is one, len(cache)); del one; gc.collect(); print(len(cache))
