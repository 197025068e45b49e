"""Gradual types: unknown sizes get names, and one name where they are the same; nodes made directly, line maps, nested proxies."""
import copy
import pickle

import torch
from torch.fx import Graph, GraphModule, Node, Tracer, symbolic_trace
from torch.fx import PH
from torch.fx.annotate import annotate
from torch.fx.experimental.graph_gradual_typechecker import GraphTypeChecker, Refine
from torch.fx.experimental.rewriter import RewritingTracer
from torch.fx.experimental.unify_refinements import infer_symbolic_types
from torch.fx.tensor_type import Dyn, TensorType


def show(gm):
    print([(n.name, str(n.type)) for n in gm.graph.nodes])


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.bn, self.pool = torch.nn.Conv2d(2, 4, 3, stride=2, padding=1), torch.nn.BatchNorm2d(4), torch.nn.MaxPool2d(2)
        self.average, self.linear = torch.nn.AdaptiveAvgPool2d((None, 7)), torch.nn.Linear(7, 3)

    def forward(self, x: TensorType((Dyn, 2, Dyn, Dyn))):
        y: TensorType((2, 4, Dyn, 8)) = self.conv(x)
        return self.linear(self.average(self.pool(self.bn(y))))


tracer = RewritingTracer()
graph = tracer.trace(Net())
gm = GraphModule(tracer.root, graph)
GraphTypeChecker({}, gm).type_check()
show(gm)
refiner = Refine(gm)
refiner.refine()
print(refiner.constraints)
infer_symbolic_types(gm)
show(gm)


def added(x: TensorType((1, 2, 3, Dyn)), y: TensorType((2, 3, 4)), z: TensorType((1, Dyn, 3, 4))):
    return torch.flatten(torch.add(torch.add(x, y), z), 1, 2)


gm = symbolic_trace(added)
GraphTypeChecker({}, gm).type_check()
infer_symbolic_types(gm)
show(gm)

graph = Graph()
x = graph.placeholder("x")
node = Node(graph, "made", "call_function", torch.sin, (x,), {})
print(node, node.args, list(graph.nodes), list(x.users), node.next is node)
x.append(node)
graph.output(node)
print(graph)
for op, target in (("call_function", "text"), ("call_method", 3), ("call", "x")):
    try:
        Node(graph, "bad", op, target, (), {})
    except (ValueError, AssertionError) as e:
        print(type(e).__name__, str(e).split("\n")[-1])


class Strict(Tracer):
    check_mutable_operations = True


for f in (lambda x: torch.relu_(x), lambda x: torch.sigmoid(x, out=x), lambda x: torch.relu(x)):
    try:
        print(Strict().trace(f))
    except RuntimeError as e:
        print(e)


def nested(b, a):
    return a["a"] if b else a["z"][0] + a["z"][1]


gm = symbolic_trace(nested, concrete_args={"a": {"a": PH, "z": (PH, PH)}, "b": False})
print(gm.code, symbolic_trace(gm).code)


class Packets(torch.nn.Module):
    def forward(self, x, y):
        x = torch.ops.aten.sin(x)
        return torch.ops.aten.cat.default([x, y])


gm = symbolic_trace(Packets())
print(pickle.loads(pickle.dumps(gm)).code, gm._lineno_map)
gm.meta["itself"] = gm
copied = copy.deepcopy(gm)
print(copied.meta["itself"] is copied)
