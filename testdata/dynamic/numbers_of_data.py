"""Tensors of one integer where operators take numbers: with one graph, and breaking it."""
import torch, torch.nn.functional as F
torch.manual_seed(0)
t=torch.tensor
x=torch.randn(1,2,4,4)
y=torch.randn(6)
cases={
'interp': lambda n: F.interpolate(x,size=(n,n)),
'interp1': lambda n: F.interpolate(x,size=n),
'interpb': lambda n: F.interpolate(x,size=(n,n),mode='bilinear'),
'view': lambda n: y.view(n,-1),
'reshape': lambda n: y.reshape(n,-1),
'zeros': lambda n: torch.zeros(n),
'zeros2': lambda n: torch.zeros((n,2)),
'narrow': lambda n: y.narrow(0,n,1),
'expand': lambda n: y.expand(n,6),
'repeat': lambda n: y.repeat(n),
'split': lambda n: y.split(n)[0],
'chunk': lambda n: y.chunk(n)[0],
'roll': lambda n: y.roll(n),
'topk': lambda n: y.topk(n)[0],
'arange': lambda n: torch.arange(n),
'linspace': lambda n: torch.linspace(0,n,3),
'full': lambda n: torch.full((2,),n),
'eye': lambda n: torch.eye(n),
'pad': lambda n: F.pad(y,(n,n)),
'slice': lambda n: y[:n],
'slice2': lambda n: y[n:],
'unflatten': lambda n: y.unflatten(0,(n,-1)),
'tri': lambda n: torch.tril(torch.ones(3,3),n),
'avgpool': lambda n: F.avg_pool2d(x,n),
'clamp': lambda n: y.clamp(0,n),
'softmax': lambda n: x.softmax(n),
'transpose': lambda n: x.transpose(n,0),
'randint': lambda n: torch.randint(n,(2,)).shape,
'onehot': lambda n: F.one_hot(t([0,1]),n),
'unique': lambda n: torch.unique(y),
'uniqued': lambda n: torch.unique(x,dim=1),
'uniquec': lambda n: torch.unique_consecutive(y),
'nonzero': lambda n: y.nonzero(),
'where': lambda n: torch.where(y>0),
'mask': lambda n: y[y>0],
'masked_select': lambda n: torch.masked_select(y,y>0),
'bincount': lambda n: torch.bincount(t([0,1,n])),
'repeat_interleave': lambda n: torch.repeat_interleave(y[:2],t([1,2])),
'argwhere': lambda n: torch.argwhere(y>0),
'equal': lambda n: torch.equal(y,y),
'item': lambda n: n.item(),
'tolist': lambda n: n.tolist(),
'int': lambda n: int(n),
'nanq': lambda n: y.quantile(t(0.5)),
'allclose': lambda n: torch.allclose(y,y),
'histc': lambda n: torch.histc(y,n),
}
from torch._dynamo.utils import counters
for k,f in cases.items():
    torch.manual_seed(0)
    try: e=f(t(2)); e=(tuple(e.shape) if isinstance(e,torch.Tensor) else str(e)[:40])
    except Exception as ex: e=type(ex).__name__+': '+str(ex).split('\n')[0]
    torch._dynamo.reset()
    def g(a): return f(a)
    try: r=torch.compile(g,backend='eager',fullgraph=True)(t(2)); r='ok'
    except Exception as ex: r='\n      '.join(l for l in str(ex).split('\n')[:6] if 'For more' not in l and l.strip())
    torch._dynamo.reset(); counters.clear()
    def h(a): return a + 1, f(a)
    torch.compile(h,backend='eager')(t(2))
    print(k,'|',e,'|',r,'|',[b.split('\n')[0] for b in counters['graph_break']])
