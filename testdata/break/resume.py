# A call that cannot be traced ends the graph; what is alive goes on in a resume function.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs

backend = EagerAndRecordGraphs()


@torch.compile(backend=backend)
def fn(x, y, label="v"):
    a = x + y
    unused = a * 100
    values = [a, 3, label]
    print(label, len(values))
    b = values[0] * values[1]
    torch._dynamo.graph_break()
    c = b - x
    print("end")
    return c, label


x, y = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0])
print(fn(x, y))
print(fn(x, y, label="w"))
for gm in backend.graphs:
    print([n.name for n in gm.graph.nodes])
