# Strides of what attention gives, and its graphs, over the conditions under which one operator computes it.
import torch, torch.nn as nn, itertools
from torch._dynamo.testing import EagerAndRecordGraphs
def show(name, f, *a, **k):
    torch._dynamo.reset()
    b=EagerAndRecordGraphs()
    try:
        r=torch.compile(f, backend=b)(*a,**k)
        print(name, len(b.graphs), [ [ ('.'+n.target if n.op=='call_method' else getattr(n.target,'__name__',str(n.target))) for n in g.graph.nodes if n.op.startswith('call')] for g in b.graphs], [t.stride() if t is not None else None for t in r] )
    except Exception as e: print(name, 'ERR', type(e).__name__, str(e)[:100])
torch.manual_seed(3); x=torch.randn(2,3,4)
masks={'none':{}, 'kpb':dict(key_padding_mask=torch.tensor([[False,False,True]]*2)), 'kpf':dict(key_padding_mask=torch.zeros(2,3)),'amb':dict(attn_mask=torch.eye(3).bool()),'amf':dict(attn_mask=torch.zeros(3,3)),'am3':dict(attn_mask=torch.zeros(4,3,3)),'both':dict(attn_mask=torch.eye(3).bool(),key_padding_mask=torch.zeros(2,3).bool()),'causal':dict(attn_mask=nn.Transformer.generate_square_subsequent_mask(3),is_causal=True)}
for train,grad,bf,bias,nw,mk in itertools.product([0,1],[0,1],[0,1],[0,1],[0,1],masks):
    if bias==0 and mk!='none': continue
    if train and mk in('am3','both'): continue
    torch.manual_seed(0)
    m=nn.MultiheadAttention(4,2,batch_first=bool(bf),bias=bool(bias)); m.train(bool(train))
    kw=dict(masks[mk],need_weights=bool(nw))
    if not bf and 'key_padding_mask' in kw: kw['key_padding_mask']=kw['key_padding_mask'].new_zeros(3,2)
    xx=x
    if not bf and 'attn_mask' in kw: kw['attn_mask']=kw['attn_mask'][...,:2,:2] if kw['attn_mask'].dim()==2 else torch.zeros(6,2,2)
    with torch.set_grad_enabled(bool(grad)):
        name='train%d grad%d bf%d bias%d nw%d %s'%(train,grad,bf,bias,nw,mk)
        try:
            r=m(xx,xx,xx,**kw); print(name,[t.stride() if t is not None else None for t in r], '%.2f'%abs(r[0].sum()))
        except Exception as e: print(name,'EERR',str(e)[:90])
        show(name,lambda *a,**k:m(*a,**k),xx,xx,xx,**kw)
torch.manual_seed(4)
for nm,args in (('cross',(x,torch.randn(2,5,4),None)),('kv',(x,torch.randn(2,5,4),torch.randn(2,5,4))),('unb',(x[0],x[0],x[0]))):
    m=nn.MultiheadAttention(4,2,batch_first=True).eval(); a=tuple(args[1] if t is None else t for t in args)
    with torch.no_grad():
        r=m(*a); print(nm,[t.stride() for t in r]); show(nm,lambda *a:m(*a),*a)
m=nn.MultiheadAttention(4,2,batch_first=True,add_bias_kv=True,add_zero_attn=True).eval()
with torch.no_grad(): r=m(x,x,x); print([t.stride() for t in r]); show('bkv',lambda *a:m(*a),x,x,x)
