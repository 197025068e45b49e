# Hooks stay with scripted modules that are copied, frozen, saved twice, called by other modules, forked and traced.
import copy
import io
from typing import *

import torch
from torch import Tensor, nn


def t(f):
    r = f()
    print("==", f.__name__, [x.detach() for x in (r if isinstance(r, tuple) else (r,))])


class One(nn.Module):
    def forward(self,x: Tensor) -> Tensor:
        return x*2
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.s=One()
        self.l=nn.Linear(2,2)
        self.q=nn.Sequential(One(),One())
    def forward(self,x: Tensor):
        return self.q(self.s(x))+self.l.weight.sum()*0
def fh(self, input: Tuple[Tensor], output: Tensor):
    return output+1
def ph(self, input: Tuple[Tensor]) -> Tuple[Tensor]:
    return (input[0]*3,)
def mk():
    m=M().eval()
    m.s.register_forward_hook(fh)
    m.q[0].register_forward_pre_hook(ph)
    m.register_forward_hook(fh)
    m.q.register_forward_hook(fh)
    return m
x=torch.ones(1,2)
@t
def a():
    return mk()(x), torch.jit.script(mk())(x)
@t
def b():
    s=torch.jit.script(mk())
    return copy.deepcopy(s)(x), copy.copy(s)(x)
@t
def c():
    return torch.jit.freeze(torch.jit.script(mk()))(x)
@t
def d():
    return torch.jit.optimize_for_inference(torch.jit.script(mk()))(x)
@t
def e():
    class O(nn.Module):
        def __init__(self,m):
            super().__init__()
            self.m=m
        def forward(self,x):
            return self.m(x)
    s=torch.jit.script(mk())
    return torch.jit.script(O(s))(x), torch.jit.trace(O(s),x)(x), torch.jit.trace(mk(),x)(x)
@t
def f():
    b=io.BytesIO()
    torch.jit.save(torch.jit.script(mk()),b)
    b.seek(0)
    l=torch.jit.load(b)
    b2=io.BytesIO()
    torch.jit.save(l,b2)
    b2.seek(0)
    l2=torch.jit.load(b2)
    return l(x), l2(x), copy.deepcopy(l2)(x), torch.jit.script(l2)(x)
@t
def g():
    s=torch.jit.script(mk())
    return s.forward(x), s.s(x), s.s.forward(x), s.q(x), s.q[0](x)
@t
def h():
    m=mk()
    s=torch.jit.script(m)
    
    class P(nn.Module):
        def __init__(self):
            super().__init__()
            self.a=s
            self.b=One()
        def forward(self,x: Tensor):
            return self.a(self.b(x))
    p=P()
    p.b.register_forward_hook(fh)
    return torch.jit.script(p)(x), p(x)
@t
def i():
    class L(nn.Module):
        def __init__(self):
            super().__init__()
            self.l=nn.ModuleList([One(),One()])
        def forward(self,x: Tensor):
            for m in self.l:
                x=m(x)
            return x
    l=L()
    l.l[0].register_forward_hook(fh)
    return torch.jit.script(l)(x), l(x)
@t
def j():
    m=mk()
    s=torch.jit.script(m)
    y=torch.jit.fork(s,x)
    return torch.jit.wait(y)
