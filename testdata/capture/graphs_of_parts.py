"""The graphs of forward and backward passes of parts of models, cut by either partitioner."""
import torch, torch.nn as nn, torch.nn.functional as F, warnings
warnings.simplefilter('ignore')
from functorch.compile import aot_function, aot_module, default_partition, min_cut_rematerialization_partition, make_boxed_func
def rec(tag):
    def c(gm, ex):
        print('   |',tag, '\n   |'.join(gm.code.strip().replace('torch.ops.aten.','').split('\n')))
        return make_boxed_func(gm.forward)
    return c
def show(name,f,*args,part):
    print('>> %s %s => ok'%(name,part.__name__))
    args=[a.clone().requires_grad_() if a.is_floating_point() else a for a in args]
    try:
        torch.manual_seed(0)
        g=aot_function(f, fw_compiler=rec("fw"), bw_compiler=rec("bw"), partition_fn=part)
        out=g(*args)
        out=out if isinstance(out,(tuple,list)) else (out,)
        sum(o.sum() for o in out if o.requires_grad).backward()
    except Exception as e: print('   ERR',type(e).__name__,str(e).split('\n')[0][:90])
r=lambda *s: torch.rand(*s)
fs={
'mlp': (lambda x,w,b,v: torch.relu(x@w+b)@v, r(4,8),r(8,16),r(16),r(16,2)),
'linear_gelu': (lambda x,w,b: F.gelu(F.linear(x,w,b)), r(4,8),r(16,8),r(16)),
'gelu_tanh': (lambda x: 0.5*x*(1+torch.tanh(0.79788*(x+0.044715*x**3))), r(4,8)),
'softmax_mm': (lambda q,k,v: torch.softmax(q@k.t()*0.5,-1)@v, r(4,8),r(5,8),r(5,8)),
'rms': (lambda x,w: x*torch.rsqrt((x*x).mean(-1,keepdim=True)+1e-6)*w, r(4,8),r(8)),
'layer_norm': (lambda x,w,b: F.layer_norm(x,(8,),w,b), r(4,8),r(8),r(8)),
'ce': (lambda x,t: F.cross_entropy(x,t), r(4,8),torch.tensor([1,2,3,0])),
'mse': (lambda x,y: F.mse_loss(x.sigmoid(),y), r(4,8),r(4,8)),
'chain': (lambda x: x.cos().cos().cos().cos(), r(4,8)),
'chain2': (lambda x,y: (x.sin()*y.cos()).exp().sum(), r(4,8),r(4,8)),
'reduce': (lambda x: (x.sum(0)*2).sin(), r(64,8)),
'reduce2': (lambda x: x.mean()*x, r(64,8)),
'two_out': (lambda x,y: (x*y, (x*y).relu()), r(4),r(4)),
'silu': (lambda x,w: F.silu(x@w)*(x@w), r(4,8),r(8,8)),
'view': (lambda x,w: (x.view(2,16)@w).t().contiguous(), r(4,8),r(16,3)),
'transpose': (lambda x: x.t().sin()+1, r(4,8)),
'cat': (lambda x,y: torch.cat([x.sin(),y.cos()],1).relu(), r(4,8),r(4,3)),
'index': (lambda x,i: x[i].sin(), r(6,8),torch.tensor([0,2,2])),
'embedding': (lambda w,i: F.embedding(i,w).tanh().sum(1), r(6,8),torch.tensor([[0,2],[2,1]])),
'where': (lambda x,y: torch.where(x>0.5,x*y,x+y), r(4,8),r(4,8)),
'clamp': (lambda x: x.clamp(0.2,0.7)*x, r(4,8)),
'bmm': (lambda x,y: torch.bmm(x,y).softmax(-1), r(2,4,8),r(2,8,5)),
'conv': (lambda x,w,b: F.conv2d(x,w,b,padding=1).relu(), r(1,2,5,5),r(3,2,3,3),r(3)),
'maxpool': (lambda x: F.max_pool2d(x.sin(),2), r(1,2,4,4)),
'avgpool': (lambda x: F.avg_pool2d(x.sin(),2), r(1,2,4,4)),
'inplace': (lambda x: x.clone().mul_(2).sin_()+x, r(4)),
'expand': (lambda x,y: x.expand(4,8)*y, r(8),r(4,8)),
'logsumexp': (lambda x: x.logsumexp(1)-x.sum(1), r(4,8)),
'norm': (lambda x: x/x.norm(dim=1,keepdim=True), r(4,8)),
'sigmoid_gate': (lambda x,y: torch.sigmoid(x)*torch.tanh(y)+(1-torch.sigmoid(x))*x, r(4,8),r(4,8)),
'power': (lambda x: (x**2+x**3).sqrt(), r(4,8)),
'div': (lambda x,y: x/(y+1)-y/(x+1), r(4,8),r(4,8)),
'abs_max': (lambda x: x.abs().max(1).values, r(4,8)),
'cumsum': (lambda x: x.cumsum(1).exp(), r(4,8)),
'unused': (lambda x,y: x.sin(), r(4),r(4)),
'const': (lambda x: x+torch.ones(4)*3, r(4)),
'same': (lambda x: (x.sin(),x.sin()), r(4)),
'input_out': (lambda x: (x,x*2), r(4)),
'outer': (lambda x,y: x[:,None]*y[None,:], r(4),r(3)),
'stack': (lambda x,y: torch.stack([x,y]).mean(0).exp(), r(4),r(4)),
'masked': (lambda x: x.masked_fill(x>0.5,0.0).sum(1).log1p(), r(4,8)),
'lstm_cell': (lambda x,h,w: torch.tanh(F.linear(torch.cat([x,h],1),w)).chunk(2,1)[0], r(2,3),r(2,3),r(8,6)),
}
for n,(f,*a) in fs.items():
    for part in (default_partition, min_cut_rematerialization_partition): show(n,f,*a,part=part)
