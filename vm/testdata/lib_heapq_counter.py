# Heaps, the fields of named tuples, counting.
import heapq, collections
for f,a in ((heapq.heappop,([],)),(heapq.heapreplace,([],1)),(heapq.heappush,((),1)),(heapq.heappush,([],)),(heapq.heapify,(3,)),(heapq.heappushpop,([],5)),(heapq.heappop_max,([],)),(heapq.heappush,([1],"a"))):
    try: print(f(*a))
    except Exception as e: print(type(e).__name__, e)
class L:
    log=[]
    def __init__(s,v): s.v=v
    def __lt__(s,o): L.log.append((s.v,o.v)); return s.v<o.v
    def __repr__(s): return f"L{s.v}"
h=[]
for v in (5,3,8,1,9,2): heapq.heappush(h,L(v))
print(h, L.log); L.log.clear()
print(heapq.heappop(h), h, L.log); L.log.clear()
print(heapq.heapreplace(h,L(4)), heapq.heappushpop(h,L(0)), heapq.heappushpop(h,L(7)), h, L.log); L.log.clear()
x=[L(v) for v in (9,4,7,1,0,3,8)]
heapq.heapify(x); print(x, L.log); L.log.clear()
y=[3,1,4,1,5,9,2,6]
heapq.heapify_max(y); print(y); print(heapq.heappop_max(y), heapq.heapreplace_max(y,7), heapq.heappushpop_max(y,0), y); heapq.heappush_max(y,10); print(y)
class Bad:
    def __init__(s,h): s.h=h
    def __lt__(s,o): s.h.clear(); return True
h=[]; h[:]=[Bad(h) for _ in range(5)]
for f in (lambda: heapq.heappop(h), lambda: heapq.heapify(h)):
    h[:]=[Bad(h) for _ in range(5)]
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
P=collections.namedtuple("P","x y",defaults=[7])
p=P(1)
print(p.x,p.y,P.x,P.x.__doc__,type(P.x),type(P.x).__name__,repr(P.x)[:40])
for f in ("p.x=3","del p.x","P.x.__get__(1)","P.x.__get__(None,P)", "P.x.__get__(p)"):
    try: exec(f); print(f,"ok")
    except Exception as e: print(f,type(e).__name__, e)
P.x.__doc__="new"; print(P.x.__doc__)
import copy,pickle
print(copy.copy(P.x).__doc__, P.x.__reduce__()[1])
class Q(P): 
    @property
    def z(self): return self.x+self.y
print(Q(2,3).z, Q(2,3).x, Q.x is P.x)
c=collections.Counter("abracadabra"); print(c, c["q"]); c.update([1,2,1]); print(c[1])
class D(dict):
    def get(self,k,d=None): return 100
d=D(); collections.Counter
from collections import _count_elements
_count_elements(d,"aab"); print(d)
e={}
_count_elements(e,"aab"); print(e)
try: _count_elements({}, [[]])
except TypeError as x: print(x)
class C2(collections.Counter):
    def __setitem__(self,k,v): print("set",k,v); super().__setitem__(k,v)
C2("aab")
class C3(collections.Counter):
    def get(self,k,d=None): print("get",k,d); return super().get(k,d)
C3("ab")
