# Symbols of views: the sizes and strides of the tensor that an input is a view of come first, and numbers of the view that have the same
# values are the same symbols.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs


def fn(x):
    return x + x.shape[0]


def show(name, x, **options):
    torch._dynamo.reset()
    backend = EagerAndRecordGraphs()
    compiled = torch.compile(fn, backend=backend, fullgraph=True, **(options or {"dynamic": True}))
    print(name, backend.graphs[0].code.split("\n")[3] if torch.equal(compiled(x), fn(x)) else "wrong")


x = torch.ones(2, 3)
show("view", x.view(3, 2))
show("t", x.t())
show("slice", torch.ones(9, 5)[2:, 1:])
show("rows", torch.ones(9, 5)[2:])
show("detach", x.detach())
show("expand", torch.ones(3, 1).expand(3, 5))
show("chain", torch.ones(3, 4, 6)[1:].transpose(0, 1)[0])
show("leaf", torch.ones(3, 4, requires_grad=True).view(4, 3))
for y in torch.ones(4, 3).view(6, 2), torch.ones(4, 3)[1:], torch.ones(2, 3, 4).select(0, 1):
    torch._dynamo.mark_dynamic(y, 0)
    show("marked", y, dynamic=None)

compiled = torch.compile(fn, backend="eager", fullgraph=True)
print([compiled(torch.ones(9, n)[2:, 1:]).shape for n in (5, 6, 7)], compiled(torch.ones(8, 9)[1:, 2:]).sum().item())
