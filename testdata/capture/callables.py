# What torch.compile makes of decorated forwards and functions, and of things that are no functions.
import torch, torch.nn as nn, functools
from torch._dynamo.testing import EagerAndRecordGraphs, CompileCounter
import torch._dynamo
def show(name, mk, *a):
    torch._dynamo.reset()
    b=EagerAndRecordGraphs()
    try:
        f=torch.compile(mk(), backend=b); r=f(*a)
        print(name, type(f).__name__, len(b.graphs))
        for g in b.graphs: print(g.code.strip())
    except Exception as e: print(name, 'ERR', type(e).__name__, str(e)[:100])
class A(nn.Module):
    def __init__(s): super().__init__(); s.l=nn.Linear(2,2)
    @torch.no_grad()
    def forward(s,x): return s.l(x)+1
class B(nn.Module):
    def __init__(s): super().__init__(); s.l=nn.Linear(2,2)
    @torch.inference_mode()
    def forward(s,x,p=1): return s.l(x)+p
class Cc(nn.Module):
    def __init__(s): super().__init__(); s.l=nn.Linear(2,2)
    @torch.autocast('cpu')
    def forward(s,x): return s.l(x)+1
def deco(f):
    @functools.wraps(f)
    def w(*a,**k): return f(*a,**k)*2
    return w
class D(nn.Module):
    def __init__(s): super().__init__(); s.l=nn.Linear(2,2)
    @deco
    def forward(s,x): return s.l(x)+1
class E(nn.Module):
    def __init__(s): super().__init__(); s.l=nn.Linear(2,2)
    def forward(s,x): return s.l(x)+1
    @torch.no_grad()
    def gen(s,x): return s.forward(x)*2
x=torch.randn(2,2)
for k in (A,B,Cc,D): show(k.__name__,k,x)
show('meth',lambda:E().gen,x)
show('fn',lambda:torch.no_grad()(lambda x:x+1),x)
@torch.no_grad()
def f(x): return x.sin()
show('f',lambda:f,x)
@torch.inference_mode()
def f2(x): return x.sin()
show('f2',lambda:f2,x)
@torch.enable_grad()
def f3(x): return x.sin()
show('f3',lambda:f3,x)
show('lin',lambda:nn.Linear(2,2),x)
show('seq',lambda:nn.Sequential(nn.Linear(2,2),nn.ReLU()),x)
show('partial',lambda:functools.partial(torch.add,1),x)
show('torchfn',lambda:torch.sin,x)
show('F',lambda:nn.functional.gelu,x)
show('bound',lambda:nn.Linear(2,2).forward,x)
class G:
    def __call__(s,x): return x+1
show('callable',lambda:G(),x)
import contextlib
@contextlib.contextmanager
def cm():
    yield
@cm()
def f6(x): return x.cos()
show('cm',lambda:f6,x)
show('loss',lambda:nn.CrossEntropyLoss(),x,torch.tensor([0,1]))
show('mha',lambda:nn.MultiheadAttention(2,1),x,x,x)
show('mlist',lambda:torch.nn.utils.clip_grad_norm_,[nn.Parameter(x)],1.0)
show('vmap',lambda:torch.vmap(torch.sin),x)
show('grad',lambda:torch.func.grad(lambda x:x.sin().sum()),x)
show('lru',lambda:functools.lru_cache(lambda x:x+1),x)
class H:
    def __init__(s): s.k=3
    def __call__(s,x,*,y=2): return x*s.k+y
show('obj',H,x)
h=H()
show('objattr',lambda:h.__call__,x)
def aut(x):
    with torch.autocast('cpu'): a=x@x
    with torch.autocast('cpu',dtype=torch.float16,enabled=False,cache_enabled=False): b=x@x
    with torch.amp.autocast('cpu',cache_enabled=True): return a+b+x@x
show('aut',lambda:aut,x)
