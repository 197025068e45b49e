"""Quantised modules scripted, traced and saved: the same as the modules themselves."""
import torch, torch.nn as nn, warnings, traceback, sys
warnings.simplefilter("ignore")
import torch.ao.quantization as tq
def t(name, f):
    try:
        r=f(); print(name, 'ok', r if r is not None else '')
    except Exception as e:
        print(name, type(e).__name__, str(e).strip().split('\n')[0][:200])
def q(m, x, mods=None):
    m.eval(); m.qconfig = tq.default_qconfig
    if mods: tq.fuse_modules(m, mods, inplace=True)
    p = tq.prepare(m); p(x); return tq.convert(p)
class W(nn.Module):
    def __init__(self, m):
        super().__init__(); self.q=tq.QuantStub(); self.m=m; self.d=tq.DeQuantStub()
    def forward(self,x): return self.d(self.m(self.q(x)))
torch.manual_seed(0)
cases={
 'linear': (nn.Linear(4,3), torch.randn(2,4)),
 'conv2d': (nn.Conv2d(3,4,3), torch.randn(1,3,8,8)),
 'conv1d': (nn.Conv1d(3,4,3), torch.randn(1,3,8)),
 'conv3d': (nn.Conv3d(3,4,3), torch.randn(1,3,5,5,5)),
 'relu': (nn.ReLU(), torch.randn(2,4)),
 'relu6': (nn.ReLU6(), torch.randn(2,4)),
 'hswish': (nn.Hardswish(), torch.randn(2,4)),
 'elu': (nn.ELU(), torch.randn(2,4)),
 'lrelu': (nn.LeakyReLU(), torch.randn(2,4)),
 'sigm': (nn.Sigmoid(), torch.randn(2,4)),
 'ln': (nn.LayerNorm(4), torch.randn(2,4)),
 'gn': (nn.GroupNorm(2,4), torch.randn(2,4,3)),
 'in2': (nn.InstanceNorm2d(4), torch.randn(2,4,3,3)),
 'ct2': (nn.ConvTranspose2d(3,4,3), torch.randn(1,3,5,5)),
 'ct1': (nn.ConvTranspose1d(3,4,3), torch.randn(1,3,5)),
 'maxpool': (nn.MaxPool2d(2), torch.randn(1,3,4,4)),
 'avgpool': (nn.AdaptiveAvgPool2d(1), torch.randn(1,3,4,4)),
 'seq': (nn.Sequential(nn.Linear(4,4), nn.ReLU(), nn.Linear(4,2)), torch.randn(2,4)),
 'drop': (nn.Dropout(), torch.randn(2,4)),
}
for n,(m,x) in cases.items():
    try:
        w=q(W(m),x)
    except Exception as e:
        print(n,'convert',type(e).__name__, str(e).split('\n')[0][:150]); continue
    def sc():
        s=torch.jit.script(w); return (s(x)-w(x)).abs().max().item(), s.code.count('ops.quantized')
    t(n+' script', sc)
    def tr():
        s=torch.jit.trace(w,x); return (s(x)-w(x)).abs().max().item(), s.code.count('ops.quantized')
    t(n+' trace', tr)
    def sv():
        import io
        b=io.BytesIO(); torch.jit.save(torch.jit.script(w),b); b.seek(0); return (torch.jit.load(b)(x)-w(x)).abs().max().item()
    t(n+' save', sv)
class F(nn.Module):
    def __init__(self):
        super().__init__(); self.q=tq.QuantStub(); self.d=tq.DeQuantStub(); self.f=nn.quantized.FloatFunctional(); self.a=nn.Linear(4,4)
    def forward(self,x):
        x=self.q(x); y=self.a(x); z=self.f.add(x,y); z=self.f.mul(z,y); z=self.f.cat([z,y],1); z=self.f.add_relu(z,z); z=self.f.add_scalar(z,1.0); z=self.f.mul_scalar(z,2.0); return self.d(z)
w=q(F(),torch.randn(2,4)); x=torch.randn(2,4)
t('ff', lambda: (torch.jit.script(w)(x)-w(x)).abs().max().item())
for name,m,xs in [('dyn linear',nn.Sequential(nn.Linear(4,4),nn.ReLU()),(torch.randn(2,4),)),('dyn lstm',nn.LSTM(4,3),(torch.randn(5,2,4),)),('dyn gru',nn.GRU(4,3),(torch.randn(5,2,4),)),('dyn lstmcell',nn.LSTMCell(4,3),(torch.randn(2,4),)),('dyn grucell',nn.GRUCell(4,3),(torch.randn(2,4),)),('dyn rnncell',nn.RNNCell(4,3),(torch.randn(2,4),))]:
    try: d=tq.quantize_dynamic(m if not isinstance(m,(nn.LSTM,nn.GRU,nn.LSTMCell,nn.GRUCell,nn.RNNCell)) else nn.ModuleDict({'m':m}), {nn.Linear,nn.LSTM,nn.GRU,nn.LSTMCell,nn.GRUCell,nn.RNNCell}, dtype=torch.qint8)
    except Exception as e: print(name,'conv',type(e).__name__,str(e)[:100]); continue
    if isinstance(d,nn.ModuleDict): d=d['m']
    print(type(d))
    def r(): 
        o=torch.jit.script(d)(*xs); e=d(*xs)
        f=lambda v: v if isinstance(v,torch.Tensor) else f(v[0])
        return (f(o)-f(e)).abs().max().item()
    t(name, r)
t('embbag', lambda: None)
e=nn.EmbeddingBag(10,12,mode='sum'); e.qconfig=tq.float_qparams_weight_only_qconfig
eq=tq.convert(tq.prepare(nn.Sequential(e)))
ix=torch.tensor([1,2,3,4]); of=torch.tensor([0,2])
t('eb run', lambda: eq[0](ix,of).shape)
t('eb', lambda: (torch.jit.script(eq[0])(ix,of)-eq[0](ix,of)).abs().max().item())
e=nn.Embedding(10,12); e.qconfig=tq.float_qparams_weight_only_qconfig
eq=tq.convert(tq.prepare(nn.Sequential(e)))
t('em', lambda: (torch.jit.script(eq[0])(ix)-eq[0](ix)).abs().max().item())
