# What is said of nodes goes on to those that are made in their place: by Transformer, and by recording Interpreter.
import torch
from torch import fx
from torch.fx import traceback as tb
class M(torch.nn.Module):
    def __init__(s): super().__init__(); s.l = torch.nn.Linear(2, 2); s.r = torch.nn.ReLU()
    def forward(s, x): return s.r(s.l(x)) + 1
print("=== a"); gm = fx.symbolic_trace(M())
for i, n in enumerate(gm.graph.nodes): n.meta["custom"] = {"i": i}; n.meta["torch_fn"] = (n.name, "f"); n.meta["other"] = i; n.meta["stack_trace"] = f"line {i}"
with tb.preserve_node_meta():
    new = fx.Transformer(gm).transform()
    print(tb.get_current_meta())
for n in new.graph.nodes: print(n.name, {k: v for k, v in n.meta.items() if k not in ("from_node", "seq_nr")}, [x.name + x.pass_name for x in n.meta.get("from_node", [])])
new = fx.Transformer(gm).transform()
for n in new.graph.nodes: print(n.name, {k: v for k, v in n.meta.items() if k not in ("from_node", "seq_nr")})
from torch.fx.experimental.proxy_tensor import make_fx
with tb.preserve_node_meta():
    new = make_fx(fx.Interpreter(gm).run)(torch.ones(2, 2))
for n in new.graph.nodes: print(n.name, {k: v for k, v in n.meta.items() if k in ("custom","torch_fn","stack_trace","other")}, [x.name + x.pass_name for x in n.meta.get("from_node", [])])
with tb.preserve_node_meta():
    with tb.annotate({"a": 1}):
        g = fx.symbolic_trace(lambda x: x + 1)
for n in g.graph.nodes: print(n.name, n.meta["custom"])
