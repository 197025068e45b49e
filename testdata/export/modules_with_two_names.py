"""Modules that have two names are called by the one that they are read by; unflattened, each name has a module with the state that they share."""
import torch
from torch import nn
from torch.export import export, unflatten


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))

    def forward(self, x, *, s=1):
        return x * self.w + self.b * s


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = Scale()
        self.s = nn.Sequential(Scale(), nn.ReLU())
        self.c = self.a

    def forward(self, x):
        return self.c(self.s(self.a(x)), s=2)


ep = export(Model(), (torch.ones(2),))
for node in ep.graph.nodes:
    if node.op == "call_function":
        print(node.name, [path for path, _ in node.meta["nn_module_stack"].values()])
tree = unflatten(ep)
print(tree.graph, tree.a.graph, tree.c.graph)
print(tree(torch.ones(2)), Model()(torch.ones(2)), tree.a.w is tree.c.w)
