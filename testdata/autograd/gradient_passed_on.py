# A gradient that a node got from elsewhere and passes on unchanged stays whole until the last node has seen it.
import torch


def f(x):
    y = x.reshape([-1]).repeat([2])
    part = y[0 : y.shape[0] : 1]
    y.copy_(part)  # the view is part of a changed tensor now
    return part.frac()


for n in (1, 3, 4096, 100000):
    x = (torch.arange(n, dtype=torch.float64) / 7).requires_grad_()
    y = f(x)
    g, = torch.autograd.grad((y * y.detach()).sum(), x)
    h, = torch.autograd.grad((f(x) * y.detach()).sum(), x, create_graph=True)
    print(n, g.sum(), torch.equal(g, h))
