# collections.abc: what each class asks for, and what it gives.
import collections.abc as c, typing
print(sorted(c.__all__))
print(issubclass(c.Coroutine, c.Awaitable), issubclass(list, c.Hashable), issubclass(c.KeysView, c.Set), isinstance({}.keys(), c.Collection), isinstance([], c.Reversible), issubclass(c.AsyncGenerator, c.AsyncIterator))
for n in sorted(c.__all__):
    k=getattr(c,n)
    if isinstance(k,type): print(n, sorted(getattr(k,'__abstractmethods__',())), k.__module__, [b.__name__ for b in k.__mro__ if b.__name__ in c.__all__])
class S(c.Set):
    def __init__(s,i): s.d=dict.fromkeys(i)
    def __len__(s): return len(s.d)
    def __iter__(s): return iter(s.d)
    def __contains__(s,x): return x in s.d
a,b=S([1,2,3]),S([2,3,4])
for op in '< <= > >= == != & | - ^'.split():
    r=eval('a'+op+'b'); print(op, r if isinstance(r,bool) else sorted(r), end=' ')
    try: r=eval('a'+op+'[2,9]'); print(op, r if isinstance(r,bool) else sorted(r))
    except TypeError as e: print(e)
try: a & 3
except TypeError as e: print(e)
print(sorted([7,1]-a), a.isdisjoint([8]))
class G(c.Generator):
    def send(s,v): return 3
    def throw(s,*a): return super().throw(*a)
g=G(); print(next(g), g.close())
try: g.throw(ValueError('x'))
except ValueError as e: print(repr(e))
class Q(c.Sequence): 
    def __len__(s): return 4
    def __getitem__(s,i):
        if i>=4: raise IndexError
        return i*i
q=Q(); print(list(q), list(reversed(q)), q.index(4), q.count(9), 9 in q, 10 in q)
try: q.index(77)
except ValueError as e: print(repr(e))
try: c.Sequence()
except TypeError as e: print(e)
try: c.Sized.__len__(3); print(list(c.Iterable.__iter__(3)))
except Exception as e: print(repr(e))
class M(c.MutableMapping):
    def __init__(s,*a,**k): s.d={}; s.update(*a,**k)
    def __len__(s): return len(s.d)
    def __iter__(s): return iter(s.d)
    def __getitem__(s,x): return s.d[x]
    def __setitem__(s,x,v): s.d[x]=v
    def __delitem__(s,x): del s.d[x]
m=M({'a':1},b=2); print(m.pop('a'), m.pop('zz',4), m.popitem(), len(m), m.setdefault('q'), list(m.items()), ('q',None) in m.items(), None in m.values(), m=={'q':None}, m.keys()|{'w'}==  {'q','w'})
try: m.pop('zz')
except KeyError as e: print(repr(e))
m.clear(); 
try: m.popitem()
except KeyError as e: print(repr(e))
