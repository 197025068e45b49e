# Gradients of compiled graphs that are asked for with create_graph: they are there, and refuse to be differentiated again.
import warnings

import torch

warnings.simplefilter("ignore")
for backend in ("aot_eager", "inductor"):
    compiled = torch.compile(lambda x: x.sin() * 2, backend=backend)
    x = torch.ones(2, requires_grad=True)
    (g,) = torch.autograd.grad(compiled(x).sum(), x, create_graph=True)
    print(g, g.requires_grad)
    try:
        torch.autograd.grad(g.sum(), x)
    except RuntimeError as e:
        print(e)
    compiled(x).sum().backward(create_graph=True)
    print(x.grad.requires_grad, x.grad.detach())

    linear = torch.compile(lambda x: x * 3, backend=backend)
    (g,) = torch.autograd.grad(linear(x).sum(), x, create_graph=True)
    print(g, g.requires_grad)
    weight = torch.full((2,), 5.0, requires_grad=True)
    (g,) = torch.autograd.grad((linear(x) * weight).sum(), x, create_graph=True)
    print(g, g.requires_grad)
