import torch, copy, warnings; warnings.simplefilter("ignore")
import torch.nn as nn
from torch.ao.quantization import get_default_qconfig_mapping, QConfigMapping, get_default_qat_qconfig_mapping, default_qconfig, default_dynamic_qconfig
from torch.ao.quantization.quantize_fx import prepare_fx, convert_fx, prepare_qat_fx, fuse_fx, convert_to_reference_fx
torch.manual_seed(0)
# Graphs of models that are fused, observed, converted to references and lowered to quantised kernels.
class M(nn.Module):
    def __init__(self):
        super().__init__(); self.lin=nn.Linear(5,5); self.relu=nn.ReLU(); self.lin2=nn.Linear(5,3)
    def forward(self,x): return self.lin2(self.relu(self.lin(x)))
class C(nn.Module):
    def __init__(self):
        super().__init__(); self.conv=nn.Conv2d(3,4,3); self.bn=nn.BatchNorm2d(4); self.relu=nn.ReLU(); self.pool=nn.MaxPool2d(2); self.fc=nn.Linear(4,2)
    def forward(self,x):
        x=self.pool(self.relu(self.bn(self.conv(x))))
        x=x.mean([2,3]); return self.fc(x)
class F(nn.Module):
    def __init__(self):
        super().__init__(); self.w=nn.Parameter(torch.randn(3,5)); self.b=nn.Parameter(torch.zeros(3)); self.conv=nn.Conv1d(3,3,1)
    def forward(self,x,y):
        z=x+y; z=torch.cat([z,x],0); z=nn.functional.relu(z); z=nn.functional.linear(z,self.w,self.b); z=z*2; z=z.reshape(-1,3); return torch.sigmoid(z)
for m,ex in ((M(),(torch.randn(2,5),)),(C(),(torch.randn(1,3,8,8),)),(F(),(torch.randn(2,5),torch.randn(2,5)))):
    m.eval()
    print(fuse_fx(copy.deepcopy(m)).code)
    p=prepare_fx(copy.deepcopy(m),get_default_qconfig_mapping('x86'),ex)
    print(p); p(*ex)
    r=convert_to_reference_fx(copy.deepcopy(p)); print(r); print(r(*ex).sum())
    q=convert_fx(p); print(q); print(q(*ex))
    q=prepare_qat_fx(copy.deepcopy(m).train(),get_default_qat_qconfig_mapping('x86'),ex); print(q); q(*ex); print(convert_fx(q).code)
    d=prepare_fx(copy.deepcopy(m),QConfigMapping().set_global(default_dynamic_qconfig),ex); print(d); d=convert_fx(d); print(d); print(d(*ex).detach())
