# Cycles that further dependencies make of a graph (torch._dynamo.graph_utils).
import torch
import torch.fx
from torch._dynamo.graph_utils import _detect_cycles, _get_flat_args, _get_flat_args_unique, _graph_device_type
from torch.utils._ordered_set import OrderedSet

graph = torch.fx.Graph()
x = graph.placeholder("x")
a = graph.call_function(torch.add, (x, 1))
b = graph.call_function(torch.mul, (a, x))
c = graph.call_function(torch.sub, (b, a))
graph.output((c, b))
print(_detect_cycles(graph, {}))
for more in ({a: OrderedSet([c])}, {a: OrderedSet([b])}, {x: OrderedSet([c])}, {c: OrderedSet([c])}, {a: OrderedSet([x]), b: OrderedSet([a])}):
    print(_detect_cycles(graph, more))
joined = graph.call_function(torch.cat, ([x, a],), {"dim": 0})
print(_get_flat_args(joined, {}), _get_flat_args_unique(joined, {joined: OrderedSet([x, c])}))
print(_graph_device_type(graph), _graph_device_type(None))
x.meta["example_value"] = torch.ones(1, device="meta")
print(_graph_device_type(graph))
