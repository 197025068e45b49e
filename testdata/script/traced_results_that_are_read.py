"""Methods of traced submodules give what the rest of the trace reads; values have their numbers with what nothing reads, reads of attributes come a path each."""
import re

import torch
from torch import nn


class Keeps(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.l, self.k, self.kind = nn.Linear(2, 2), nn.Linear(2, 2), kind

    def forward(self, x, bias=None):
        if self.kind == 0:
            torch.zeros(2)
            return self.l(x)
        if self.kind == 1:
            y = self.k(self.l(x))
            x + y
            return y, (y + 1, y + 2)
        return self.l(x), bias, self.k(x) + 1


class Outer(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList([Keeps(0), Keeps(1), Keeps(2)])
        self.inner, self.act = nn.Sequential(Keeps(0)), nn.Tanh()

    def forward(self, x):
        x = self.parts[0](self.act(x))
        y, pair = self.parts[1](self.act(x))
        a, b, c = self.parts[2](pair[1], y)
        return self.inner(c), (b, a)


def show(graph):
    print(re.sub(r" # .*|, scope.*", "", re.sub(r"\bFloat\([^)]*\)", "Tensor", str(graph))))


torch.manual_seed(0)
model, x = Outer(), torch.randn(2, 2)
traced = torch.jit.trace(model, x)
for graph in (traced.graph, *(getattr(traced.parts, str(i)).graph for i in range(3)), traced.inner.graph, getattr(traced.inner, "0").graph, traced.inlined_graph):
    show(graph)
print([torch.equal(a, b) for a, b in zip(torch.utils._pytree.tree_leaves(model(x)), torch.utils._pytree.tree_leaves(traced(x)))])
