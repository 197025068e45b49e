# lru_cache: how often keys are hashed and compared, the order of eviction, calls that change the cache.
from functools import lru_cache
class K:
    log = []
    def __init__(self, n, h=1): self.n, self.h = n, h
    def __hash__(self): K.log.append("h%d" % self.n); return self.h
    def __eq__(self, other): K.log.append("e%d%d" % (self.n, other.n)); return self.n == other.n
    def __repr__(self): return "K%d" % self.n
def show(f, *args, **kw):
    K.log.clear(); r = f(*args, **kw); print(r, K.log if f.cache_info().maxsize is None else K.log[:1], f.cache_info()[:2], f.cache_info().currsize)
for size in (None, 2):
    @lru_cache(maxsize=size)
    def f(*args, **kw): return args, kw
    a, b, c = K(1), K(2), K(3, 9)
    for x in (a, a, K(1), b, b, c, a, c): show(f, x)
    show(f, a, k=b); show(f, a, k=b)
    f.cache_clear(); print(f.cache_info())
@lru_cache(maxsize=3)
def order(n): print("run", n); return n
for n in (1, 2, 3, 1, 4, 2, 1, 3, 4): order(n)
@lru_cache(maxsize=2)
def again(n):
    if n and again.cache_info().misses < 4: again(n)
    return n
print(again(5), again(5), again.cache_info())
@lru_cache(typed=True)
def typed(x): return type(x).__name__
print(typed(1), typed(1.0), typed(True), typed(1), typed.cache_info()[:2])
@lru_cache(maxsize=2)
def clears(n): clears.cache_clear(); return n
print([clears(i) for i in (1, 1, 2)], clears.cache_info())
class Sly:
    def __hash__(self): return 3
    def __eq__(self, other): g.cache_clear(); return True
@lru_cache(maxsize=2)
def g(x): return "g"
g(Sly()); print(g(Sly()), g.cache_info()[:2], g.cache_info().currsize)
try: order([])
except TypeError as e: print(e)
