# Arithmetic of numbers alone makes no graph, wherever they come from.
import functools
import torch
from torch._dynamo.testing import EagerAndRecordGraphs
x=torch.ones(2)
def run(name, f, *calls):
    torch._dynamo.reset(); b=EagerAndRecordGraphs(); c=torch.compile(f,backend=b,dynamic=True); out=[]
    for a in calls: c(*a); out.append(len(b.graphs))
    print(name,out,[[n.name for n in g.graph.nodes] for g in b.graphs])
run('a', lambda n: n*2, (4,),(5,))
run('b', lambda *n: n[0]*2, (4,),(5,))
run('c', lambda n: n[0]*2, ([4],))
run('d', lambda n: n['a']*2, ({'a':4},))
class O: pass
o=O(); o.a=4
run('e', lambda n: n.a*2, (o,))
def mk():
    k=4
    return lambda: k*2
run('f', mk(), ())
run('h', lambda n,m=None: (n+1)*2, (4,),(5,))
run('i', lambda n: torch.ones(n), (4,),(5,))
run('j', lambda *n: torch.ones(*n), (4,),(5,))
def run2(name, f, *calls):
    torch._dynamo.reset(); b=EagerAndRecordGraphs(); c=torch.compile(f,backend=b); out=[]
    for a in calls: c(*a); out.append(len(b.graphs))
    print(name,out)
run2('a', lambda n: n*2, (x,),(4,),(5,),(6,))
run2('b', lambda *n: n[0]*2, (x,),(4,),(5,),(6,))
run2('c', lambda n: n*2, (4,),(x,),(5,),(6,))
g=lambda n: n*2
run2('d', lambda f,n: f(n), (g,x),(lambda n:n*2,4),(g,4),(g,5),(g,6))
@functools.lru_cache
def h(n): return n*2
run2('e', lambda f,n: f(n), (h,4),(h,5),(h,6))
run2('f', lambda f,n: f(n), (g,x),(h,4),(h,5),(h,6))
run2('g', lambda f,n: f(n), (g,x),(h,4),(g,5),(h,6))
run2('h', lambda n: h(n), (x,),(4,),(5,),(6,))
run2('i', lambda n: h(n)+x, (4,),(5,),(6,))
run2('j', lambda n: h.__wrapped__(n)+x, (4,),(5,),(6,))
