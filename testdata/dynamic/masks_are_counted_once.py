# The elements of a mask are counted once: what the same mask picks has the same size, until something writes to it; masks fit what they index by an assertion.
import torch
import torch._dynamo
from torch._dynamo.testing import EagerAndRecordGraphs
torch._dynamo.config.capture_dynamic_output_shape_ops=True; torch._dynamo.config.capture_scalar_outputs=True
def t(n,f,*a):
    torch._dynamo.reset(); b=EagerAndRecordGraphs()
    try: r=torch.compile(f,backend=b,fullgraph=True)(*a); print(n, r, [x.name for x in b.graphs[0].graph.nodes])
    except Exception as e: print(n,type(e).__name__,str(e)[:200].split("\n")[0])
a=torch.arange(4.); m=a>1; b=a*2
t("same",lambda a,b,m: a[m]+b[m],a,b,m)
t("two",lambda a,b,m: (a[m],b[m]),a,b,m)
t("nz",lambda a,m: (a[m],torch.nonzero(m)),a,m)
t("changed",lambda a,m: (a[m],m.logical_not_(),a[m]),a,m.clone())
def ch(a,m):
    m=m.clone(); x=a[m]; m[0]=True; return x, a[m]
t("view",ch,a,m)
t("item",lambda a: (a.sum().item()+a.sum().item()),a)
def it(a):
    s=a.sum().long(); return torch.ones(s.item())+torch.ones(s.item())
t("item2",it,a)
t("uni",lambda a: torch.unique(a)+torch.unique(a),a)
t("ms",lambda a,m: torch.masked_select(a,m)*2,a,m)
t("cat",lambda a,b,m: torch.cat([a[m],b[m]]).view(2,-1),a,b,m)
t("put",lambda a,b,m: a.clone().index_put((m,),b[m]),a,b,m)
t("setm",lambda a,b,m: a.clone().masked_scatter(m,b[m]),a,b,m)
for b in ("eager","aot_eager","inductor"):
    torch._dynamo.reset(); f=torch.compile(lambda a,m: a[m][m[:2]]*2,backend=b,fullgraph=True)
    print(b,f(a,torch.tensor([True,True,False,False])))
    for m in ([True,True,True,False],[False]*4,[True,False,False,True]):
        try: print(b,f(a,torch.tensor(m)))
        except Exception as e: print(b,"an error")
    torch._dynamo.reset(); g=torch.compile(lambda a,c,m: a[m]+c[m],backend=b,fullgraph=True)
    for m in ([True,True,True,False],[False]*4,[True,False,False,True]): print(g(a,a*2,torch.tensor(m)))
    torch._dynamo.reset(); h=torch.compile(lambda a,m: a[m]+torch.ones(3),backend=b,fullgraph=True)
    for m in ([True,True,True,False],[True,False,False,True]):
        try: print(h(a,torch.tensor(m)))
        except Exception as e: print(b,"an error")
