# Leaves that a graph makes by requires_grad_, and what takes histories away in place.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs, normalize_gm
from torch._dynamo.utils import counters


def show(name, f, *args, fullgraph=False):
    torch._dynamo.reset()
    counters.clear()
    backend = EagerAndRecordGraphs()
    print(f"== {name}")
    try:
        print(torch.compile(f, backend=backend, fullgraph=fullgraph)(*args))
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[0])
    for g in backend.graphs:
        print(normalize_gm(g.print_readable(False)))
    print([text.split("\n")[0] for text in counters["graph_break"]])


def stays(x):
    y = x + 1
    y.requires_grad_()
    z = y * 2
    return z.detach(), y.requires_grad, y.is_leaf, z.is_leaf


def leaves(x):
    y = x + 1
    y.requires_grad_()
    return y * 2


def data(x):
    y = x.data
    y.mul_(2)
    return y + 1


def stored(x):
    y = x + 1
    y.requires_grad = True
    return y


def made(x):
    return torch.ones(3, requires_grad=True) * x, torch.tensor(2.0, requires_grad=False) * x


def detached(x):
    y = x * 2
    y.detach_()
    return y + 1, y.requires_grad


def detached_input(x):
    x.detach_()
    return x + 1


def in_place(x):
    y = x.sin()
    r = y.add_(1)
    return r is y, y is x, x.data is x, x.add_(1) is x


show("stays", stays, torch.ones(3), fullgraph=True)
show("leaves", leaves, torch.ones(3))
show("leaves, one graph", leaves, torch.ones(3), fullgraph=True)
show("data", data, torch.ones(3, requires_grad=True), fullgraph=True)
show("stored", stored, torch.ones(3))
show("made", made, torch.ones(3))
show("detached", detached, torch.ones(3, requires_grad=True), fullgraph=True)
show("detached input", detached_input, torch.ones(3, requires_grad=True) * 2)
show("in place", in_place, torch.ones(3), fullgraph=True)
view = torch.ones(3)[0]
try:
    view.detach_()
except RuntimeError as e:
    print(str(e).split(".")[0])
