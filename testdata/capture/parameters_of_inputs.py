# torch.nn.Parameter of a tensor that the caller has is made in front of the graph, which has it as an input.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs


def show(fn, fullgraph=True):
    backend = EagerAndRecordGraphs()
    print(torch.compile(fn, backend=backend, fullgraph=fullgraph)(torch.ones(2)))
    for graph in backend.graphs:
        print(graph.code.strip())


def twice(x):
    return torch.nn.Parameter(x) * 2


def returned(x):
    p = torch.nn.Parameter(x, requires_grad=False)
    return p * 2, p


def broken(x):
    p = torch.nn.Parameter(x)
    torch._dynamo.graph_break()
    return p * 2, p


def computed(x):
    return torch.nn.Parameter(x + 1) * 2


show(twice)
show(returned)
show(broken, False)
show(computed, False)
