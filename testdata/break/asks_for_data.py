# Operators that ask for data, and the forms of them that do not.
import torch, torch.nn.functional as F
from torch._dynamo.testing import EagerAndRecordGraphs
def show(name, f, *a):
    torch._dynamo.reset(); b=EagerAndRecordGraphs()
    try: torch.compile(f, backend=b)(*a)
    except Exception as e: print(name,'ERR',str(e)[:80])
    print(name,len(b.graphs),[[n.name for n in g.graph.nodes if n.op!='placeholder'] for g in b.graphs])
x=torch.rand(2,4); L=x.log_softmax(1)
show('g',lambda x: F.gaussian_nll_loss(x,x,1.0),x)
show('g2',lambda x: F.gaussian_nll_loss(x,x,x),x)
show('c',lambda x: torch.cov(x,fweights=torch.tensor([1,2,1,1])),x)
show('c2',lambda x: torch.cov(x,correction=0),x)
show('c3',lambda x: torch.corrcoef(x[0]),x)
show('l',lambda x: torch.linalg.lstsq(x,x,driver='gelsd').solution,x)
show('l2',lambda x: torch.linalg.lstsq(x.mT@x,x.mT).rank,x)
t=torch.randn(5,2,6).log_softmax(2)
show('ctc',lambda t: F.ctc_loss(t,torch.ones(2,3,dtype=torch.long),(5,5),(3,2)),t)
