# Sizes that a program names by symbols go through graphs; questions about sizes that are not known decide nothing; what peephole knows of lists, dicts and convolutions.
from typing import List
import warnings
import torch
import torch.nn.functional as F
from torch import Tensor

warnings.simplefilter("ignore")
rows, columns, other = [torch._C._new_symbolic_shape_symbol() for _ in range(3)]
names = {rows: "rows", columns: "columns", other: "other"}
print(columns < rows < 0)


def shown(function, *sizes):
    graph = torch.jit.script(function).graph
    torch._C._jit_pass_inline(graph)
    torch._C._jit_pass_peephole(graph)
    torch._C._jit_pass_constant_propagation(graph)
    for value, given in zip(graph.inputs(), sizes):
        value.setType(value.type().with_sizes(given))
    torch._C._jit_pass_propagate_shapes_on_graph(graph)
    result = next(graph.outputs()).type()
    parts = result.elements() if result.kind() == "TupleType" else [result]
    print(function.__name__, [s if s is None else [names.get(n, "new" if n < 0 else n) for n in s] for s in (p.symbolic_sizes() for p in parts)])


def add(x: Tensor, y: Tensor):
    return x + y


for a, b in [([rows, 1], [1, 5]), ([rows, columns], [columns, rows]), ([rows], [3]), ([3], [rows]), ([rows, 4], [1, columns]), ([None, 1, 5], [2, 1, None])]:
    shown(add, a, b)


def product(x: Tensor, y: Tensor):
    return torch.mm(x, y), torch.matmul(x, y)


for a, b in [([rows, 2], [2, columns]), ([rows, columns], [other, 4]), ([rows, rows], [rows, rows])]:
    shown(product, a, b)


def joined(x: Tensor, y: Tensor):
    return torch.cat([x, y], dim=1)


for a, b in [([rows, 2], [rows, 3]), ([rows, columns], [rows, 3])]:
    shown(joined, a, b)


def layer(x: Tensor, w: Tensor):
    return F.relu(F.linear(x, w)), x.sum(dim=0), x.unsqueeze(1), x.transpose(0, 1), x.squeeze(), torch.where(x > 0, x, x), torch.zeros([x.size(0), 3])


shown(layer, [rows, 3], [5, 3])
shown(layer, [rows, columns], [5, columns])


def image(x: Tensor, w: Tensor):
    return F.conv2d(x, w, stride=2, padding=1), F.max_pool2d(x, 2), F.adaptive_avg_pool2d(x, [1, 1])


shown(image, [rows, 3, 10, 10], [4, 3, 3, 3])


def simplified(function, *disable):
    graph = torch.jit.script(function).graph
    torch._C._jit_pass_peephole(graph, *disable)
    print([(n.kind(), n.output().toIValue() if n.kind() == "prim::Constant" else len(list(n.inputs()))) for n in graph.nodes()])


def lists(x: int, y: int, z: int):
    items = [x, y, z]
    return items[-1], items[:2], items[1:9], [1] + items


def lengths(x: int):
    return len({1: "a", 2: "b"}), len({x: 1, 2: 3})


def dims(x):
    return torch.conv2d(x, torch.rand(3, 3, 3, 3)).dim()


for function in lists, lengths, dims:
    simplified(function)
text = "graph(%x : Float(2, 3, strides=[3, 1], device=cpu)):\n  %d : int = aten::dim(%x)\n  %s : int[] = aten::size(%x)\n  %r : (int, int[]) = prim::TupleConstruct(%d, %s)\n  return (%r)\n"
for disabled in False, True:
    graph = torch._C.parse_ir(text)
    torch._C._jit_pass_peephole(graph, disabled)
    print(graph)
graph = torch._C.parse_ir("graph(%x : Tensor):\n  %c : int = prim::Constant[value=1]()\n  %y : Tensor = aten::add_(%x, %x, %c)\n  return (%x)\n")
torch._C._jit_pass_dce(graph)
print(graph)
torch._C._jit_pass_dce_allow_deleting_nodes_with_side_effects(graph)
print(graph)
