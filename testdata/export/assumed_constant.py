# What a method gives whose result is assumed to be constant is a number of the strict program; inputs stay as they were.
import torch


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.k = torch.tensor(2)

    @torch._dynamo.assume_constant_result
    def number(self, y):
        return y.int().item()

    def forward(self, x, y):
        return x[: self.number(y)] * self.number(self.k)


ep = torch.export.export(M(), (torch.ones(3, 2), torch.tensor(1)), strict=True)
print(ep.graph_module.code, ep.range_constraints)
print(ep.module()(torch.full((3, 2), 5.0), torch.tensor(3)))
print([n.op for n in ep.run_decompositions().graph.nodes])
