"""Regions and branches stay calls in the graphs that are captured ahead of time: each part of a region is a graph of its own."""
import torch
from functorch.experimental.control_flow import map as map_rows
from torch._dynamo.testing import AotEagerAndRecordGraphs, normalize_gm
from torch._functorch.aot_autograd import aot_function
from torch._functorch.partitioners import default_partition
from torch._higher_order_ops.base_hop import BaseHOP
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
show("branches that close over a tensor", lambda x, y: torch.cond(y.sum() > 0, lambda x: x * y, lambda x: x + y, (x,)), x, y.detach())
show("branches in branches", lambda x, y: torch.cond(y.sum() > 0, lambda x: torch.cond(x.sum() > 0, lambda x: x.sin(), lambda x: x.cos(), (x,)), lambda x: x + 1, (x,)), x, y.detach())
show("rows", lambda x, y: map_rows(lambda row, y: row.sin() * y, x, y), torch.randn(4, 8, requires_grad=True), y)


class Quantised(BaseHOP):
    def __init__(self):
        super().__init__("quantised")

    def __call__(self, subgraph, *operands, scheme="nf4"):
        return super().__call__(subgraph, *operands, scheme=scheme)


quantised = Quantised()


def compiled(f, *args):
    backend = AotEagerAndRecordGraphs()
    out = torch.compile(f, backend=backend, fullgraph=True)(*args)
    out.sum().backward()
    for graph in backend.graphs + backend.fw_graphs + backend.bw_graphs:
        print(normalize_gm(graph.print_readable(False)))


print("== an operator of a script")
a, b = torch.randn(3, 3, requires_grad=True), torch.randn(3, 3, requires_grad=True)
compiled(lambda x, y: quantised(lambda x, y: (x @ y).sin().cos(), x, y, scheme="nf4"), a, b)
compiled(lambda x: quantised(lambda x: (x + 1, x * 2), x)[1], a.detach().requires_grad_())
print(torch.allclose(a.grad, -(torch.ones(3, 3) * (a @ b).sin().sin() * (a @ b).cos()) @ b.t()))

print("== results that show inputs, changed inputs, results that nobody uses")


@nested_compile_region
def three(x, y):
    return (x * y).sin(), x.detach().cos(), y * 1.5


def agrees(f, *args):
    torch._dynamo.reset()
    backend = AotEagerAndRecordGraphs()
    compiled = torch.compile(f, backend=backend, fullgraph=True)
    for _ in range(2):
        mine, theirs = ([a.detach().clone().requires_grad_(a.requires_grad) for a in args] for _ in range(2))
        outs, plain = (torch.utils._pytree.tree_leaves(g(*given)) for g, given in ((compiled, mine), (f, theirs)))
        sum(x.sum() for x in outs if x.requires_grad).backward()
        sum(x.sum() for x in plain if x.requires_grad).backward()
        print([torch.allclose(a, b) and a.requires_grad == b.requires_grad for a, b in zip(outs, plain)], [a is b or torch.allclose(a, b) for a, b in zip(mine, theirs)],
              [a.grad is b.grad or torch.allclose(a.grad, b.grad) for a, b in zip(mine, theirs)])


def changed(x, y):
    z = torch.cond(x.sum() > 0, lambda x: x * 2, lambda x: x * 3, (x,))
    y.add_(1)
    return z + y


x, y = torch.randn(4, requires_grad=True), torch.randn(4, requires_grad=True)
agrees(lambda x, y: (three(x, y)[2], three(x, y)[1]), x, y)
agrees(lambda x, y: (torch.cond(x.sum() > 0, lambda x: x * 2, lambda x: x * 3, (x,)), y.view(2, 2), x), x, y)
agrees(changed, x, y.detach())
twice = torch.compile(lambda x: three(x, x)[0] * three(x, x)[0], backend=AotEagerAndRecordGraphs())
grad, = torch.autograd.grad(twice(x).sum(), x, create_graph=True)
try:
    grad.sum().backward()
except RuntimeError as e:
    print(e)

print("== a partitioner of a script")


def partition(joint, inputs, *, num_fwd_outputs, **options):
    print(joint.code.strip(), num_fwd_outputs)
    forward, backward = default_partition(joint, inputs, num_fwd_outputs=num_fwd_outputs, **options)
    print(forward.code.strip(), backward.code.strip(), sep="\n")
    return forward, backward


f = aot_function(lambda x, y: (x.sin() * y).cos(), fw_compiler=lambda gm, inputs: gm, bw_compiler=lambda gm, inputs: gm, partition_fn=partition)
x, y = torch.randn(3, requires_grad=True), torch.randn(3, requires_grad=True)
f(x, y).sum().backward()
print(torch.allclose(x.grad, -(x.sin() * y).sin() * y * x.cos()), torch.allclose(y.grad, -(x.sin() * y).sin() * x.sin()))
