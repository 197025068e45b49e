# What make_fx knows of tensors that follow from constants: their elements are numbers of the program, and no part of the graph.
import torch
from torch.fx.experimental.proxy_tensor import make_fx


def show(name, f, *args, **kwargs):
    try:
        print(name, make_fx(f, **kwargs)(*args).code)
    except RuntimeError as e:
        print(name, type(e).__name__, str(e)[:100])


x = torch.ones(3)
c = torch.tensor(2.0)


def changed():
    value = torch.tensor(1.0)
    value.add_(2)
    return torch.full((2, 2), value.item())


def shared(x):
    value = torch.tensor(1.0)
    other = value.view(1)
    value.mul_(5)
    return x * other.item()


def spoiled(x):
    value = torch.tensor(1.0)
    value.add_(x[0])
    return x * value.item()


def split(x):
    pair = torch.tensor([1, 2])
    a, b = pair.unbind(0)
    return x.sum(), a + b


for mode in ("real", "fake", "symbolic"):
    show(mode + " item", lambda x: x * torch.tensor(2.0).item(), x, tracing_mode=mode)
    show(mode + " sum", lambda x: x * (torch.tensor(2.0) + 1).item(), x, tracing_mode=mode)
    show(mode + " of outside", lambda x: x * c.item(), x, tracing_mode=mode)
    show(mode + " condition", lambda x: x if torch.tensor(1.0) + 1 > 1.5 else -x, x, tracing_mode=mode)
    show(mode + " int", lambda x: x.view(int(torch.tensor(3)), 1), x, tracing_mode=mode)
    show(mode + " shared", shared, x, tracing_mode=mode)
    show(mode + " unbind", split, x, tracing_mode=mode)
    show(mode + " changed", changed, tracing_mode=mode)
show("real of data", lambda x: x * x.sum().item(), x)
one = torch.ones(1)
show("real int of one", lambda x: x * int(x.sum()), one)
show("real element of one", lambda x: x * x.item(), one)
show("real sum of one", lambda x: x * torch.tensor(3.0).add(1).item() + x.sum(), one)
show("real spoiled", spoiled, x)
show("real random", lambda x: x * torch.rand(()).item(), x)
print(c)
