# Operators of scripts that write to tensors of a list, inputs too: decomposed programs have them as calls that give what the tensors become.
import torch
from torch import nn

lib = torch.library.Library("listed", "DEF")


def step(ys, z):
    for y in ys:
        y.add_(z)
    return z * 2


lib.define("step(Tensor(b!)[] ys, Tensor z) -> Tensor")
lib.impl("step", step, "CompositeExplicitAutograd")
lib.impl("step", lambda ys, z: torch.empty_like(z), "Meta")


class OfInput(nn.Module):
    def forward(self, x, y):
        return torch.ops.listed.step([x], y) + x


class OfBoth(nn.Module):
    def forward(self, x, y):
        a = x + 1
        return torch.ops.listed.step([a, y], y * 2) + a


class Number(nn.Module):
    def forward(self, x, y):
        return torch.cdist(x, y), torch.cdist(x, y, compute_mode="donot_use_mm_for_euclid_dist"), x.norm(), torch.norm(x, 2.0), torch.empty_like(x).exponential_(1) * 0


for model in (OfInput, OfBoth, Number):
    program = torch.export.export(model(), (torch.ones(2, 2), torch.ones(2, 2)))
    decomposed = program.run_decompositions({})
    print(decomposed.graph)
    x, y = torch.ones(2, 2), torch.ones(2, 2)
    print(decomposed.module()(x, y), x, y)


class Elements(nn.Module):
    def forward(self, x):
        return (torch.logit(x, 0.1), torch.logaddexp(x, x + 1), torch.heaviside(x, x), torch.isin(x, x[0]), torch.linspace(0, 1, 5), torch.diag_embed(x, 1, 0, 2),
                torch.block_diag(x, x[0]), torch.renorm(x, 2, 0, 1.0), torch.logit(x.half()).isnan())


x = torch.tensor([[0.25, 0.5, 0.75], [0.5, 1.0, 0.125]])
decomposed = torch.export.export(Elements(), (x,)).run_decompositions()
print([str(n.target) for n in decomposed.graph.nodes if n.op == "call_function" and "half" not in n.name][:60])
for got, want in zip(decomposed.module()(x), Elements()(x)):
    print(torch.allclose(got.double(), want.double()))
