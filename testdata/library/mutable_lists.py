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
