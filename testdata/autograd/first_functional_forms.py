"""The first forms of functional modules, arguments that are named twice, and the memory of tensors of transforms."""
import torch, torch.nn as nn
from torch._functorch.eager_transforms import _slice_argnums
from torch._functorch.make_functional import functional_init, functional_init_with_buffers
for a in ((0,0),(0,-2),(1,1,0)):
    try: print(_slice_argnums((1,2),a))
    except Exception as e: print(type(e).__name__,e)
class M(nn.Module):
    def __init__(self, i): super().__init__(); self.l = nn.Linear(i, 2); self.b=nn.BatchNorm1d(2)
    def forward(self, x): return self.l(x)
for f in (functional_init, functional_init_with_buffers):
    for e in ((3,),(),(2,2)):
        try:
            r=f(nn.Linear, e)(2,3); print(type(r), len(r), [type(x).__name__ for x in r], [p.shape for p in r[0]], r[-1])
            r=f(M, e)(2); print(type(r), len(r), [type(x).__name__ for x in r], [p.shape for p in r[0]], r[-1])
        except Exception as ex: print(type(ex).__name__, ex)
from torch.func import vmap, linearize
import warnings; warnings.simplefilter("ignore")
try: vmap(lambda x: x.storage())(torch.ones(2))
except Exception as e: print(type(e).__name__, e)
try: vmap(lambda x: x.untyped_storage())(torch.ones(2))
except Exception as e: print(type(e).__name__, e)
import torch.autograd.forward_ad as fwAD
with fwAD.dual_level():
    x=torch.ones(2); d=fwAD.make_dual(x,torch.ones(2)); print(d.untyped_storage().data_ptr()==x.untyped_storage().data_ptr(), d.storage().data_ptr()==x.data_ptr(), d.data_ptr()==x.data_ptr())
p,f,n=functional_init(nn.Linear,(3,))(2,4); print(vmap(f,in_dims=(0,None))(p,(torch.ones(2),)).shape)
p,b,f,n,m=functional_init_with_buffers(M,(2,))(3); print(vmap(f,in_dims=(0,0,None),randomness="different")(p,b,(torch.ones(4,3),)).shape if False else len(b))
