# What graphs with symbolic sizes make of the sizes of results: expressions of the sizes of inputs, named behind what the program computes.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs


def show(name, f):
    torch._dynamo.reset()
    backend = EagerAndRecordGraphs()
    result = torch.compile(f, backend=backend, dynamic=True)(torch.ones(3, 4))
    for g in backend.graphs:
        print(name, tuple(result.shape), g.code.strip())


show("numel of a result", lambda x: x + torch.cat([x, x]).numel())
show("numel of a view", lambda x: x + x.view(2, -1).numel())
show("numel of an input", lambda x: x + x.numel())
show("numel in arithmetic", lambda x: x * (torch.cat([x, x]).numel() - 1))
show("numel twice", lambda x: x * torch.cat([x, x]).numel() + torch.cat([x, x]).numel())
show("size", lambda x: x + torch.cat([x, x]).size(0))
show("size in arithmetic", lambda x: x + torch.cat([x, x]).shape[0] * 2)
show("numel decides", lambda x: x + 1 if torch.cat([x, x]).numel() == 0 else x + 2)
show("numel of an input decides", lambda x: x + 1 if x.numel() == 0 else x + 2)
show("flat", lambda x: x.reshape(-1).numel() * x)
