# Sizes that depend on data: what is asserted of them, and what slices of them are.
import torch
from torch.export import Dim, export


class Of(torch.nn.Module):
    def __init__(self, f):
        super().__init__()
        self.f = f

    def forward(self, t):
        n = t.item()
        return self.f(torch.zeros(n, 4), n)


for f in (
    lambda y, n: y[:3], lambda y, n: y[1:], lambda y, n: y[-2:], lambda y, n: y[:-1], lambda y, n: y[2:5], lambda y, n: y[::2], lambda y, n: y.narrow(0, 0, 3), lambda y, n: torch.ones(1).expand(n),
    lambda y, n: torch.randn(n, 2), lambda y, n: y.new_zeros(n), lambda y, n: y.view(n, 2, 2), lambda y, n: y + torch.ones(n, 1),
):
    ep = export(Of(f), (torch.tensor(6),))
    print(ep.graph_module.code.split("\n", 7)[-1], end="")
    print(ep.module()(torch.tensor(4)).shape)
    try:
        ep.module()(torch.tensor(-1))
    except RuntimeError as e:
        print(str(e)[:70])


class Views(torch.nn.Module):
    def forward(self, t):
        a, b, c = t[0].item(), t[1].item(), t[2].item()
        return torch.ones(a, b).view(a, c)


print(export(Views(), (torch.tensor([2, 3, 3]),)).graph_module.code)


class Buffers(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("total", torch.zeros(2))

    def forward(self, x):
        self.total = self.total + x
        return self.total * 2


ep = export(Buffers(), (torch.ones(2),))
print(ep.graph_module.code)
ep = ep.run_decompositions()
print(ep.graph_module.code, ep.graph_signature.buffers_to_mutate)
program = ep.module()
print(program(torch.ones(2)), program(torch.ones(2)), program.total)


class Twice(torch.nn.Module):
    def forward(self, x):
        return x * 2


ep = export(Twice(), (torch.ones(2, 2),), dynamic_shapes=({0: Dim("dx", min=1, max=2)},))
print(ep.module()(torch.ones(1, 2)), list(ep.range_constraints.values()))
