# torch.autograd.grad and backward inside of graphs (torch._dynamo.config.trace_autograd_ops).
import torch
from torch import nn
from torch._dynamo.testing import EagerAndRecordGraphs, normalize_gm


def show(name, f, *args, fullgraph=True):
    torch._dynamo.reset()
    backend = EagerAndRecordGraphs()
    print(f"== {name}")
    try:
        print(torch.compile(f, backend=backend, fullgraph=fullgraph)(*args))
    except Exception as e:
        print(type(e).__name__, str(e).split("\nfrom user code")[0].split("\nSet TORCH")[0].strip())
    for g in backend.graphs:
        print(normalize_gm(g.print_readable(False)))


def ones():
    return torch.ones(2, requires_grad=True)


def two(x, y):
    z = (x * y).sum()
    a, b = torch.autograd.grad(z, [x, y])
    return a + b


def unused(x, y):
    return torch.autograd.grad((x * 2).sum(), (x, y), allow_unused=True)


def second(x):
    y = x.detach().clone().requires_grad_(True)
    g, = torch.autograd.grad((y ** 3).sum(), y, create_graph=True)
    h, = torch.autograd.grad(g.sum(), y)
    return h


def steps(x):
    z = (x * x).sum()
    z.backward()
    return z.detach()


def leaks(x):
    z = (x * x).sum()
    z.backward()
    return z


def again(x):
    z = (x * x).sum()
    g, = torch.autograd.grad(z, x)
    h, = torch.autograd.grad(z, x)
    return g + h


def external(z, x):
    return torch.autograd.grad(z.sum(), x)


def off(x):
    return torch.autograd.grad((x * x).sum(), x)


m = nn.Linear(2, 1)
for p in m.parameters():
    nn.init.ones_(p)


def trains(x):
    loss = m(x).sum()
    loss.backward()
    return loss.detach()


x = ones()
with torch._dynamo.config.patch(trace_autograd_ops=True):
    show("two", two, ones(), ones())
    show("unused", unused, ones(), ones())
    show("second", second, ones())
    show("steps", steps, x)
    print(x.grad, torch.compile(steps, backend="eager", fullgraph=True)(x), x.grad)
    print(torch.compile(steps, backend="aot_eager", fullgraph=True)(x), x.grad)
    show("leaks", leaks, ones())
    show("leaks, with breaks", leaks, ones(), fullgraph=False)
    show("again", again, ones())
    show("external", external, x * 2, x)
    show("trains", trains, torch.ones(1, 2))
    print(m.weight.grad, m.bias.grad)
show("off", off, ones())
