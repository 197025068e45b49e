"""Views of a batch of one whose other size varies ask nothing of that size: layers and reshapes are exported for all of its range."""
import torch
from torch import nn
from torch.export import Dim, export


class Layers(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(8, 24)

    def forward(self, x):
        q, k, v = self.linear(x).chunk(3, -1)
        return (q @ k.transpose(-2, -1)) @ v, x.flatten(0, 1), x.view(-1, 8)


ep = export(Layers(), (torch.ones(1, 3, 8),), dynamic_shapes={"x": {1: Dim("t", min=2, max=32)}})
print(list(ep.range_constraints.values()), [tuple(y.shape) for y in ep.module()(torch.ones(1, 5, 8))])
