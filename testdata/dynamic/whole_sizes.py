# torch.Size as an argument of operators in graphs with symbolic sizes: the call that gave it, or torch.Size of its numbers where it was put together.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs

def show(name, f):
    torch._dynamo.reset()
    backend = EagerAndRecordGraphs()
    result = torch.compile(f, backend=backend, dynamic=True)(torch.ones(2, 3, 4))
    shape = tuple(result.shape) if isinstance(result, torch.Tensor) else result
    for g in backend.graphs:
        print(name, shape, "; ".join(line.strip() for line in g.code.strip().splitlines()))


show("shape slice", lambda x: x.view(*x.shape[:-1],-1)+1)
show("shape slice tuple", lambda x: x.view((*x.shape[:-1],2,-1))+1)
show("size slice", lambda x: x.view(*x.size()[:-1],-1)+1)
show("size", lambda x: x.view(x.size())+1)
show("shape", lambda x: torch.zeros(x.shape)+1)
show("unpack", lambda x: (lambda b,c,d: x.view(b*c,d))(*x.size()))
show("shape idx", lambda x: x.view(x.shape[0],-1))
show("inter shape", lambda x: (x+1).view(*(x+1).shape[:-1],-1))
show("inter size", lambda x: torch.ones((x+1).size()))
show("inter unpack", lambda x: (lambda b,c,d: (x*2).view(b*c,d))(*(x+1).size()))
show("inter idx", lambda x: (x*2).view((x+1).shape[0],-1))
show("shape eq", lambda x: x+1 if x.shape==(2,3,4) else x)
show("two", lambda x: x.view(*x.shape[:-1],-1)+x.view(*x.shape[:-1],-1))
show("size then getitem", lambda x: x.view(*x.shape[:-1],-1)[0]+x[0])
show("sum shape", lambda x: x*sum(x.shape))
show("prod", lambda x: x*x.shape.numel())
show("unused", lambda x: (x.shape[:-1], x+1)[1])
show("unused2", lambda x: (x.size(), x+1)[1])
show("unused3", lambda x: (x.shape[0], x+1)[1])
show("new_zeros", lambda x: x.new_zeros(x.shape[:2])+1)
show("len", lambda x: x*len(x.shape))
show("range", lambda x: [x+i for i in range(x.shape[0])][0])
show("size arg", lambda x: x.view(x.size(0),x.size(1)*x.size(2)))
show("shape in list", lambda x: x.view([x.shape[0]]+[-1]))
show("tuple add", lambda x: x.view(x.shape[:1]+(-1,)))
show("tuple add2", lambda x: x.view((1,)+x.shape))
show("tuple mod", lambda x: torch.zeros(tuple(x.shape))+1)
show("list mod", lambda x: torch.zeros(list(x.shape))+1)
