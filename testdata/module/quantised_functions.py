import torch, torch.nn as nn, torch.nn.functional as F
from torch.ao.quantization.quantize_fx import prepare_fx, convert_fx
from torch.ao.quantization import get_default_qconfig_mapping
class M(nn.Module):
    def __init__(s): super().__init__(); s.w=nn.Parameter(torch.ones(4)); s.b=nn.Parameter(torch.zeros(4)); s.c=nn.Conv2d(4,4,1)
    def forward(s,x): return F.group_norm(s.c(x),2,s.w,s.b)
class N(M):
    def forward(s,x): return F.group_norm(s.c(x),2)
class D(M):
    def forward(s,x): return F.dropout(s.c(x),0.3,s.training)
class L(M):
    def forward(s,x): return F.layer_norm(s.c(x),(4,),s.w,s.b)
for m in (M(),N(),D(),L()):
    x=(torch.rand(1,4,4,4),)
    p=prepare_fx(m.eval(),get_default_qconfig_mapping('fbgemm'),x); p(*x); print(convert_fx(p).code)


class Held(nn.Module):
    """A layer by its function, in a module: the packed weight has the module's name."""

    def __init__(self):
        super().__init__()
        self.weight, self.bias = torch.rand(3, 4), torch.rand(3)

    def forward(self, x):
        return F.relu(F.linear(x, self.weight, self.bias))


class Holding(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.inner = Held(), nn.Sequential(nn.Linear(3, 4), Held())

    def forward(self, x):
        return self.inner(self.first(x))


x = (torch.rand(2, 4),)
p = prepare_fx(Holding().eval(), get_default_qconfig_mapping("fbgemm"), x)
p(*x)
print(convert_fx(p).code)
q = torch.quantize_per_tensor(torch.linspace(-1, 1, 16).view(1, 4, 2, 2), 0.05, 20, torch.quint8)
for f in (lambda: F.pixel_shuffle(q, 2), lambda: F.pixel_unshuffle(F.pixel_shuffle(q, 2), 2), lambda: torch.channel_shuffle(q, 2), lambda: F.interpolate(q, scale_factor=2, mode="bilinear")):
    print(f().int_repr().flatten().tolist())
