# The captured graph as code, as a table of nodes, and run again.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs

backend = EagerAndRecordGraphs()


class Affine(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
        self.register_buffer("shift", torch.tensor([10.0, 20.0]))

    def forward(self, x, *, factor=2):
        h = torch.nn.functional.linear(x, self.weight)
        a, b = h.unbind(-1)
        top = torch.topk(h, 1, dim=-1)
        return {"sum": (a + b) * factor, "max": top.values, "where": top.indices, "shifted": h + self.shift}


net = Affine()
out = torch.compile(net, backend=backend)(torch.eye(2))
print({k: v.tolist() for k, v in out.items()})
gm = backend.graphs[0]
print(gm.code.strip())
for n in gm.graph.nodes:
    print(n.op, n.name, getattr(n.target, "__name__", n.target), len(n.users), [a.name for a in n.all_input_nodes])
inputs = [torch.eye(2) if "x" in n.name else p for n, p in zip([n for n in gm.graph.nodes if n.op == "placeholder"], [None] * 9)]
print(len(inputs), type(gm).__name__, gm.graph.find_nodes(op="call_method", target="unbind")[0].format_node())
gm.graph.lint()
