# A module that is called twice, and computes something else each time since it changes its state, is unflattened into two.
import torch
from torch import nn
from torch.export import export, unflatten


class Leaf(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("b", torch.ones(2))
        self.p = nn.Parameter(torch.ones(2))

    def forward(self, x):
        self.b.add_(x.sum())
        return x * self.p + self.b


class Twice(nn.Module):
    def __init__(self, shared):
        super().__init__()
        self.a = Leaf()
        self.s = nn.Sequential(Leaf(), nn.ReLU())
        self.shared = self.a if shared else Leaf()

    def forward(self, x):
        return self.s(self.a(x)) + self.shared(x)


x = torch.ones(2)
for shared in (False, True):
    for kept in ((), ("a",), ("a", "s.0")):
        u = unflatten(export(Twice(shared), (x,), preserve_module_call_signature=kept))
        print(shared, kept, u(x).tolist(), u(x).tolist(), Twice(shared)(x).tolist())
