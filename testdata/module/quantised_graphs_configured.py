import torch, copy, warnings; warnings.simplefilter("ignore")
import torch.nn as nn
from torch.ao.quantization import QConfigMapping, default_qconfig, default_dynamic_qconfig, get_default_qconfig_mapping, get_default_qat_qconfig_mapping,per_channel_dynamic_qconfig,default_qat_qconfig,default_embedding_qat_qconfig
from torch.ao.quantization.quantize_fx import prepare_fx, convert_fx, prepare_qat_fx, fuse_fx, convert_to_reference_fx
from torch.ao.quantization.fx.custom_config import PrepareCustomConfig, ConvertCustomConfig, FuseCustomConfig
F=nn.functional
torch.manual_seed(1)
class R(nn.Module):
    def __init__(self):
        super().__init__(); self.c1=nn.Conv2d(3,3,1); self.b1=nn.BatchNorm2d(3); self.c2=nn.Conv2d(3,3,1); self.relu=nn.ReLU(inplace=True); self.ap=nn.AdaptiveAvgPool2d(1); self.fc=nn.Linear(3,2); self.keep=7
    def forward(self,x):
        y=self.relu(self.b1(self.c1(x))); y=self.c2(y); y=y+x; y=self.relu(y); y=self.ap(y); y=torch.flatten(y,1); y=self.fc(y); return F.softmax(y,dim=1)
class S(nn.Module):
    def __init__(self): super().__init__(); self.a=nn.Sequential(nn.Linear(4,4),nn.ReLU()); self.b=nn.Sequential(nn.Linear(4,4),nn.BatchNorm1d(4)); self.d=nn.Dropout(0.5)
    def forward(self,x): return self.d(self.b(self.a(x)))*0.5
def run(n,m,qm,ex,**k):
    print('=====',n)
    try:
        p=prepare_fx(copy.deepcopy(m).eval(),qm,ex,**k); print(p.graph); p(*ex); p(*ex)
        q=convert_fx(p); print(q.graph); print(q(*ex).shape)
    except Exception as e: print(type(e).__name__,str(e)[:200])
x=torch.randn(2,3,4,4)
run('R',R(),get_default_qconfig_mapping('fbgemm'),(x,))
run('Rq',R(),get_default_qconfig_mapping('qnnpack'),(x,))
run('Rname',R(),get_default_qconfig_mapping().set_module_name('c2',None).set_module_name_regex('fc.*',None),(x,))
run('Rtype',R(),QConfigMapping().set_object_type(nn.Conv2d,default_qconfig),(x,))
run('Rkeep',R(),get_default_qconfig_mapping(),(x,),prepare_custom_config=PrepareCustomConfig().set_preserved_attributes(['keep']))
run('S',S(),get_default_qconfig_mapping(),(torch.randn(2,4),))
run('Sd',S(),QConfigMapping().set_global(per_channel_dynamic_qconfig),(torch.randn(2,4),))
run('Sorder',S(),QConfigMapping().set_global(None).set_module_name_object_type_order('a',nn.Linear,0,default_qconfig),(torch.randn(2,4),))
for m,ex in ((R(),(x,)),(S(),(torch.randn(2,4),))):
    p=prepare_qat_fx(copy.deepcopy(m).train(),get_default_qat_qconfig_mapping('fbgemm'),ex); print(p)
    o=torch.optim.SGD(p.parameters(),0.1); l=p(*ex).sum(); l.backward(); o.step(); print(p(*ex).shape)
    q=convert_fx(p.eval()); print(q.code)
f=fuse_fx(R().eval(),fuse_custom_config=FuseCustomConfig().set_preserved_attributes(['keep'])); print(f.code, f.keep, type(f.c1), type(f))
p=prepare_fx(R().eval(),get_default_qconfig_mapping(),(x,)); p(x); s=p.state_dict(); print(list(s)[:6]); q=convert_fx(p,qconfig_mapping=get_default_qconfig_mapping().set_module_name('c2',None)); print(q.code)
import io
b=io.BytesIO(); torch.save(q.state_dict(),b); b.seek(0); d=torch.load(b,weights_only=False); print(q.load_state_dict(d))
