# list() of what a container of modules gives, and of tuples of modules and names, in scripts.
from torch import nn
import torch


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.d = nn.ModuleDict({"a": nn.Tanh(), "b": nn.Sigmoid()})

    def forward(self, x):
        return list(self.d.keys()), x


s = torch.jit.script(M())
print(s.code, s(torch.ones(1)))
