# numpy.random.seed in graphs seeds the generator of torch, from which the functions of numpy.random draw there.
import numpy as np
import torch
import torch._dynamo
from torch._dynamo.testing import CompileCounterWithBackend


def show(fn, **options):
    torch._dynamo.reset()
    counter = CompileCounterWithBackend("eager")
    compiled = torch.compile(fn, backend=counter, **options)
    print(fn.__name__)
    try:
        results = [compiled(torch.ones(2)) for _ in range(2)]
        print(torch.equal(results[0], results[1]), results[0])
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[0])
    for g in counter.graphs:
        print(g.code.strip())


def seeded(x):
    np.random.seed(3)
    return x + 1


def drawn(x):
    np.random.seed(3)
    return x + torch.as_tensor(np.random.rand(2)) + torch.rand(2)


def keyword(x):
    np.random.seed(seed=5)
    return x + torch.rand(2)


def unseeded(x):
    np.random.seed()
    return x + 1


for fn in seeded, drawn, keyword, unseeded:
    show(fn, fullgraph=True)
torch.manual_seed(1)
np.random.seed(1)
show(seeded)
print(torch.rand(2), np.random.rand(2))
with torch._dynamo.config.patch(use_numpy_random_stream=True):
    show(seeded, fullgraph=True)
