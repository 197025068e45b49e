# Copies of proxies and of graph modules of derived classes, defaults in listings, unpacking before iteration, split modules and their names, products that share a side.
import copy

import torch
from torch import nn
from torch.fx import Graph, GraphModule, Proxy, Tracer, symbolic_trace
from torch.fx.experimental.merge_matmul import merge_matmul
from torch.fx.passes.split_utils import split_by_tags
from torch.fx.passes.utils.common import lift_subgraph_as_module


class Two(nn.Module):
    def __init__(self):
        super().__init__()
        self.l1 = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)

    def forward(self, x):
        a = self.l1(x)
        return a + self.l2(a)


class Derived(GraphModule):
    pass


def defaults(x, z=(1, "a"), w="q", v=[1, "b"], u={"a": "b"}, t=("s",)):
    return x


print(symbolic_trace(defaults).graph)
traced = symbolic_trace(Two())
copied = copy.deepcopy(Derived(Two(), traced.graph))
print(type(copied).__name__, isinstance(copied, Derived), copied(torch.ones(1, 2)).shape)
proxy = Proxy(Graph().placeholder("x"))
other = copy.deepcopy(proxy)
print(other, type(other), other.node is proxy.node, other.tracer is proxy.tracer)


class Iterates(Tracer):
    def iter(self, obj):
        return iter([obj, obj])


def unpacks(x):
    a, b = x
    return a + b


def lists(x):
    return [a + 1 for a in x]


print(Iterates().trace(unpacks), Iterates().trace(lists))
for node in traced.graph.nodes:
    if node.op not in ("placeholder", "output"):
        node.tag = {"l1": "red", "l2": "blue", "add": "blue"}[node.name]
split, names = split_by_tags(traced, ["red", "blue"], return_fqn_mapping=True)
print(split.code, names, lift_subgraph_as_module(traced, traced.graph, comp_name="part")[1])


class Products(nn.Module):
    def __init__(self):
        super().__init__()
        self.right = torch.arange(9.0).view(3, 3)

    def forward(self, x, y):
        return torch.matmul(x, self.right) + torch.matmul(y, self.right)


merged = merge_matmul(Products())
print(merged.code, merged(torch.ones(2, 3), torch.ones(2, 3)))
