# What traces record; each part under the name of its row in docs/torchscript.md.
import re

import warnings

import torch
from torch import nn

warnings.simplefilter("ignore")


def row(name):
    print("==", name)


def text(g):
    return re.sub(r" # \S+", "", str(g))


row("D22")


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 2, 3)

    def forward(self, x):
        return torch.relu(self.conv(x))


torch.manual_seed(0)
net = torch.jit.trace(Net(), torch.ones(1, 1, 4, 4))
print([n.kind() for n in net.graph.nodes()], [n.kind() for n in net.inlined_graph.nodes() if n.kind().startswith("aten::")], net(torch.ones(1, 1, 4, 4)).shape)

row("D23")


def branches(x):
    if x.sum() > 0:
        return x * 2
    return x - 100


traced = torch.jit.trace(branches, torch.ones(2), check_trace=False)
print(text(traced.graph), traced(torch.full((2,), -3.0)), branches(torch.full((2,), -3.0)))

row("D24")


class Outer(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Net()

    def forward(self, x):
        return self.inner(x) + 1


outer = torch.jit.trace(Outer(), torch.ones(1, 1, 4, 4))
print([(n.kind(), n.scopeName()) for n in outer.inlined_graph.nodes() if n.kind().startswith("aten::")], torch.jit.is_tracing())

row("D25")
linear = torch.jit.trace(lambda x, w: torch.nn.functional.linear(x, w).softmax(-1), (torch.ones(2, 3), torch.ones(4, 3)))
print([n.kind() for n in linear.graph.nodes() if n.kind().startswith("aten::")])

row("D26")


def block(x):
    return (x * 2).relu()


conv_block = torch.jit.trace(block, torch.ones(3))


@torch.jit.script
def calls(x, n: int):
    if n > 1:
        x = conv_block(x)
    return x


print(text(calls.graph))
print(text(calls.inlined_graph))
print(calls(torch.ones(3), 2))
