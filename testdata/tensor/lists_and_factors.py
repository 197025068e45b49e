# Factors of LU and what is made of them, lists of tensors, histograms, deep copies of tensors that share memory.
import torch, copy
torch.manual_seed(0)
a=torch.randn(4,4,dtype=torch.double); b=torch.randn(2,3,4,dtype=torch.double)
for m in (a,b,a[:3],b.mT):
    f,p=torch.linalg.lu_factor(m); print(f.sum().item().__format__('.6f'),p); P,L,U=torch.lu_unpack(f,p); print(torch.allclose(P@L@U,m))
f,p,i=torch.linalg.lu_factor_ex(torch.zeros(2,2)); print(p,i)
f,p=torch.linalg.lu_factor(a); B=torch.randn(4,2,dtype=torch.double)
print(torch.allclose(a@torch.linalg.lu_solve(f,p,B),B), torch.allclose(torch.linalg.lu_solve(f,p,B.mT,left=False)@a,B.mT), torch.allclose(a.mH@torch.linalg.lu_solve(f,p,B,adjoint=True),B))
print(torch.linalg.inv_ex(torch.zeros(2,2))[1], torch.linalg.inv_ex(a)[1])
print(torch.linalg.tensorinv(torch.eye(6).reshape(2,3,6)*2).sum(), torch.linalg.tensorsolve(torch.eye(6).reshape(2,3,6),torch.arange(6.).view(2,3)))
print(torch.fft.hfft(torch.arange(4.)+1j*torch.arange(4.)), torch.fft.ihfft(torch.arange(5.),norm='ortho'))
print(torch.histogram(torch.tensor([1.,2,1]),4,range=(0.,3.),weight=torch.tensor([1.,2,4])), torch.histogram(torch.tensor([1.,2,1]),torch.tensor([0.,1.,2.]),density=True))
print(torch.histogramdd(torch.tensor([[0.,1.],[1.,0.],[2.,0.],[2.,2.]]),[3,3]))
print(torch.segment_reduce(torch.arange(6.),'mean',lengths=torch.tensor([2,0,4])))
l=[torch.ones(2),torch.arange(3.)]
print(torch._foreach_add(l,[1.,2.]), torch._foreach_add(l,l,alpha=2), torch._foreach_maximum(l,1.), torch._foreach_pow(2.,[torch.ones(1)]), torch._foreach_addcmul(l,l,l,[1.,2.]))
for f in (lambda: torch._foreach_add([],1), lambda: torch._foreach_add(l,[1.]), lambda: torch._foreach_add(l,l[:1])):
    try: f()
    except RuntimeError as e: print(e)
x=torch.arange(6.); y=x[2:4]; c=copy.deepcopy([x,y]); c[0].zero_(); print(c[1], x); z=copy.deepcopy(x.view(2,3).t()); print(z.stride()); e=copy.deepcopy(torch.ones(1).expand(3)); print(e.stride())
m=torch.nn.Linear(2,2); m2=copy.deepcopy(m); m2.weight.data.zero_(); print(m.weight.abs().sum()>0)
print(copy.deepcopy(torch.tensor([1+1j]).conj()))
