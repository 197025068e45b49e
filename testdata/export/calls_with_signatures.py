# Unflattened programs whose modules are called more than once, with and without the signatures of the calls.
import torch, copy
from torch import nn
from torch.export import *
class I(nn.Module):
    def __init__(s): super().__init__(); s.l = nn.Linear(3, 3); s.register_buffer("b", torch.zeros(1))
    def forward(s, x, d): return s.l(x) + d["a"]
class J(nn.Module):
    def __init__(s): super().__init__(); s.i = I()
    def forward(s, x): return s.i(x, {"a": x}) 
class M(nn.Module):
    def __init__(s): super().__init__(); s.i = I(); s.j = J()
    def forward(s, x): 
        y = s.i(x, {"a": x}); z = s.i(y, {"a": x}); return s.j(z) + s.j(y) + s.j(x)
m = M(); a = (torch.rand(3),)
torch.manual_seed(0)
for st in (False, True):
  for k in ((), ("i",), ("j", "j.i")):
    print("===", st, k)
    try:
        ep = export(m, a, preserve_module_call_signature=k, strict=st); print([(e.fqn, e.signature is not None) for e in ep.module_call_graph])
        for n in ep.graph.nodes: 
            if n.op == "call_function": print(n.name, [v[0] for v in n.meta["nn_module_stack"].values()], "")
        u = unflatten(ep); print(torch.allclose(u(*a), m(*a)))
        print(u); print(u.graph); print(u.i.graph if hasattr(u.i, "graph") else u.i.call_modules())
        print(u.j.graph if hasattr(u.j, "graph") else u.j.call_modules())
    except Exception as e: print(type(e).__name__, str(e)[:200])
