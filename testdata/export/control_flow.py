# Branches and loops of tensors are graphs of their own in exported programs; numbers that depend on data are symbols, and what is promised of them is asserted.
import torch
from torch._higher_order_ops.scan import scan
from functorch.experimental.control_flow import map as map_rows
from torch.export import Dim, export
from torch.fx.experimental.symbolic_shapes import GuardOnDataDependentSymNode


def show(title, forward, *inputs, **options):
    class Program(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.w = torch.nn.Parameter(torch.tensor([2.0]))

    Program.forward = forward
    print("==", title)
    try:
        ep = export(Program(), inputs, **options)
    except GuardOnDataDependentSymNode as e:
        print(type(e).__name__, str(e).splitlines()[0])
        return
    for name, module in ep.graph_module.named_modules():
        print(name, module.code.strip())
    print(ep.range_constraints)
    return ep


def branch(self, x):
    return torch.cond(x.sum() > 0, lambda x: x + self.w, lambda x: x - 1, (x,))


def size_branch(self, x, y):
    return torch.cond(x.shape[0] > 2, lambda x, y: x + y, lambda x, y: x - y, [x, y])


def loop(self, x):
    return torch.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x * self.w), (torch.tensor(0), x))


def rows(self, xs, y):
    return map_rows(lambda x, y: x + y, xs, y)


def running(self, x):
    return scan(lambda c, r: (c + r, c * 2), torch.zeros(2), x)


def sized(self, x):
    n = x.max().item()
    torch._check(n >= 2)
    torch._check(n <= 50)
    return torch.arange(n) * 2


show("branch", branch, torch.ones(2))
show("branch on a size", size_branch, torch.ones(3, 2), torch.ones(2), dynamic_shapes={"x": {0: Dim("n")}, "y": None})
show("map", rows, torch.ones(3, 2), torch.ones(2))
ep = show("item", sized, torch.tensor([3, 5]))
print(ep.module()(torch.tensor([4, 1])).tolist())
try:
    ep.module()(torch.tensor([1, 0]))
except RuntimeError as e:
    print(e)
show("nonzero", lambda self, x: x.nonzero().shape[0] * 2, torch.ones(3).int())
show("mask", lambda self, x: x[x > 0] + 1, torch.ones(3))
show("float", lambda self, x: x * x[0].item() + 1.5, torch.ones(3))
show("bool", lambda self, x: torch.full((3,), (x[0] == 1).item()), torch.ones(3))
show("list", lambda self, x: x.tolist(), torch.ones(3).int())
show("sizes", lambda self, x: x + x.shape[0] / 2, torch.ones(3), dynamic_shapes={"x": {0: Dim("n")}})
show("constants", lambda self, x: torch.tensor([1.0, 2.0]) + x.to(torch.float64) + torch.zeros(2), torch.ones(2))
show("on data", lambda self, x: x * 2 if x.sum() > 3 else x, torch.ones(3))
show("on a number", lambda self, x: x * 2 if int(x[0]) > 3 else x, torch.ones(3).int())
print(export(torch.nn.Linear(2, 2), (torch.ones(1, 2),)).module()(torch.ones(1, 2)).shape)
