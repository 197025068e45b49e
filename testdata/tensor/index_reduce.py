# Reductions into rows by index, ranges, transforms of Hermitian signals.
import torch
x=torch.ones(5,3); t=torch.arange(1.,10).view(3,3); i=torch.tensor([0,4,0])
for r in ('prod','mean','amax','amin'):
    print(x.index_reduce(0,i,t,r), torch.index_reduce(x,0,i,t,r,include_self=False))
x.index_reduce_(0,i,t,'prod'); print(x)
print(torch.range(0,3), torch.range(1,2,.5))
torch.manual_seed(0); y=torch.randn(3,4)
print(torch.fft.hfft2(y.cfloat()), torch.fft.ihfftn(y,norm='ortho'), torch.fft.hfftn(y.cfloat(),norm='forward').shape)
print(torch.histogram(torch.tensor([1.,2,1]),4,range=(0.,3.)))
a=torch.arange(3.,requires_grad=True).clone(); print(torch.histogramdd(torch.rand(4,2)*0,[2,2]).hist)
