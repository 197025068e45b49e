# The pass that takes what a program asserts as it runs out of its graph.
import torch
from torch._export.passes.remove_runtime_assertions import _RemoveRuntimeAssertionsPass


class M(torch.nn.Module):
    def forward(self, x, y):
        n = x.item()
        torch._check(n >= 2)
        torch._check(n <= 9)
        return y[:n].sum() + n


ep = torch.export.export(M(), (torch.tensor(4), torch.randn(12)))
print(ep.graph)
removed = _RemoveRuntimeAssertionsPass()(ep.graph_module)
print(removed.modified, removed.graph_module.graph)
