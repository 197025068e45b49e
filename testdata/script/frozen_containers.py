"""Lists and dicts of tensors are constants of frozen modules where nothing changes them; batch norm folds into linear layers; a name is mangled once."""
import re

import torch
from torch import nn


class Holds(nn.Module):
    def __init__(self):
        super().__init__()
        self.l, self.d, self.i, self.e = [torch.ones(2), torch.zeros(2)], {"k": torch.ones(1)}, [1, 2], {"a": 1}

    def forward(self, x):
        return x + self.l[0] + self.d["k"] + self.i[0] + self.e["a"]


class Changes(Holds):
    def forward(self, x):
        self.i.append(3)
        self.d["z"] = x
        return x + self.l[0] + self.d["k"] + self.i[-1], self.l


class Assigns(nn.Module):
    def __init__(self):
        super().__init__()
        self.x = torch.ones(1)

    def forward(self):
        self.x = self.x + 1
        return self.x


x = torch.ones(2)
for module in (Holds(), Changes(), nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3))):
    frozen = torch.jit.freeze(torch.jit.script(module.eval()))
    print(re.sub(r" # .*|value=[-0-9. ]+\[.*", "", str(frozen.graph)))
    print([n.kind() for n in frozen.graph.nodes()])
frozen = torch.jit.freeze(torch.jit.script(Holds().eval()))
print(frozen(x))
for _ in range(3):
    frozen = torch.jit.freeze(torch.jit.script(Assigns().eval()))
    print(re.sub(r"\d+", "N", str(re.findall(r"__torch__[.\w]*", str(frozen.graph)))), frozen(), frozen())
