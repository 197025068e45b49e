"""Gradients of dual numbers have tangents: derivatives forward over those by backward; and convolutions of nothing."""
import torch
import torch.autograd.forward_ad as fwAD
for shape in [(2,0,7),(0,0,7),(0,6,7),(2,0,7,8)]:
    for bias in (None, torch.randn(12,requires_grad=True)):
        d=len(shape)-2
        x=torch.randn(shape,requires_grad=True); w=torch.randn(12,shape[1]//3,*[3]*d,requires_grad=True)
        try:
            o=torch.ops.aten.convolution(x,w,bias,[1]*d,[0]*d,[1]*d,False,[0]*d,3)
            o.backward(torch.randn(o.shape))
            print(o.shape,x.grad.shape,w.grad.shape,w.grad.abs().sum(),bias if bias is None else bias.grad.shape)
        except Exception as e: print(type(e),e)
try: torch.ops.aten.convolution_backward(torch.randn(2,4,3,3), torch.randn(2,4,3,3), torch.randn(4,4,1,1), [4], [1, 1], [0, 0], [1, 1], False, [0, 0], 0, [True, True, True])
except Exception as e: print(type(e),e)
try: torch.ops.aten.convolution(torch.randn(2,4,3,3), torch.randn(4,4,1,1), None, [1, 1], [0, 0], [1, 1], False, [0, 0], 0)
except Exception as e: print(type(e),e)
torch.manual_seed(0)
def show(v):
    p,t=fwAD.unpack_dual(v); return (p.detach(), None if t is None else t.detach())
for f in (lambda x,w: (x*w).sin().sum(), lambda x,w: (x@w).exp().sum(), lambda x,w: (x**3).sum(), lambda x,w: x.cumsum(0).prod()+w.sum(), lambda x,w: (torch.softmax(x,0)*x).pow(2).sum()*w.mean()):
    x=torch.randn(3,dtype=torch.double,requires_grad=True); w=torch.randn(3,dtype=torch.double,requires_grad=True); tx=torch.randn(3,dtype=torch.double); tw=torch.randn(3,dtype=torch.double)
    with fwAD.dual_level():
        dx=fwAD.make_dual(x,tx); dw=fwAD.make_dual(w,tw)
        y=f(dx,dw)
        g=torch.autograd.grad(y,(x,w),allow_unused=True,retain_graph=True)
        print([None if q is None else show(q) for q in g])
        g=torch.autograd.grad(y,(dx,dw),fwAD.make_dual(torch.tensor(2.,dtype=torch.double),torch.tensor(.5,dtype=torch.double)),allow_unused=True,create_graph=True)
        print([None if q is None else show(q) for q in g])
        print(show(torch.autograd.grad(g[0].sum(),x,allow_unused=True,retain_graph=True)[0]))
        try: 
            torch.autograd.grad(y,(x,w),allow_unused=True); torch.autograd.grad(y,(x,w),allow_unused=True)
        except Exception as e: print(type(e).__name__, str(e)[:60])
x=torch.randn(3,dtype=torch.double,requires_grad=True)
torch.autograd.gradcheck(lambda x: x.sin().cumsum(0), (x,), check_forward_ad=True)
print(torch.autograd.gradgradcheck(lambda x: x.sin().cumsum(0)*x, (x,), check_fwd_over_rev=True, check_rev_over_rev=True))
