# Hooks of modules are scripted with them: calls from scripts and from Python run them, archives keep them, and what does not fit is refused.
import io
from typing import *

import torch
from torch import Tensor, nn


def t(f):
    try:
        print("==", f.__name__, ":", f())
    except RuntimeError as e:
        print("==", f.__name__, "!", e)


class Sub(nn.Module):
    def __init__(self):
        super().__init__()
        self.k=3
    def forward(self,x: Tensor, y: int=2) -> Tensor:
        return x*y
class One(nn.Module):
    def forward(self,x: Tensor) -> Tensor:
        return x*2
class Nothing(nn.Module):
    def forward(self):
        return 3
class Two(nn.Module):
    def forward(self,x: Tensor):
        return x,x+1
class M(nn.Module):
    def __init__(self,s):
        super().__init__()
        self.s=s
    def forward(self,x: Tensor):
        return self.s(x)
def fh(self, input: Tuple[Tensor], output: Tensor):
    return output+1
def fh2(self, input: Tuple[Tensor], output: Tensor) -> Tensor:
    print(input)
    return output*2
def fhn(self, input: Tuple[Tensor], output: Tensor) -> None:
    print("n")
def ph(self, input: Tuple[Tensor]) -> Tuple[Tensor]:
    return (input[0]*2,)
def pht(self, input: Tuple[Tensor]) -> Tensor:
    return input[0]*3
def phn(self, input: Tuple[Tensor]) -> None:
    print("p")
def ph2(self, input: Tuple[Tensor,int]) -> Tuple[Tensor,int]:
    return (input[0]*2,input[1])
def fht(self, input: Tuple[Tensor], output: Tuple[Tensor,Tensor]):
    return output[0]
def fhi(self, input: Tuple[Tensor], output: Tensor):
    return 3
def pre0(self, input: Tuple[()]) -> None:
    print("e")
def hook0(self, input: Tuple[()], output: int):
    return output+1
def mk(sub,pres=(),posts=(),top=False, topn=()):
    m=M(sub)
    t_=m if top else m.s
    for p in pres: t_.register_forward_pre_hook(p)
    for p in posts: t_.register_forward_hook(p)
    for p in topn: m.register_forward_hook(p)
    return m
def run(name,*a,**k):
    def g():
        m=mk(*a,**k)
        s=torch.jit.script(m)
        r=s(torch.ones(1))
        print([(n.kind(), [i.debugName() for i in n.inputs()]) for n in s.graph.nodes()])
        return r
    g.__name__=name
    t(g)
run("fh",One(),(),(fh,))
run("fh2",One(),(),(fh,fh2))
run("fhn",One(),(),(fhn,))
run("ph",One(),(ph,))
run("pht",One(),(pht,))
run("phn",One(),(phn,))
run("all",One(),(ph,phn,pht),(fh,fhn))
run("sub",Sub(),(ph,))
run("two",Two(),(),(fht,))
run("fhi",One(),(),(fhi,))
run("top",One(),(ph,),(fh,),True)
@t
def noth():
    m=Nothing()
    m.register_forward_pre_hook(pre0)
    m.register_forward_hook(hook0)
    s=torch.jit.script(m)
    return s()
@t
def same():
    m=One()
    m.register_forward_hook(fh)
    m.register_forward_hook(fh)
    return torch.jit.script(m)(torch.ones(1))
@t
def attrs():
    def h(self, input: Tuple[Tensor,int], output: Tensor):
        return output+self.k
    m=Sub()
    m.register_forward_hook(h)
    return torch.jit.script(m)(torch.ones(1),4), torch.jit.script(m)(torch.ones(1))
@t
def saved():
    m=mk(One(),(ph,),(fh,))
    s=torch.jit.script(m)
    b=io.BytesIO()
    torch.jit.save(s,b)
    b.seek(0)
    l=torch.jit.load(b)
    print(l.s.code)
    return l(torch.ones(1))
