"""run_decompositions: changes in place become outputs, operators outside of the core set are taken apart, sizes stay open."""
import torch
from torch.export import Dim, export


class Steps(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.l = torch.nn.Linear(4, 3)
        self.n = torch.nn.LayerNorm(3)
        self.register_buffer("calls", torch.zeros(()))

    def forward(self, x):
        self.calls.add_(1)
        y = torch.nn.functional.silu(self.n(self.l(x)))
        z = torch.nn.functional.hardswish(y) + torch.nn.functional.mish(y) + torch.addcmul(y, y, y, value=2.0)
        z = z.masked_fill(z > 0.5, 1.0).transpose(0, 1)
        return torch.stack([z, z]).sum() + y.std() + y.t().square().mean() + self.calls, y.unbind(1)[0]


torch.manual_seed(0)
net = Steps().eval()
x = torch.randn(2, 4)
core = export(net, (x,)).run_decompositions()
print(core.graph_module.code)
print(core.graph_signature)
ep = export(net, (x,), dynamic_shapes=({0: Dim("batch", min=2, max=16)},))
core = ep.run_decompositions()
print(core.range_constraints)
run, run_core = ep.module(), core.module()
for rows in (2, 5):
    x = torch.randn(rows, 4)
    a, b = run(x), run_core(x)
    print([torch.allclose(u, v) for u, v in zip(a, b)], run.calls.item(), run_core.calls.item())


class Writes(torch.nn.Module):
    def forward(self, x, y):
        x.mul_(2)
        y[0].add_(x.sum())
        return x + 1


core = export(Writes(), (torch.ones(3), torch.ones(2))).run_decompositions()
print(list(core.graph_signature.user_inputs_to_mutate.values()), [s.kind.name for s in core.graph_signature.output_specs])
x, y = torch.ones(3), torch.ones(2)
print(core.module()(x, y), x, y)
table = torch.export.default_decompositions()
silu = torch.ops.aten.silu.default
print(silu in table)


class Silu(torch.nn.Module):
    def forward(self, x):
        return torch.nn.functional.silu(x)


ep = export(Silu(), (torch.ones(2),))
for t in (None, {}, {silu: lambda x: x.sigmoid() * x}):
    print([str(n.target) for n in ep.run_decompositions(t).graph.nodes if n.op == "call_function"])
