"""Which breaks at branches on data are counted: those of frames that are inlined."""
import torch
from torch._dynamo.utils import counters
def show(): print({k.split('\n')[0]:v for k,v in counters['graph_break'].items()},dict(counters['stats'])); torch._dynamo.reset(); counters.clear()
x=torch.tensor([1.,0,2,2])
def h(x): return 1 if x.sum()>0 else 2
torch.compile(h,backend='eager')(x); show()
def g(x):
    y=x+1
    if y.sum()>0: return y+1
    return y-1
torch.compile(g,backend='eager')(x); show()
def g(x):
    y=x+1
    r=h(x)
    return y,r
torch.compile(g,backend='eager')(x); show()
def g(x):
    y=x+1
    b=bool(y.any())
    return y*2,b
torch.compile(g,backend='eager')(x); show()
def g(x):
    y=x+1
    while y.sum()<10: y=y+1
    return y
torch.compile(g,backend='eager')(x); show()
def g(x):
    y=x+1
    assert y.sum()>0
    return y
torch.compile(g,backend='eager')(x); show()
def g(x):
    y=x+1
    return y*2 if y.sum()>0 and y.max()<3 else y
torch.compile(g,backend='eager')(x); show()
def g(x):
    y=x+1
    if bool(y.any()): return y*2
    return y
torch.compile(g,backend='eager')(x); show()
def g(x):
    y=x+1
    b=bool(y.any())
    if b: return y*2
    return y
torch.compile(g,backend='eager')(x); show()
def g(x):
    y=x+1
    return y*2, bool(y.any()), y+1
torch.compile(g,backend='eager')(x); show()
def g(x):
    y=x+1
    if not y.any(): return y*2
    return y-3
torch.compile(g,backend='eager')(x); show()
def g(x):
    y=x+1
    z=not y.any()
    return y-3,z
torch.compile(g,backend='eager')(x); show()
def g(x):
    y=x+1
    z=y.any() or 3
    return y-3,z
torch.compile(g,backend='eager')(x); show()
def g(x):
    y=x+1
    z=all([y.any(),y.sum()>0])
    return y-3,z
torch.compile(g,backend='eager')(x); show()
