# A break inside a callee: what each level still captures.
import torch
from torch._dynamo.testing import CompileCounterWithBackend, EagerAndRecordGraphs

LOG = []


def leaf(x):
    y = x.sin()
    torch._dynamo.graph_break()
    return y.cos()


def middle(x, f):
    a = x + 1
    b = f(a)
    return b * 2


def top(x):
    out = middle(x * 3, leaf)
    return out - 1


class Layer:
    def __init__(self, k):
        self.k = k

    def __call__(self, x):
        x = x * self.k
        LOG.append(self.k)
        torch._dynamo.graph_break()
        return x + self.k


def layered(x):
    for layer in (Layer(2), Layer(3)):
        x = layer(x)
    return x.relu()


def recursive(x, n):
    if n == 0:
        torch._dynamo.graph_break()
        return x
    return recursive(x + n, n - 1) * 2


def args_alive(x, *args, scale=2, **kwargs):
    y = x * scale
    first = args[0]
    torch._dynamo.graph_break()
    return y + sum(args) + kwargs["bias"] + first


for fn, args, kwargs in ((top, (torch.ones(2),), {}), (layered, (torch.ones(2),), {}), (recursive, (torch.ones(2), 2), {}), (args_alive, (torch.ones(2), 1, 2), {"bias": 0.5})):
    torch._dynamo.reset()
    backend = EagerAndRecordGraphs()
    out = torch.compile(fn, backend=backend)(*args, **kwargs)
    print(fn.__name__, out.tolist(), out.tolist() == fn(*args, **kwargs).tolist())
    for gm in backend.graphs:
        print("   ", [n.name for n in gm.graph.nodes])
print(LOG)
