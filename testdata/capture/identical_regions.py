# Identical regions of a graph: places of a program that run more than once on inputs of the same kind, and what nodes change.
import torch
import torch._dynamo
from torch._dynamo.testing import extract_graph_and_tracker
from torch.utils._pytree import tree_map
torch._dynamo.config.track_nodes_for_deduplication=True
def show(name, fn, *a, **k):
    torch._dynamo.reset()
    g,t=extract_graph_and_tracker(fn,*a,**k)
    r=t.get_identical_regions(g)
    print(name, tree_map(lambda n:n.name, r))
    print("   mut", {n.name:list(p) for n,p in t.node_to_mutated_arg_positions.items()})
def inner_fn(x,y):
    x1=x+1; y1=y+2; z=x1+y1; return z*2
def a(x,y):
    o0=inner_fn(x,y); o1=torch.sin(o0); o2=inner_fn(o0,o1); o3=inner_fn(x,o2); return o3*o3
show("single",a,torch.rand(10,10),torch.rand(10,10))
show("single_mixed",a,torch.rand(10,10),torch.rand(10,1))
def i2(x,y):
    x2=torch.cos(x); return x2+y
def b(x,y):
    r=[]
    for i in range(3): r.append(inner_fn(x,y)); x=i2(x,r[-1])
    return sum(r)+i2(x,y)
show("multi",b,torch.rand(10,10),torch.rand(10,10))
def nosingle(x):
    def g(x): return x+1
    return g(x)+g(x)
show("nosingle",nosingle,torch.ones(3))
def shapes(x,y):
    return inner_fn(x,x).sum()+inner_fn(y,y).sum()
show("shapes",shapes,torch.rand(10,10),torch.rand(10,20))
show("dtypes",shapes,torch.rand(10,10),torch.rand(10,10).half())
def nest(x,y):
    def inner(xs): return torch.cat((xs[0]+1,xs[1]*2),dim=0)
    return inner([x,y])+inner([x+1,y])
show("nested",nest,torch.rand(4),torch.rand(4))
def glob(x,y):
    o=inner_fn(x,y)
    with torch.no_grad(): o2=inner_fn(x,o)
    o3=inner_fn(x,o2)
    return o+o2+o3
show("glob",glob,torch.rand(4),torch.rand(4))
def mut(x,y,z):
    x0=torch.sin(x); y0=torch.cos(y); z0=torch.add(x0,y0)
    x.add_(1.0); z.copy_(x+y); y[0]=3.; torch.add(x,y,out=z0) if False else None
    return x0.sum()+y0.sum()+z0
show("mut",mut,torch.rand(4),torch.rand(4),torch.rand(4))
def mutv(x):
    v=x.view(-1); w=v[1:]; w.mul_(2); x.add_(w.sum(),alpha=2); return v
show("mutview",mutv,torch.rand(2,3))
def kw(x,y):
    def f(a,b): return torch.add(torch.mul(a,b),other=b,alpha=2).sum(dim=0,keepdim=True)
    return f(x,y)+f(y,x)+f(x+y,y)
show("kw",kw,torch.rand(4),torch.rand(4))
def split(x):
    def f(x):
        p,q=torch.split(x,2); return p+q, p*q
    a=f(x); b=f(x+1); return a[0]+b[0]+a[1]+b[1]
show("split",split,torch.rand(4))
def cyc(x,y):
    def f(a,b):
        c=a+1; d=torch.sin(b); return c*d
    z=f(x,y); w=f(z,z); q=f(w,z); return q
show("cyc",cyc,torch.rand(4),torch.rand(4))
def auto(x,y):
    a=inner_fn(x,y)
    with torch.autocast("cpu"): b=inner_fn(x,y)
    return a+b
show("autocast",auto,torch.rand(4),torch.rand(4))
class M(torch.nn.Module):
    def __init__(s):
        super().__init__(); s.l=torch.nn.ModuleList([torch.nn.Linear(4,4) for _ in range(3)])
    def forward(s,x):
        for l in s.l: x=torch.relu(l(x))
        return x
show("mods",M(),torch.rand(2,4))
