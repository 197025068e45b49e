import torch
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e).splitlines()[0])
for sh in ((5,),(2,),(2,2),(1,2,2),(3,2,2),(1,1,1),(),(2,1,2,2),(4,)):
    t(lambda: torch.baddbmm(torch.ones(sh),torch.ones(2,2,3),torch.ones(2,3,2)).shape)
    t(lambda: torch.addbmm(torch.ones(sh),torch.ones(2,2,3),torch.ones(2,3,2)).shape)
    t(lambda: torch.addr(torch.ones(sh),torch.ones(2),torch.ones(2)).shape)
    t(lambda: torch.addmm(torch.ones(sh),torch.ones(2,3),torch.ones(3,2)).shape)
    t(lambda: torch.addmv(torch.ones(sh),torch.ones(2,3),torch.ones(3)).shape)
nan=float('nan')
for x in ([3.,nan,1,2,1],[nan,nan,1,1],[nan,1],[1,nan],[nan,nan],[2,nan,nan,1,1,1],[nan,nan,nan,1,1]):
    t(lambda: torch.mode(torch.tensor(x)))
print(torch.mode(torch.tensor([[3.,nan,1,2,1],[5,5,nan,nan,nan]]),0))
x=torch.zeros(3,2)
for i in (torch.tensor([0.]),torch.tensor([0],dtype=torch.int16),torch.tensor([0],dtype=torch.int8),torch.tensor([0],dtype=torch.uint16),torch.tensor([1j])):
    t(lambda: x.index_put((i,),torch.ones(())))
    t(lambda: torch.ops.aten.index(x,[i]))
    t(lambda: x[i])
    t(lambda: x.__setitem__(i,2.))
for sh,d in (((3,0),0),((0,3),1),((0,3),0),((0,0),0),((0,0),1),((2,0,3),2),((2,0,3),1),((0,),0)):
    t(lambda: torch.unique(torch.empty(sh),dim=d,return_inverse=True,return_counts=True))
    t(lambda: torch.unique_consecutive(torch.empty(sh),dim=d,return_inverse=True,return_counts=True))
x=torch.randn(2,3,requires_grad=True)
for i in (torch.tensor([[0,2],[1,1]]),torch.tensor([[1]]),torch.empty(0,2,dtype=torch.long)):
    for d in (0,1):
        if d==0: i=i.clamp(max=1)
        g,=torch.autograd.grad(torch.gather(x,d,i,sparse_grad=True).sum(),x); print(g)
