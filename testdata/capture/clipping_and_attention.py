# Graphs of what clips gradients, and of attention and encoders, learning and not.
import torch, torch.nn as nn
from torch._dynamo.testing import EagerAndRecordGraphs
def show(name, f, *a, **k):
    torch._dynamo.reset()
    b=EagerAndRecordGraphs()
    try:
        r=torch.compile(f, backend=b)(*a,**k)
        print(name, len(b.graphs), r)
        for g in b.graphs: print(g.code.strip())
    except Exception as e: print(name, 'ERR', type(e).__name__, str(e)[:100])
p=nn.Parameter(torch.ones(2)); p.grad=torch.ones(2)*3; q=nn.Parameter(torch.ones(3)); q.grad=torch.ones(3)
U=torch.nn.utils
def f1(): return U.clip_grad_norm_([p,q],1.0)
def f2(): return U.clip_grad_norm_([p,q],1.0,norm_type=float('inf'))
def f3(): U.clip_grad_value_([p,q],.1)
def f4(): return U.parameters_to_vector([p,q])
def f5(): return U.get_total_norm([p.grad,q.grad])
def f6(): return U.clip_grad_norm_(p,1.0,error_if_nonfinite=True)
m=nn.MultiheadAttention(4,2,batch_first=True); me=nn.MultiheadAttention(4,2,batch_first=True).eval(); mk=nn.MultiheadAttention(4,2,kdim=3,vdim=5)
torch.manual_seed(3); x=torch.randn(2,3,4)
for n,f in (('f1',f1),('f2',f2),('f3',f3),('f4',f4),('f5',f5),('f6',f6)): show(n,f)
torch.manual_seed(0)
def g(m,*a,**k): return [t.shape if t is not None else None for t in m(*a,**k)]
show('mha',lambda: g(m,x,x,x)); show('mha2',lambda: g(m,x,x,x,need_weights=False,attn_mask=torch.zeros(3,3)))
with torch.no_grad(): show('mhae',lambda: g(me,x,x,x,need_weights=False)); show('mhaem',lambda: g(me,x,x,x,key_padding_mask=torch.zeros(2,3,dtype=torch.bool)))
show('mhak',lambda: g(mk,x,torch.randn(2,3,3),torch.randn(2,3,5)))
enc=nn.TransformerEncoderLayer(4,2,8,batch_first=True).eval()
with torch.no_grad(): show('enc', lambda: enc(x).shape)
show('enct', lambda: enc(x).shape)
tr=nn.Transformer(4,2,1,1,8,batch_first=True)
show('tr', lambda: tr(x,x,tgt_mask=nn.Transformer.generate_square_subsequent_mask(3)).shape)
