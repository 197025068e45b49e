# Inputs that a custom function changes and returns, in the order in which its forward reads them.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs
def t(name, f):
    torch._dynamo.reset()
    try:
        r=f(); print(name,'=>',repr(r)[:2000])
    except BaseException as e:
        print(name,'!!',type(e).__name__,str(e).split('\n')[0])
class F(torch.autograd.Function):
    @staticmethod
    def forward(ctx,x,y):
        ctx.mark_dirty(y); y.add_(x)
        return x*2, y
    @staticmethod
    def backward(ctx,g,h): return g*2+h,h
class G(torch.autograd.Function):
    @staticmethod
    def forward(ctx,x,y):
        ctx.mark_dirty(y,x); y.add_(x); x.mul_(2)
        return y,x
    @staticmethod
    def backward(ctx,g,h): return g+h*2,g
class S(torch.autograd.Function):
    @staticmethod
    def forward(x):
        return x.add_(2)
    @staticmethod
    def setup_context(ctx,inputs,output): ctx.mark_dirty(inputs[0])
    @staticmethod
    def backward(ctx,g): return g*3
def run(f,*a,be=None):
    r=be or EagerAndRecordGraphs()
    o=torch.compile(f,backend=r,fullgraph=True)(*a)
    if be is None:
        for l in r.graphs[0].print_readable(False).split('\n'):
            if 'code:' not in l and ('autograd_function_apply' in l or 'return' in l): print(l.strip())
    return o
def a1():
    def f(x,y): 
        z=y*1
        o=F.apply(x,z); return o[0]+o[1]*z
    x=torch.ones(3,requires_grad=True); y=torch.ones(3)
    o=run(f,x,y); o.sum().backward(); return o,x.grad
t('a1',a1)
def a2():
    def f(x,y):
        p=x*1; q=y*1
        a,b=G.apply(p,q)
        return a*q+b*p
    x=torch.ones(3,requires_grad=True); y=torch.ones(3)
    o=run(f,x,y); o.sum().backward(); return o,x.grad
t('a2',a2)
def a3():
    def f(x):
        z=x*1
        w=S.apply(z)
        return w, w is z, z.requires_grad, z.grad_fn is None
    x=torch.ones(3,requires_grad=True)
    o=run(f,x); o[0].sum().backward(); return o,x.grad
t('a3',a3)
def a4(be=None):
    def f(x,y):
        o=F.apply(x,y); return o[0]+o[1]
    x=torch.ones(3,requires_grad=True); y=torch.ones(3)
    o=run(f,x,y,be=be); o.sum().backward(); return o,x.grad,y
t('a4',a4)
def a5(be=None):
    def f(x,y):
        o=F.apply(x,y); return o[1]
    x=torch.ones(3,requires_grad=True); y=torch.ones(3)
    o=run(f,x,y,be=be); o.sum().backward(); return o,x.grad,y,o is y
t('a5',a5)
def a6(be=None):
    def f(x):
        z=x*1
        v=z[0]
        w=S.apply(z)
        return w+v
    x=torch.ones(3,requires_grad=True)
    o=run(f,x,be=be); o.sum().backward(); return o,x.grad
t('a6',a6)
