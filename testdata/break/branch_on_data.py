# A branch on a tensor's value gives one graph before and one for each side taken.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs


def relu_like(x, slope):
    y = x * 2
    if y.mean() > 0:
        z = y + 1
    elif y.min() < -10:
        z = y * slope
    else:
        z = y - 1
    return z / 2


def steps(x):
    n = 0
    while x.max() < 20:
        x = x * 3
        n += 1
    return x, n


def asserts(x):
    assert x.sum() > 0, "must be positive"
    return x + 1


def bools(x):
    a = bool((x > 0).all())
    return x if a and not (x > 5).any() else -x


for fn, calls in ((relu_like, [(torch.ones(2), 0.1), (-torch.ones(2), 0.1), (torch.full((2,), -9.0), 0.1), (torch.ones(2), 0.1)]),
                  (steps, [(torch.ones(2),), (torch.tensor([1.0, 30.0]),)]),
                  (asserts, [(torch.ones(2),)]),
                  (bools, [(torch.ones(2),), (torch.zeros(2),), (torch.full((2,), 6.0),)])):
    torch._dynamo.reset()
    backend = EagerAndRecordGraphs()
    compiled = torch.compile(fn, backend=backend)
    print(fn.__name__)
    for args in calls:
        print("  ", compiled(*args), len(backend.graphs))
    for gm in backend.graphs:
        print("   ", [n.name for n in gm.graph.nodes if n.op not in ("placeholder", "output")])
