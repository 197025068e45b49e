"""Loaded modules keep the names of their archive; what has the name of something else gets one of its own when it is saved."""
import io

import torch
from torch import nn


def helper(x):
    return x + 1


class A(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.n = n

    def forward(self, x):
        return helper(x) * self.n


def again(m):
    b = io.BytesIO()
    torch.jit.save(m, b)
    b.seek(0)
    return torch.jit.load(b)


first = again(torch.jit.script(A(2)))


def helper(x):
    return x + 100


class A(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.n = n

    def forward(self, x):
        return helper(x) * self.n * 3


class Both(nn.Module):
    def __init__(self, *parts):
        super().__init__()
        self.parts = nn.ModuleList(parts)

    def forward(self, x):
        return [p(x) for p in self.parts]


second = again(torch.jit.script(A(5)))
print(first.forward.schema, first.original_name, first(torch.ones(1)), second(torch.ones(1)))
m = torch.jit.script(Both(first, second, A(7), again(second)))
print(m(torch.ones(1)), again(m)(torch.ones(1)), again(again(m))(torch.ones(1)))
