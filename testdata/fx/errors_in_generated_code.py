# What a graph module tells of an error in its code, and small things of nodes, partitions and types.
import contextlib
import io
import operator
import re
import warnings

import torch
from torch import nn
from torch.fx import Graph, symbolic_trace
from torch.fx.experimental.schema_type_annotation import AnnotateTypesWithSchema
from torch.fx.operator_schemas import create_type_hint
from torch.fx.passes.infra.partitioner import CapabilityBasedPartitioner
from torch.fx.passes.operator_support import OperatorSupport
from torch.fx.passes.split_module import split_module

warnings.filterwarnings("ignore")


def told(f):
    out = io.StringIO()
    with contextlib.redirect_stderr(out):
        try:
            f()
        except Exception as e:
            print(type(e).__name__, str(e)[:60], e.__traceback__.tb_next is None)
    print(re.sub(r"(?s)^Traceback.*?(?=RuntimeError)", "", out.getvalue()))


class Wrong(nn.Module):
    def forward(self, x):
        y = x + 1
        return torch.mm(y, torch.ones(7, 7))


class Around(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = symbolic_trace(Wrong())

    def forward(self, x):
        return self.inner(x)


gm = symbolic_trace(Wrong())
told(lambda: gm(torch.ones(2, 2)))
told(lambda: Around()(torch.ones(2, 2)))
told(lambda: gm())
told(lambda: symbolic_trace(Around())(torch.ones(2, 2)))

g, h = Graph(), Graph()
x, y = g.placeholder("x"), h.placeholder("y")
print(x.format_node(placeholder_names=[], maybe_return_typename=[]))
for erase in (lambda: g.erase_node(y), lambda: g.erase_node(x), lambda: h.erase_node(x), lambda: g.erase_node(x)):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            print(erase(), [str(w.message) for w in caught])
        except RuntimeError as e:
            print(e)


class Chain(nn.Module):
    def __init__(self):
        super().__init__()
        self.p = nn.Parameter(torch.ones(3))
        self.q = nn.Parameter(torch.ones(3))

    def forward(self, x):
        return torch.neg(torch.relu(x + self.p) * self.q)


m = Chain()
traced = symbolic_trace(m)
numbers = iter(range(10))
parts = split_module(traced, m, lambda node: next(numbers) // 2, keep_original_order=True)
print(parts.code)
numbers = iter(range(10))
print(split_module(traced, m, lambda node: next(numbers) // 2).code)


class Supported(OperatorSupport):
    def is_node_supported(self, submodules, node):
        return node.op == "call_function" and node.target in (operator.add, torch.relu)


print(CapabilityBasedPartitioner(traced, Supported()).propose_partitions())
print([(n.name, n.type) for n in AnnotateTypesWithSchema(symbolic_trace(lambda x: [torch.relu(x), torch.flatten(x), torch.nn.functional.relu(x), torch.stack([x])])).transform().graph.nodes])
for kinds in ([int, int], (int, float), [list[int], int], (torch.Tensor, torch.nn.Parameter), [], [1], [bool, int]):
    print(create_type_hint(kinds))


# Functions behind fused modules take part in their mode.
from torch.ao.quantization.quantize_fx import fuse_fx


class Fused(nn.Module):
    def __init__(self, function):
        super().__init__()
        self.conv, self.norm, self.function = nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), function

    def forward(self, x):
        return self.function(self.norm(self.conv(x)))


for function in (nn.functional.relu, torch.relu, nn.ReLU()):
    print(fuse_fx(Fused(function).eval()).code)
