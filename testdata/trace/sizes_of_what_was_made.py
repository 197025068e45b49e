# A size that an operator's result has is read there, whatever it was computed of.
import torch
from torch.fx.experimental.proxy_tensor import make_fx
a,b=torch.ones(3),torch.ones(4)
fs={'a1':lambda x,y: torch.cat([x,y]).shape[0]*x,'a2':lambda x,y: (torch.cat([x,y])*2).shape[0]*x,'a3':lambda x,y: x.shape[0]*torch.cat([x,y]),'a4':lambda x,y: (lambda c: c.view(c.shape[0]))(torch.cat([x,y])),'a5':lambda x,y: torch.ones(x.shape[0]+y.shape[0]),'a6':lambda x,y: x.new_zeros(x.shape[0]*2).shape[0]+y,'a8':lambda x,y:(x[1:]).shape[0]*y}
for n,f in fs.items(): print(n, make_fx(f,tracing_mode='symbolic')(a,b).code.strip())
