"""Numbers of numpy that are stored into tensors of a graph."""
import numpy as np, torch
from torch._dynamo.utils import counters
def f(x,m=1e-3):
    c=np.log(np.exp(1-m)-1); y=x.clone(); y[...,0]=c; return y
x=torch.zeros(3,2)
def be(gm,ex): print([n.name for n in gm.graph.nodes]); return gm
try: print(torch.compile(f,backend=be)(x))
except Exception as e: print(type(e).__name__,str(e)[:200])
print([k.split('\n')[0] for k in counters['graph_break']])
