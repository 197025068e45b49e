# What differs between examples of arguments, and the settings of modules beside the nodes that call them.
import torch
from torch.fx.experimental._dynamism import normalize_source_name, track_dynamism_across_examples
from torch.fx.passes.param_fetch import lift_lowering_attrs_to_nodes


class Sized(torch.nn.Module):
    def __init__(self, k):
        super().__init__()
        self.k = k
        self.l = torch.nn.Linear(2, k)


print(track_dynamism_across_examples([{"x": torch.ones(2, 3), "y": [torch.ones(1), 4]}, {"x": torch.ones(2, 5), "y": [torch.ones(1), 4]}]))
print(track_dynamism_across_examples([{"self": Sized(2), "x": torch.ones(2)}, {"self": Sized(3), "x": torch.ones(2)}]))
print(normalize_source_name("L['self'].a"), normalize_source_name("x.y.z"))


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.l = torch.nn.Linear(2, 3)
        self.c = torch.nn.Conv2d(1, 1, 1)
        self.b = torch.nn.BatchNorm2d(1)

    def forward(self, x):
        return self.b(self.c(self.l(x)))


gm = torch.fx.symbolic_trace(Net())
lift_lowering_attrs_to_nodes(gm)
for node in gm.graph.nodes:
    if node.op == "call_module":
        print(node.name, {k: tuple(v.shape) if isinstance(v, torch.Tensor) else v for k, v in node.attrs_for_lowering.items()})
