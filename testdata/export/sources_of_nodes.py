# Which function or module of the program a node of a strict export comes of; others say nothing of it.
import operator

import torch
import torch.nn.functional as F
from torch.fx.passes.utils.source_matcher_utils import get_source_partitions


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.Linear(2, 2)
        self.r = torch.nn.ReLU()

    def forward(self, x):
        y = 2 * (x + 1) - x / 3 // 2 % 2
        z = (-y < x.sum()) & ~(y == 0)
        y += 1
        return self.r(self.a(y)), F.relu(x.add(1)), 1 - x ** 2, torch.add(x, 1), x[0] + 1 / x, z


for strict in (True, False):
    module = torch.export.export(M(), (torch.ones(2, 2),), strict=strict).module()
    for n in module.graph.nodes:
        sources = [(name, getattr(source, "__name__", source)) for name, source in n.meta.get("source_fn_stack", [])]
        if n.op == "call_function":
            print(n.name, sources, n.meta["torch_fn"])
    found = get_source_partitions(module.graph, [torch.nn.Linear, operator.add, "add", torch.add, F.relu])
    print([(getattr(source, "__name__", source), len(parts)) for source, parts in found.items()])
