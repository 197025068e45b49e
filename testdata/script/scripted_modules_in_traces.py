# A scripted module that a traced one calls is called in the trace: its branches are not fixed by the example.
import torch
from torch import nn


class Branches(torch.jit.ScriptModule):
    @torch.jit.script_method
    def forward(self, x):
        if bool(x.sum() > 0):
            return x + 1
        return x - 1


class Plain(nn.Module):
    def forward(self, x):
        if bool(x.sum() > 0):
            return x + 1
        return x - 1


class Inner(nn.Module):
    def __init__(self, part):
        super().__init__()
        self.part = part

    def forward(self, x):
        return self.part(x) * 2


class Outer(nn.Module):
    def __init__(self, part):
        super().__init__()
        self.inner = Inner(part)
        self.linear = nn.Linear(1, 1, bias=False)

    def forward(self, x):
        return self.inner(x) + self.linear(x) * 0


for part in (Branches(), torch.jit.script(Plain())):
    t = torch.jit.trace(Outer(part), torch.ones(1))
    print([n.kind() for n in t.graph.nodes()], [n.kind() for n in t.inner.graph.nodes()], [n.kind() for n in t.inlined_graph.nodes() if n.kind() == "prim::If"])
    print(t(torch.ones(1)).detach(), t(-torch.ones(1)).detach())

alone = Branches()
try:
    torch.jit.trace(lambda x: alone(x) * 2, torch.ones(1))
except RuntimeError as e:
    print(str(e).split(" object at ")[0], str(e).split("> ")[-1])
