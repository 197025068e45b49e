# Submodules that stand in several places become copies that share tensors; modules without a forward have none.
import io

import torch
from torch import nn


class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = 0
        self.register_buffer("b", torch.zeros(1))
        self.l = nn.Linear(1, 1)

    def forward(self, x):
        self.n += 1
        self.b += 1
        return self.l(x)


class Twice(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = Counter()
        self.second = self.first
        self.all = nn.ModuleList([self.first])

    def forward(self, x):
        self.first(x)
        return self.second.b + self.second.n


m = torch.jit.script(Twice())
print(m(torch.ones(1)), m.first is m.second, m.first.n, m.second.n, m.first.b is m.second.b)
print([n for n, _ in m.named_modules()], [n for n, _ in m.named_parameters()])
file = io.BytesIO()
torch.jit.save(m, file)
file.seek(0)
loaded = torch.jit.load(file)
print(loaded.first.n, loaded.second.n, [n for n, _ in loaded.named_modules()], [n for n, _ in loaded.named_parameters()])
empty = torch.jit.script(nn.Module())
for name in ("graph", "code", "forward", "foo"):
    try:
        getattr(empty, name)
    except Exception as e:
        print(name, type(e).__name__, e)
try:
    empty(1)
except Exception as e:
    print(type(e).__name__, e)
