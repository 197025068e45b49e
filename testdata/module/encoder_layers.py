# Layers of encoders and decoders: one operator where nothing is learnt, their parts elsewhere.
import torch, torch.nn as nn, itertools, warnings
warnings.simplefilter('ignore')
from torch._dynamo.testing import EagerAndRecordGraphs
def tn(n): return '.'+n.target if n.op=='call_method' else getattr(n.target,'__name__',str(n.target))
def show(name, f, *a, **k):
    torch._dynamo.reset()
    b=EagerAndRecordGraphs()
    try:
        r=torch.compile(f, backend=b)(*a,**k)
        print(name, len(b.graphs), [[tn(n) for n in g.graph.nodes if n.op.startswith('call')] for g in b.graphs], [n.target for n in b.graphs[0].graph.nodes if n.op=='placeholder'], r.stride(), '%.1f'%r.abs().sum())
    except Exception as e: print(name, 'ERR', type(e).__name__, str(e)[:100])
torch.manual_seed(3); x=torch.randn(2,3,4)
kp=torch.tensor([[False,False,True],[False,False,False]])
masks={'none':{}, 'kpb':dict(src_key_padding_mask=kp), 'kpf':dict(src_key_padding_mask=torch.zeros(2,3)),'amb':dict(mask=torch.triu(torch.ones(3,3),1).bool()),'amf':dict(mask=torch.zeros(3,3)),'both':dict(mask=torch.triu(torch.ones(3,3),1).bool(),src_key_padding_mask=kp),'causal':dict(mask=nn.Transformer.generate_square_subsequent_mask(3),is_causal=True)}
def run(kind,opts,train,grad,mk):
    torch.manual_seed(0)
    kw=dict(masks[mk])
    if kind=='layer':
        m=nn.TransformerEncoderLayer(4,2,8,dropout=0.0,**opts)
        if 'mask' in kw: kw['src_mask']=kw.pop('mask')
    else: m=nn.TransformerEncoder(nn.TransformerEncoderLayer(4,2,8,dropout=0.0,**opts),2,norm=nn.LayerNorm(4) if kind=='encn' else None)
    m.train(bool(train))
    xx=x if opts.get('batch_first') else x.transpose(0,1)
    with torch.set_grad_enabled(bool(grad)):
        name='%s %s train%d grad%d %s'%(kind,opts,train,grad,mk)
        try: r=m(xx,**kw); print(name,r.stride(),'%.1f'%r.abs().sum())
        except Exception as e: print(name,'EERR',str(e)[:90])
        show(name,lambda *a,**k:m(*a,**k),xx,**kw)
for kind in ('layer','enc','encn'):
    for opts in (dict(batch_first=True),dict(),dict(batch_first=True,norm_first=True),dict(batch_first=True,activation='gelu'),dict(batch_first=True,bias=False)):
        for train,grad in ((0,0),(0,1),(1,1)):
            for mk in masks:
                if (len(opts)!=1 or train) and mk not in ('none','kpb','causal'): continue
                run(kind,opts,train,grad,mk)
for kind in ('dl','dec'):
  for opts in (dict(batch_first=True),dict(norm_first=True)):
    for train,grad in ((0,0),(1,1)):
        torch.manual_seed(0)
        l=nn.TransformerDecoderLayer(4,2,8,dropout=0.0,**opts); m=l if kind=='dl' else nn.TransformerDecoder(l,2); m.train(bool(train))
        with torch.set_grad_enabled(bool(grad)):
            for kn,kw in (('none',{}),('causal',dict(tgt_mask=nn.Transformer.generate_square_subsequent_mask(3),tgt_is_causal=True)),('kp',dict(tgt_key_padding_mask=kp if opts.get('batch_first') else torch.zeros(3,2).bool())),('mask',dict(tgt_mask=nn.Transformer.generate_square_subsequent_mask(3),memory_mask=torch.zeros(3,3)))):
                if not opts.get('batch_first'):
                    kw={k:(v[:2,:2] if k in('tgt_mask',) else torch.zeros(2,2) if k=='memory_mask' else v) for k,v in kw.items()}
                name='%s %s %d %s'%(kind,opts,train,kn)
                try: r=m(x,x,**kw); print(name,r.stride(),'%.1f'%r.abs().sum())
                except Exception as e: print(name,'EERR',str(e)[:90])
                show(name,lambda *a,**k:m(*a,**k),x,x,**kw)
