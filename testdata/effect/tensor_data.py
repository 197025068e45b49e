"""Tensors that get the data of others in compiled code, and tensors that index others."""
import torch
from torch._dynamo.testing import EagerAndRecordGraphs


def run(f, *args, **options):
    torch._dynamo.reset()
    backend = EagerAndRecordGraphs()
    try:
        print(torch.compile(f, backend=backend, **options)(*args), args)
    except Exception as e:
        print(type(e).__name__, str(e).split("\n\n")[0])
    for g in backend.graphs:
        print(g.code.strip())


def whole(x, y):
    x.data = y
    x.add_(1)
    return x


def another_size(x, y):
    x.data = torch.ones(5)
    return x + 1


def emptied(x, y):
    x.data = y
    y.data = torch.zeros([0])
    return x


def made_inside(x, y):
    z = x * 2
    z.data = y
    return z


for f in (whole, another_size, emptied):
    run(f, torch.ones(3), torch.ones(3) * 3)
run(made_inside, torch.ones(3), torch.ones(3), fullgraph=True)
place = torch.tensor(3)
run(lambda x, i: x[i], torch.arange(5), place, fullgraph=True)
run(lambda x, i: (x[i, 1], x[:, i], x[i, None]), torch.ones(5, 5), place, fullgraph=True)


def store(x, i):
    x[i] = 9
    return x + 1


run(store, torch.arange(5), place, fullgraph=True)
run(lambda x: 1 in x, torch.ones(2))
