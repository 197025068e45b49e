"""Programs with the gradients of a loss, and modules that are exported at their first call."""
import torch
from torch import nn
from torch.export import export
from torch.export.experimental import _export_forward_backward, _sticky_export


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 3)

    def forward(self, x, y):
        return ((self.linear(x) - y) ** 2).mean()


joint = _export_forward_backward(export(Model(), (torch.ones(4, 2), torch.ones(4, 3))))
print(joint.graph_signature)
print([n.target for n in joint.graph.nodes if n.op == "call_function"][:4])


class Calls(nn.Module):
    def forward(self, x):
        return x.sin() + x.shape[0]


calls = Calls()
calls.forward = _sticky_export(calls.forward, dynamic_shapes_callback=lambda x: ({0: torch.export.Dim.AUTO},))
print(calls(torch.ones(3)), calls(torch.ones(4)))
print(calls.forward._exported_artifact.code)
