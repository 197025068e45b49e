# Ranges with symbolic steps, and torch.Size of what is added to one.
import torch


def steps(x, i):
    n = x.shape[0]
    return torch.arange(0, n, i), torch.arange(i, n * 2, i), torch.arange(n, 0, -i), torch.Size((n,)) + (i,), x.shape + (i,), (i,) + x.shape


compiled = torch.compile(steps, backend="eager", dynamic=True, fullgraph=True)
for n, i in (5, 3), (7, 2), (9, 4):
    print(compiled(torch.ones(n), i))
