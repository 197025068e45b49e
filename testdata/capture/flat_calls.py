# flat_apply calls a function with arguments that were taken apart; operators of scripts refuse plain functions outside of graphs, and bodies that alias or change their operands.
import dataclasses

import torch
import torch._dynamo
import torch.utils._pytree as pytree
from torch._higher_order_ops.base_hop import BaseHOP, FunctionWithNoFreeVars
from torch._higher_order_ops.flat_apply import flat_apply, from_graphable, func_to_graphable, is_graphable, is_graphable_type, to_graphable


@dataclasses.dataclass
class Point:
    x: torch.Tensor
    y: torch.Tensor


@dataclasses.dataclass(frozen=True)
class Norm:
    kind: str


pytree.register_dataclass(Point)
pytree.register_constant(Norm)


def distance(a, b, norm):
    if norm.kind == "l1":
        return (a.x - b.x).abs() + (a.y - b.y).abs()
    return torch.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2)


t = torch.arange(3.0)
a, b = Point(t, t + 1), Point(t * 2, t * 3)
for norm in ("l1", "l2"):
    flat, spec = to_graphable(((a, b), {"norm": Norm(norm)}))
    _, function = func_to_graphable(distance)
    print(flat_apply(function, spec, *flat), torch.equal(flat_apply(function, spec, *flat), distance(a, b, Norm(norm))), len(flat), all(map(is_graphable, flat)))
print(spec)
again, _ = from_graphable(tuple(flat), spec)
print(again[0].x is a.x)
flat, spec = to_graphable(((t,), {}))
print(flat_apply(torch.ops.aten.sin.default, spec, *flat), flat_apply.name())
print(flat_apply(func_to_graphable(lambda x: [x, (x + 1, 2, "a")])[1], spec, *flat))
try:
    flat_apply(func_to_graphable(lambda x: [x, object])[1], spec, *flat)
except AssertionError as e:
    print(e)
print(flat_apply(func_to_graphable(lambda x: {1: 2})[1], spec, *flat, checked_output=False))
try:
    to_graphable(((object(),), {}))
except RuntimeError as e:
    print(e)
print(is_graphable_type(int), is_graphable_type(torch.Tensor), is_graphable_type(dict), is_graphable(torch.float32))


class Marked(BaseHOP):
    def __init__(self):
        super().__init__("marked")

    def __call__(self, subgraph, *operands, scheme):
        return super().__call__(subgraph, *operands, scheme=scheme)


marked = Marked()
try:
    marked(torch.sin, t, scheme="a")
except RuntimeError as e:
    print(e)
print(marked(FunctionWithNoFreeVars(torch.sin), t, scheme="a"), marked.namespace)


def same(x):
    return x


def change(x):
    return x.sin_() + 1


for fn in (torch.cos, same, change):
    torch._dynamo.reset()
    try:
        print(torch.compile(lambda x: marked(fn, x, scheme="a"), backend="eager", fullgraph=True)(t.clone()))
    except torch._dynamo.exc.Unsupported as e:
        print(str(e).splitlines()[:2])
