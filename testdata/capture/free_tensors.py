# Tensors that are no arguments of the frame as attributes of graphs (install_free_tensors).
import torch, torch.nn as nn
from torch._dynamo.testing import EagerAndRecordGraphs
import torch._dynamo
w=torch.ones(3); 
class M(nn.Module):
    def __init__(s):
        super().__init__(); s.l=nn.Linear(3,3); s.register_buffer('b',torch.ones(3)); s.t=torch.ones(3); s.d={'k':torch.ones(3)}; s.li=nn.ModuleList([nn.Linear(3,3)]); s.p=nn.Parameter(torch.ones(3))
    def forward(s,x): return s.li[0](s.l(x))+s.b+s.t+s.d['k']+s.p+w
m=M()
def clos():
    q=torch.ones(3)
    def f(x,d): return x+q+d['a']+m.b
    return f
def dflt(x, y=torch.ones(3)): return x+y
def glob(x): return x+w+w*2
def show(fn,*a):
    torch._dynamo.reset()
    b=EagerAndRecordGraphs(); c=torch.compile(fn,backend=b,fullgraph=True); c(*a)
    g=b.graphs[0]; print(g.code.strip()); print([n for n,_ in g.named_parameters()],[n for n,_ in g.named_buffers()], [(n.op,n.name,n.target) for n in g.graph.nodes if n.op in('placeholder','get_attr')])
x=torch.ones(3)
with torch._dynamo.config.patch(install_free_tensors=True):
    show(m,x); show(clos(),x,{'a':x}); show(dflt,x); show(glob,x)
    show(lambda x: torch.utils.checkpoint.checkpoint(m.l,x,use_reentrant=False),x)
    def two(x,m): return m.l(x)
    show(two,x,m)
    torch._dynamo.reset(); b=EagerAndRecordGraphs(); c=torch.compile(glob,backend=b); c(x); w2=w; 
    w=torch.zeros(3); print(c(x), len(b.graphs))
