"""make_fx of programs that call backward() and read .grad, of leaves with data and without."""
import torch
from torch.fx.experimental.proxy_tensor import make_fx


def of_input(x):
    torch.sin(x).sum().backward()
    return x.grad


def of_copy(x):
    x = x.detach().requires_grad_()
    torch.sin(x).sum().backward()
    return x.grad


def twice(x):
    torch.sin(x).sum().backward()
    (x * x).sum().backward()
    return x.grad * 2


for mode in ("real", "fake", "symbolic"):
    print(mode, make_fx(of_input, tracing_mode=mode)(torch.ones(2, requires_grad=True)).code)
print(make_fx(of_copy)(torch.ones(2)).code)
graph = make_fx(twice)(torch.ones(2, requires_grad=True))
x = torch.full((2,), 0.5, requires_grad=True)
print(twice(x), graph(torch.full((2,), 0.5)))
