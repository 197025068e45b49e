# Reductions of numbers without dimensions may name dimension 0 or -1.
import torch
x=torch.tensor(3.)
for f in (lambda:x.sum(0),lambda:x.mean(-1),lambda:x.amax(0),lambda:torch.linalg.vector_norm(x,float('inf'),0,True),lambda:x.var(0),lambda:x.prod(0),lambda:x.logsumexp(0),lambda:x.any(0),lambda:torch.norm(x,float('inf'),0),lambda:x.nansum(0),lambda:x.count_nonzero(0),lambda:x.aminmax(dim=0),lambda:x.std(-1,keepdim=True),lambda:torch.linalg.vector_norm(x.to(torch.complex64),float('inf'),0)):
    print(f())
x=torch.tensor(-3.,requires_grad=True)
for o in (1,2,0,3,float('inf'),-float('inf'),-1):
    for d in (None,0,-1):
        for k in (False,True):
            y=torch.linalg.vector_norm(x,o,dim=d,keepdim=k); print(o,d,k,y.detach(),torch.autograd.grad(y,x,allow_unused=True))
y=torch.tensor(3-4j); print(torch.linalg.vector_norm(y,2,dim=-1),torch.linalg.vector_norm(y,float('inf'),dim=0))
print(torch.linalg.norm(x,float('inf'),dim=0).detach(),torch.norm(x,p=float('inf'),dim=0).detach(),torch.linalg.norm(x).detach())
