# Pickles of graphs with what is known of their nodes, and the search for what cannot be pickled.
import pickle

import torch
from torch._inductor.codecache import BypassFxGraphCache
from torch._subclasses import FakeTensorMode
from torch.fx._graph_pickler import GraphPickler, Options
from torch.fx.experimental.proxy_tensor import make_fx
from torch.fx.experimental.symbolic_shapes import ShapeEnv

mode = FakeTensorMode(shape_env=ShapeEnv())
gm = torch.fx.symbolic_trace(lambda x: torch.relu(x) + x.sin())
gm.meta["a"] = 1
for node in gm.graph.nodes:
    node.meta.update(q=3, val=mode.from_tensor(torch.ones(2), static_shapes=True), nn_module_stack={"a": ("b", torch.nn.ReLU)}, stack_trace="abc")
for options in (None, Options(node_metadata_key_filter=None)):
    again = GraphPickler.loads(GraphPickler.dumps(gm, options), mode)
    print(again.code, again.graph, again.meta)
    print([(n.name, sorted(n.meta), n.meta["q"]) for n in again.graph.nodes])

g = make_fx(lambda x: torch.ops.aten.relu_(x.clone(memory_format=torch.contiguous_format)).sum(), tracing_mode="symbolic")(torch.ones(3))
again = GraphPickler.loads(GraphPickler.dumps(g), mode)
again.recompile()
print(again.code, again(torch.tensor([-1.0, 2.0])), again.graph.find_nodes(op="placeholder")[0].meta["val"].fake_mode is mode)
print(GraphPickler.loads(GraphPickler.dumps([torch.ops.aten.add, torch.ops.aten.add.Tensor, torch.float32, (1, "a"), len]), mode))

lib = torch.library.Library("graph_pickles", "FRAGMENT")
lib.define("f(Tensor x) -> Tensor")
lib.impl("f", lambda x: x + 1, "CompositeExplicitAutograd")
g = make_fx(lambda x: torch.ops.graph_pickles.f(x))(torch.ones(3))
for ops_filter in (None, lambda name: name.startswith("torch.ops.graph_pickles"), lambda name: False):
    try:
        print(GraphPickler.loads(GraphPickler.dumps(g, Options(ops_filter=ops_filter)), mode).code)
    except BypassFxGraphCache as e:
        print(type(e).__name__, e)


class Holder:
    def __init__(self):
        self.z = {"k": lambda: 4}


print(GraphPickler.debug_dumps({"a": [1]}))
print(GraphPickler.debug_dumps([1, Holder()], verbose=False))
for value in (torch.contiguous_format, torch.channels_last):
    print(pickle.loads(pickle.dumps(value)) is value)
