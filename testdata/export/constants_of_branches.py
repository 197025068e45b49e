"""Constants that branches read are inputs of the program, and inputs of the branches by the same names."""
import torch
from torch import nn
from torch.export import export

y = torch.ones(2)


class Branches(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.full((2,), 3.0)

    def forward(self, x):
        return torch.cond(x.sum() > 0, lambda x: x * y + 3, lambda x: x - y, (x,))


class OfModule(Branches):
    def forward(self, x):
        z = x + 1
        return torch.cond(x.sum() > 0, lambda x: (x + self.t + z).sin(), lambda x: x - z, (x,))


for model in (Branches(), OfModule()):
    for strict in (False,) if type(model) is Branches else (False, True):
        program = export(model, (torch.ones(2),), strict=strict)
        print(program.graph_module.code, program.graph_module.true_graph_0.code, program.graph_module.false_graph_0.code)
        print(program.graph_signature, list(program.constants))
        print(program.module()(torch.ones(2)), program.module()(-torch.ones(2)))
