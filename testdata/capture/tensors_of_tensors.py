# torch.as_tensor, asarray, tensor and new_tensor of tensors, numbers and sizes.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs
def show(name, f, *a, **k):
    torch._dynamo.reset(); b=EagerAndRecordGraphs()
    try:
        r=torch.compile(f, backend=b)(*a,**k)
        print(name, len(b.graphs), r is a[0] if a else '', r.dtype)
        for g in b.graphs: print(g.code.strip())
    except Exception as e: print(name, 'ERR', type(e).__name__, str(e)[:100])
x=torch.ones(2); n=torch.arange(3)
show('a',lambda x: torch.as_tensor(x),x); show('b',lambda x: torch.as_tensor(x,dtype=torch.float64),x); show('c',lambda x: torch.as_tensor(x,device='cpu')+1,x)
show('d',lambda x: torch.asarray(x),x); show('e',lambda x: torch.asarray(x,dtype=torch.int64)*2,x); show('f',lambda x: torch.as_tensor([1,2.])+x,x)
show('g',lambda x: x.new_tensor([1,2]),x); show('h',lambda x: x.new_tensor(3,dtype=torch.int32)+x,x); show('i',lambda x: x.new_tensor(x),x); show('j',lambda x: x.new_tensor([1.5],device='cpu'),x)
show('k',lambda x: torch.tensor(x,dtype=torch.float64),x); show('l',lambda x: torch.tensor([x[0],2.]),x); show('m',lambda x: torch.tensor(x.tolist()),n); show('n',lambda x: torch.as_tensor(x.shape),x)
show('o',lambda x: torch.asarray([1,2])+x,x); show('p',lambda x: torch.as_tensor(5)+x,x); show('q',lambda x: torch.tensor([[1,2],[3,4]],dtype=torch.float32,device=x.device)@x,x); show('r',lambda x: x.new_tensor([]),x)
show('s',lambda x: torch.as_tensor(x.numel())+x,x); show('t',lambda x: x.new_tensor([x.size(0),1]),x); show('u',lambda x: torch.scalar_tensor(2.)+x,x); show('v',lambda x: torch.as_tensor(x)+torch.as_tensor(x, dtype=x.dtype),x)
