"""A checkpointed region that draws random numbers draws the same when compiled code computes it again: gradients belong to the values that forward gave."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint, checkpoint_sequential

layers = nn.Sequential(nn.Linear(6, 6), nn.Dropout(0.4), nn.Linear(6, 6), nn.Dropout(0.4))


def scaled(x):
    return checkpoint(lambda x: torch.rand_like(x) * x * x, x, use_reentrant=False)


def twice(x):
    return scaled(scaled(x).sqrt())


def kept(x):
    return checkpoint(lambda x: F.dropout(torch.sin(x) * x, 0.5, True) * 2, x, use_reentrant=False)


for backend in ("inductor", "aot_eager"):
    torch.manual_seed(0)
    for _ in range(2):
        x = torch.ones(8, requires_grad=True)
        y = torch.compile(scaled, backend=backend)(x)
        y.sum().backward()
        print(backend, torch.allclose(y * 2, x.grad))
        x = torch.ones(8, requires_grad=True)
        y = torch.compile(twice, backend=backend)(x)
        y.sum().backward()
        print(torch.allclose(y * 2, x.grad))
        x = torch.ones(8, requires_grad=True)
        y = torch.compile(kept, backend=backend)(x)
        y.sum().backward()
        print(((y != 0) == (x.grad != 0)).all())
        x = torch.ones(3, 6, requires_grad=True)
        y = torch.compile(lambda x: checkpoint(layers, x, use_reentrant=False), backend=backend)(x)
        layers.zero_grad()
        y.sum().backward()
        print(((y != 0).sum(0) / 0.6).allclose(layers[2].bias.grad))
