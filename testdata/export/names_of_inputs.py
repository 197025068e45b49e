# Inputs of exported programs have names of small letters, digits and underscores; constants are named within the modules that read them.
import warnings
from collections import OrderedDict

import torch
from torch import nn

warnings.simplefilter("ignore")


class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.BigName = nn.Linear(2, 2)
        self.add_module("block-1", nn.Linear(2, 2))

    def forward(self, X, yY):
        return self.BigName(X) + getattr(self, "block-1")(yY) + torch.tensor([1.0, 2.0])


class Outer(nn.Module):
    def __init__(self):
        super().__init__()
        self.In = Inner()
        self.seq = nn.Sequential(OrderedDict([("b-0", nn.Linear(2, 2)), ("b", nn.ReLU())]))

    def forward(self, X, yY):
        return self.seq(self.In(X, yY)) + torch.tensor([3.0, 4.0])


for strict in (False, True):
    program = torch.export.export(Outer(), (torch.ones(1, 2), torch.ones(1, 2)), strict=strict)
    print(program.graph_module.code)
    print([(s.target, s.arg.name) for s in program.graph_signature.input_specs], list(program.constants))
print(torch.fx.symbolic_trace(Outer().seq).code)


class Tail(nn.Module):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(0.2, inplace=True)

    def forward(self, x):
        return self.drop(x.flatten(1)), nn.functional.adaptive_avg_pool3d(x[None], 1)


program = torch.export.export(Tail().eval(), (torch.ones(2, 3, 2, 2),))
print(program.run_decompositions().graph_module.code)


def pooled(x):
    return nn.functional.adaptive_avg_pool2d(x, 1), nn.functional.adaptive_avg_pool2d(x[0], 1)


x = torch.arange(24.0).view(2, 3, 2, 2).contiguous(memory_format=torch.channels_last)
print(torch.fx.experimental.proxy_tensor.make_fx(pooled)(x).code, [y.stride() for y in pooled(x)])
