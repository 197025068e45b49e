# Operators of the program that write to tensors of a list, in graphs without mutation.
import torch
from torch._dynamo.testing import AotEagerAndRecordGraphs

lib = torch.library.Library("lists", "FRAGMENT")
torch.library.define("lists::grow", "(Tensor(a!) x, Tensor(b!)[] ys, Tensor n) -> ()", tags=torch.Tag.pt2_compliant_tag, lib=lib)
torch.library.define("lists::other", "(Tensor[](a!) ys) -> ()", tags=torch.Tag.pt2_compliant_tag, lib=lib)


def grow(x, ys, n):
    x.add_(n)
    for y in ys:
        y.mul_(3)


lib.impl("grow", grow, "CPU")
lib.impl("grow", lambda *args: None, "Meta")
print(torch.ops.lists.grow.default._schema, torch.ops.lists.other.default._schema)


def f(x, ys, n):
    torch.ops.lists.grow(x, ys, n)
    return ys[1] + x


for backend in ("eager", "aot_eager", "inductor", AotEagerAndRecordGraphs()):
    torch._dynamo.reset()
    x, ys = torch.ones(2), [torch.ones(2), torch.ones(2)]
    print(torch.compile(f, backend=backend, fullgraph=True)(x, ys, torch.ones(2)), x, ys)


def add_place(ys):
    for i, y in enumerate(ys):
        y.add_(i + 1)


lib.impl("other", add_place, "CPU")
lib.impl("other", lambda ys: None, "Meta")


def rows(x):
    torch.ops.lists.other([x[0], x[1]])
    return x + 1


def row_of_itself(x):
    torch.ops.lists.other([x, x[1]])
    return x + 1


def overlapping(x):
    c = x * 2
    c[0] = 7
    torch.ops.lists.other([c[:2], c[1:]])
    return c


def twice(x):
    c = x.clone()
    torch.ops.lists.other([c, c])
    return c


for f in (rows, row_of_itself, overlapping, twice):
    for backend in ("eager", "aot_eager", "inductor"):
        torch._dynamo.reset()
        x = torch.ones(3, 2)
        print(f.__name__, backend, torch.compile(f, backend=backend, fullgraph=True)(x).tolist(), x.tolist())
