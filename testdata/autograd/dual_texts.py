import torch
from torch.autograd import forward_ad as fwAD
from torch.func import jvp, vmap, grad, jacfwd
x=torch.arange(3.)
def f(v):
    print(v); w=v*2; print(w); print(w.sum()); print(torch.ones(2)); print(v.detach())
    return w
jvp(f,(x,),(torch.ones(3),))
def g(v):
    print(v); w=v*2; print(w)
    return jvp(f,(v,),(torch.ones(3),))[1].sum()
jvp(g,(x,),(torch.ones(3),))
grad(g)(x)
with fwAD.dual_level():
    d=fwAD.make_dual(x,torch.ones(3))
    print(d); print(d.double()); print(fwAD.make_dual(torch.tensor(3.),torch.tensor(1.)))
    print(fwAD.make_dual(torch.tensor(3.,dtype=torch.float64),torch.tensor(1.,dtype=torch.float64)))
    d2=fwAD.make_dual(x.clone().requires_grad_(),torch.ones(3)); print(d2)
    print(str(torch.nn.Parameter(x)))
    print(fwAD.unpack_dual(d))
    print(d.detach()); print(d[1:]); print(torch.zeros(3)); print(d.requires_grad, d2.requires_grad, d2.is_leaf, d2.grad_fn is None)
    c=fwAD.make_dual(torch.ones(2,dtype=torch.cfloat),torch.ones(2,dtype=torch.cfloat)); print(c)
    c=fwAD.make_dual(torch.ones(40,40),torch.ones(40,40)); print(c.mm(c))
    print(f"{fwAD.make_dual(torch.tensor(3.),torch.tensor(1.))}")
    def h(v):
        print(v); return v*2
    vmap(h)(d)
    vmap(h)(fwAD.make_dual(torch.ones(2,2),torch.ones(2,2)))
print(d)

x.requires_grad_()
t=torch.ones(3).requires_grad_()
with fwAD.dual_level():
    y=fwAD.make_dual(x,t)**2
    p,tt=fwAD.unpack_dual(y)
    print(y.requires_grad,p.requires_grad,tt.requires_grad)
    print(torch.autograd.grad(tt.sum(),[x,t],retain_graph=True))
    y.sum().backward()
    print(x.grad)
    w=fwAD.make_dual(torch.ones(3), torch.ones(3)); w.requires_grad_(); print(w.is_leaf,w.requires_grad)
    (w*2).sum().backward(); print(w.grad)
