"""Conversions of modules inside of compiled functions: what keeps the type is stored into the parameters, a new type makes new parameters, at which the graph breaks."""
import torch
import torch.nn as nn
from torch._dynamo.utils import counters


def compiled(name, forward):
    torch._dynamo.reset()
    counters.clear()
    torch.manual_seed(0)

    class M(nn.Module):
        def __init__(self):
            super().__init__()
            self.lin = nn.Linear(3, 3)
            self.register_buffer("b", torch.ones(3))

    M.forward = forward
    graphs = []

    def backend(gm, inputs):
        graphs.append(gm.code.strip())
        return gm.forward

    m = M()
    f = torch.compile(m, backend=backend)
    x = torch.ones(2, 3)
    print(name, f(x).dtype, f(x).dtype, m.lin.weight.dtype, m.b.dtype)
    for g in graphs:
        print(g)
    for reason in counters["graph_break"]:
        print(reason.split("\n")[0])


def double(self, x):
    self.double()
    return self.lin(x.double())


def of_child(self, x):
    self.lin.half()
    return x


def cpu(self, x):
    return self.cpu().lin(x)


def scaled(self, x):
    self._apply(lambda t: t * 2)
    return self.lin(x)


def empty(self, x):
    self.to_empty(device="cpu")
    return x + 1


for f in (double, of_child, cpu, scaled, empty):
    compiled(f.__name__, f)
