# Sizes and ints in containers, comparisons between sizes, ints that turn symbolic, item() under capture_scalar_outputs.
import torch
import torch._dynamo
from torch._dynamo.testing import EagerAndRecordGraphs


def stacks(xs, k):
    total = sum(x.shape[0] for x in xs)
    return torch.stack([x.sum() * k for x in xs]), total, {"n": len(xs), "k": k + 1}


def compares(x, y):
    if x.shape[0] == y.shape[0]:
        return x + y
    if x.shape[0] < y.shape[0]:
        return x.sum() + y
    return x - y.sum()


def ranges(x, n):
    return torch.arange(n) + x.shape[0], torch.zeros(n, x.shape[0]).shape, x[-n:]


def items(x):
    n = x.sum().item()
    return x * n + 1


CASES = (
    (stacks, [([torch.ones(n) for n in sizes], k) for sizes, k in (((2, 3), 4), ((2, 4), 4), ((5, 6), 7), ((5, 6, 7), 7), ((8, 8), 9))]),
    (compares, [(torch.ones(a), torch.ones(b)) for a, b in ((2, 2), (3, 3), (3, 4), (5, 9), (9, 5), (7, 7))]),
    (ranges, [(torch.ones(4), 2), (torch.ones(4), 3), (torch.ones(5), 4), (torch.ones(6), 6)]),
)
for fn, calls in CASES:
    torch._dynamo.reset()
    backend = EagerAndRecordGraphs()
    compiled = torch.compile(fn, backend=backend)
    print(fn.__name__, [(str(compiled(*args)) == str(fn(*args)), len(backend.graphs)) for args in calls])
torch._dynamo.reset()
backend = EagerAndRecordGraphs()
with torch._dynamo.config.patch(capture_scalar_outputs=True):
    compiled = torch.compile(items, backend=backend, fullgraph=True)
    print(compiled(torch.ones(3)), compiled(torch.full((3,), 2.0)), len(backend.graphs))
print([n.name for n in backend.graphs[0].graph.nodes])
