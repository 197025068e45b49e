"""Constants of frozen graphs stand in the reverse order of their reads, those of inner blocks above; adaptive pools keep their check."""
import re
import warnings

import torch
from torch import nn

warnings.simplefilter("ignore")


def show(m, **k):
    f = torch.jit.freeze(torch.jit.script(m.eval()), **k)
    for n in f.graph.nodes():
        t = re.sub(r" *#.*", "", str(n)).rstrip()
        print(re.sub(r"value=[^\]]*CPU[^\]]*\]?.*|value=<Tensor>.*", "T", t))
    print("--")


class Numbers(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b, self.c = 1.5, 2.5, 3.5
        self.t = nn.Parameter(torch.ones(2))
        self.u = nn.Parameter(torch.ones(3))

    def forward(self, x):
        return x * self.a + self.b - self.c * 4.5


class Tensors(Numbers):
    def forward(self, x):
        return x * self.t + self.u


class Branches(Numbers):
    def forward(self, x):
        y = x * self.t
        if x.dim() > 1:
            y = y + self.u
        else:
            y = y - self.a
        return y + self.t + self.c + 6.5


show(Numbers())
show(Tensors())
show(Tensors(), optimize_numerics=False)
show(Branches())
show(nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 3)))


class Pooled(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)
        self.pool = nn.AdaptiveAvgPool2d(1)

    def forward(self, x):
        return self.pool(self.fc(x))


pooled = torch.jit.freeze(torch.jit.script(Pooled().eval()))
print([n.kind() for n in pooled.graph.nodes() if n.kind() != "prim::Constant"])
