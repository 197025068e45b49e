"""Parts whose bounds depend on data: sizes, places in memory, and what is asserted of them."""
import torch
from torch.export import Dim, export


class Slices(torch.nn.Module):
    def forward(self, x, y):
        n = x.item()
        return y[:n], y[n:], y[1:n], y[n:n + 2]


class Items(torch.nn.Module):
    def forward(self, x, y):
        n = x.item()
        return y.select(0, n), y[n] + 1, torch.select(y, 1, n)


class Bounded(torch.nn.Module):
    def forward(self, x, y):
        n = x.item()
        torch._check(n >= 2)
        torch._check(n <= 8)
        return y[:n].sum() + torch.ones(n).sum()


program = export(Slices(), (torch.tensor(3), torch.ones(10)))
print(program.graph_module.code, program.range_constraints)
print(program.module()(torch.tensor(2), torch.arange(5.0).repeat(2)))
program = export(Items(), (torch.tensor(1), torch.ones(3, 3)))
print(program.graph_module.code, program.range_constraints)
print(program.module()(torch.tensor(2), torch.arange(9.0).view(3, 3)))
program = export(Bounded(), (torch.tensor(3), torch.ones(10)), dynamic_shapes={"x": None, "y": {0: Dim.DYNAMIC}})
print(program.graph_module.code, program.range_constraints)
