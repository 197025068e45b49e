# make_fx of programs that differentiate torch.cond and map: the gradient is a call of its own, whose functions compute the function once more.
import torch
from functorch.experimental.control_flow import map as rows
from torch.fx.experimental.proxy_tensor import make_fx


def show(graph):
    print(graph.code)
    for name, part in graph.named_children():
        print(name, part.code)


x = torch.arange(6.).reshape(3, 2).requires_grad_()
y = torch.ones(2, requires_grad=True)
yes, no = torch.tensor(True), torch.tensor(False)


def branches(pred, x, y):
    out = torch.cond(pred, lambda x, y: x.sin() * y, lambda x, y: x.cos(), (x, y))
    return torch.autograd.grad(out.sum(), (x, y))


graph = make_fx(branches)(yes, x, y)
show(graph)
for pred in yes, no:
    for got, expected in zip(graph(pred, x, y), branches(pred, x, y)):
        print(torch.allclose(got, expected))


def nested(pred, x):
    inner = lambda x: torch.cond(x.sum() > 3, lambda x: x.exp(), lambda x: x * 3, (x,))
    return torch.autograd.grad(torch.cond(pred, inner, lambda x: x.cos(), (x,)).sum(), x)


graph = make_fx(nested, tracing_mode="fake")(yes, x)
for pred in yes, no:
    for z in x, x.detach().neg().requires_grad_():
        print(torch.allclose(graph(pred, z)[0], nested(pred, z)[0]))


def mapped(x, y):
    out = rows(lambda x, y: (x.cos() + y.sin(), [x.sin()]), x, y)
    return torch.autograd.grad(out[0].sum() + (out[1][0] * 2).sum(), (x, y))


graph = make_fx(mapped)(x, y)
print(graph.body_graph_0.code, graph.body_graph_1.code)
for got, expected in zip(graph(x, y), mapped(x, y)):
    print(torch.allclose(got, expected))

choose = lambda pred, x: torch.cond(pred, lambda x: x + 1, lambda x: x - 1, (x,))
print(torch.vmap(choose)(torch.tensor([True, False]), torch.zeros(2, 3)))
print(torch.vmap(choose, in_dims=(None, 0))(yes, torch.zeros(2, 3)))

unused = torch.cond(yes, lambda x, y: x * 1, lambda x, y: x + y, (x, y))
print(type(unused.grad_fn).__name__, torch.autograd.grad(unused.sum(), (x, y)))
