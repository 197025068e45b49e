# Subscripts with tensors of one integer: those that are inputs, known or computed.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs
def show(name, f, *a):
    torch._dynamo.reset(); b=EagerAndRecordGraphs()
    try: torch.compile(f, backend=b)(*a)
    except Exception as e: print(name,'ERR',str(e)[:80])
    print(name,len(b.graphs),[[n.name for n in g.graph.nodes if n.op!='placeholder'] for g in b.graphs])
y=torch.randn(4,4); t=torch.tensor([1,2]); i=torch.tensor(1)
show('a',lambda y,i: y[i]+1,y,i)
show('b',lambda y,t: y[t[0]]+1,y,t)
show('c',lambda y,t: y[t[0],t[1]]+1,y,t)
show('d',lambda y,t: y[t[0],1]+1,y,t)
show('e',lambda y,t: y[t[0]][t[1]]+1,y,t)
show('f',lambda y,t: y[t[-1],t[0]]+y.sum(),y,t)
p=torch.nn.Parameter(y)
show('g',lambda t: p[t[0],t[1]]+1,t)
show('h',lambda y,i: y[i,i]+1,y,i)
show('i',lambda y,i: y[:,i]+1,y,i)
show('j',lambda y,t: y[t,t[0]]+1,y,t)
show('k',lambda y,i: y[i:]+1,y,i)
show('l',lambda y,i: y[1,i]+1,y,i)
yy=torch.randn(4,4,requires_grad=True)
show('m',lambda y,t: y[t[0],t[1]]+1,yy,t)
show('n',lambda y,i: y[i]+1,yy,i)
def set1(y,t): y=y.clone(); y[t[0],t[1]]=0; return y
show('o',set1,y,t)
def set2(y,i): y=y.clone(); y[i]=0; return y
show('p',set2,y,i)
