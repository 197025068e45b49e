import torch, dataclasses
class Q0:
    def __init__(self,x): self.n=1
class Q1:
    def __init__(self,*,x): self.n=1
class Q2:
    def __new__(cls, x): return super().__new__(cls)
    def __init__(self,x): self.n=x*2
@dataclasses.dataclass
class Q3:
    x: object
    def __post_init__(self): self.y=self.x+1
class Q6(Exception):
    def __init__(self,x): self.n=1
class Q7:
    def __init__(self,l): self.n=l[0]+1
class Q8(torch.nn.Module):
    def __init__(self,x): super().__init__(); self.n=x*2
def be(gm, inp):
    print([ (n.name) for n in gm.graph.nodes], list(gm.graph.nodes)[-1].args)
    return gm
for c in (Q0,Q2,Q3,Q6,Q8):
    torch._dynamo.reset(); print(c.__name__)
    def f(x): return c(x-3), x+7
    try: torch.compile(f,backend=be)(torch.ones(3))
    except Exception as e_: print(type(e_), str(e_)[:100])
def f1(x): return Q1(x=x-3), x+7
def f7(x): return Q7([x-3, x*5]), x+7
def f9(x):
    q=Q0(x-3); return x+7
for f in (f1,f7,f9):
    torch._dynamo.reset(); print(f.__name__)
    try: torch.compile(f,backend=be)(torch.ones(3))
    except Exception as e_: print(type(e_), str(e_)[:100])
