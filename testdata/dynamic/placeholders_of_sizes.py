"""Which placeholders of sizes a graph has: one where the first tensor with the size is bound, also when the size turns out to be another one."""
import torch
from torch._dynamo.testing import EagerAndRecordGraphs
def show(f, *args, **kw):
    torch._dynamo.reset()
    b = EagerAndRecordGraphs()
    c = torch.compile(f, backend=b, **kw)
    for a in args: c(*a)
    for g in b.graphs[-1:]:
        print([ (n.name, str(n.meta.get("example_value").shape) if hasattr(n.meta.get("example_value"),'shape') else str(n.meta.get("example_value"))) for n in g.graph.nodes if n.op=="placeholder"])
        print(g.code.strip().splitlines()[0])
t=torch.ones
def add(x,y): return x+y
show(add,(t(3),t(3)),(t(4),t(4)))
show(add,(t(3),t(3)),dynamic=True)
def add2(x,y): return y+x
show(add2,(t(3),t(3)),(t(4),t(4)))
def g(m,x): return x@m+x.shape[0]
show(g,(t(3,3),t(2,3)),(t(4,4),t(5,4)))
show(g,(t(3,3),t(2,3)),dynamic=True)
def h(x,y,z): return (x*2, y+z, x.shape[0]+y.shape[0])
show(h,(t(2),t(3),t(3)),(t(4),t(5),t(5)))
def k(d): return d["a"]+d["b"]
show(k,({"a":t(2),"b":t(2)},),({"a":t(3),"b":t(3)},))
class M(torch.nn.Module):
    def __init__(s,n): super().__init__(); s.w=torch.nn.Parameter(t(n))
    def forward(s,x): return x*s.w
with torch._dynamo.config.patch(force_parameter_static_shapes=False):
    show(lambda m,x:m(x),(M(3),t(2,3)),(M(4),t(2,4)))
    show(lambda m,x:x*m.w,(M(3),t(2,3)),(M(4),t(2,4)))
    show(lambda m,x:m.w*x,(M(3),t(2,3)),(M(4),t(2,4)))
    show(lambda x,m:m.w*x,(t(2,3),M(3)),(t(2,4),M(4)))
    show(lambda m,x:(m.w+1, x+2),(M(3),t(2,3)),(M(4),t(2,4)))
def bc(x,y): return x*y
show(bc,(t(2,3),t(3)),(t(2,4),t(4)))
show(bc,(t(3),t(2,3)),(t(4),t(2,4)))
def half(x,y):
    if x.shape[0]==y.shape[0]: return x+1
    return x-1
show(half,(t(3),t(3)),(t(4),t(4)))
def half2(x,y,z):
    torch._check(x.shape[0]==z.shape[0])
    return x.sum()+y
show(half2,(t(3),t(1),t(3)),(t(4),t(1),t(4)))
def cat(x,y): return torch.cat([x,y],1)@torch.ones(6,2)
show(cat,(t(3,4),t(3,2)),(t(5,4),t(5,2)))
def st(xs): return torch.stack(xs)
show(st,([t(3),t(3),t(3)],),([t(5),t(5),t(5)],))
def vw(x,y): return x.view(-1,2)+y
show(vw,(t(8),t(4,2)),(t(12),t(6,2)))
show(vw,(t(8),t(4,2)),dynamic=True)
