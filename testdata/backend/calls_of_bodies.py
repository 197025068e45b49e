"""Regions and branches stay calls in the graphs that are captured ahead of time: each part of a region is a graph of its own."""
import torch
from torch._dynamo.testing import AotEagerAndRecordGraphs, normalize_gm
from torch.compiler import nested_compile_region

torch.manual_seed(0)


def show(name, f, *args, backward=True):
    print("==", name)
    torch._dynamo.reset()
    backend = AotEagerAndRecordGraphs()
    out = torch.compile(f, backend=backend, fullgraph=True)(*args)
    plain = f(*args)
    print(torch.utils._pytree.tree_map(lambda a, b: torch.allclose(a, b), out, plain))
    if backward:
        given = [x for x in args if x.requires_grad]
        loss = sum(x.sum() for x in torch.utils._pytree.tree_leaves(out) if x.requires_grad)
        expected = sum(x.sum() for x in torch.utils._pytree.tree_leaves(plain) if x.requires_grad)
        for a, b in zip(torch.autograd.grad(loss, given), torch.autograd.grad(expected, given)):
            print(torch.allclose(a, b))
    for graph in backend.fw_graphs + backend.bw_graphs:
        print(normalize_gm(graph.print_readable(False)))


@nested_compile_region
def product(x, y):
    return torch.mul(x, y).sin()


@nested_compile_region
def detached(x, y):
    return x.cos().detach(), x * y


@nested_compile_region
def layer(x, w):
    return torch.nn.functional.linear(x, w).relu()


x, y = torch.randn(8, requires_grad=True), torch.randn(8, requires_grad=True)
w = torch.randn(8, 8, requires_grad=True)
show("twice", lambda x, y: product(x, y) + product(y, x), x, y)
show("without gradients", lambda x, y: product(product(x, y), y), x.detach(), y.detach(), backward=False)
show("an operand without a gradient", lambda x, y: product(x, y) + product(x, y), x, y.detach())
show("a result without a gradient", lambda x, y: detached(x, y)[1] + detached(y, x)[0], x, y)
show("layers", lambda x, w: layer(layer(x, w), w).sum(), torch.randn(4, 8), w)
show("two results", lambda x, y: (product(x, x), product(y, y)), x, y)
show("branches", lambda x, y: torch.cond(y.sum() > 0, lambda x: x.sin(), lambda x: x.cos(), (x,)), x, y.detach())
