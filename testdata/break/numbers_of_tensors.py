# Tensors of one known number in the place of sizes, and methods of tensors that come from outside as values.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs
from torch._dynamo.utils import counters


def show(name, f, *args, **options):
    torch._dynamo.reset()
    counters.clear()
    backend = EagerAndRecordGraphs()
    result = torch.compile(f, backend=backend, **options)(*args)
    print(name, result.tolist(), [[n.name for n in g.graph.nodes if n.op != "placeholder"] for g in backend.graphs])
    for text in counters["graph_break"]:
        print(text if "marked as skipped" in text else text.partition("\n")[0])


x = torch.ones(2, 3)
show("product", lambda x: torch.arange(start=0, end=torch.prod(torch.tensor([2]))), x)
show("end", lambda x: torch.arange(torch.tensor(3)) + x, x)
show("product of two", lambda x: torch.arange(start=0, end=torch.prod(torch.tensor(list(x.shape)))) + 1, x)
show("item of a product", lambda x: x + torch.prod(torch.tensor([2, 3])).item(), x)
show("list of a concatenation", lambda x: x.view(torch.cat([torch.tensor([3]), torch.tensor([2])]).tolist()), x)
show("whole graph", lambda x: x + torch.prod(torch.tensor([2, 3])).item(), x, fullgraph=True)
show("method", lambda m: m(3, 2), x.view)
show("method and tensor", lambda m, x: m(x) + 1, x.add, x)
show("method of a list", lambda m, x: x + m(1), [1].index, x)


def kept(x):
    method = x.add
    torch._dynamo.graph_break()
    return method(x)


show("kept over a break", kept, x)
