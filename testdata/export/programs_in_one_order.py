# Programs written in one order, whatever the order of their nodes; numbers that come of data in archives.
import torch, torch.nn as nn, io, json
from torch.export import export, Dim, load, save
from torch._export.serde.serialize import *
from torch._export.serde.serialize import canonicalize, serialize, ExportedProgramSerializer
def tr(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e)[:200])


class M(nn.Module):
    def forward(self, x, y):
        a = y + x
        b = x + y
        return b + a
def show(ep, whole=True):
    c = canonicalize(ExportedProgramSerializer().serialize(ep).exported_program)
    g = c.graph_module.graph
    for n in g.nodes: print(n.target, [(i.name, i.arg.type, i.arg.value if whole or i.arg.type != 'as_graph' else i.arg.value.name) for i in n.inputs], [(o.type, o.value) for o in n.outputs])
    print(g.inputs, g.outputs, sorted(g.tensor_values), sorted(g.sym_int_values)); print(c.graph_module.signature)
show(export(M(), (torch.ones(3, 2), torch.ones(3, 2)), strict=True))


class M2(nn.Module):
    def __init__(self): super().__init__(); self.l = nn.Linear(2, 2); self.register_buffer("b", torch.ones(2)); self.c = torch.ones(2)
    def forward(self, x, n: int, z):
        self.b.add_(1)
        p, q = x.split(1)
        return torch.cat([self.l(x), p]) + self.b + self.c + n, x.shape[0] + 1, q * z["k"]
show(export(M2(), (torch.ones(2, 2), 3, {"k": torch.ones(1)})))


class M3(nn.Module):
    def forward(self, x): return x.view(x.shape[0], 2, -1).repeat(x.shape[0] * 2, 1, 1).sum() + x.shape[1], torch.cond(x.sum() > 0, lambda x: x + 1, lambda x: x - 1, (x,))
ep = export(M3(), (torch.ones(4, 6),), dynamic_shapes={"x": {0: Dim("a"), }})
show(ep, False)
d = json.loads(serialize(ep).exported_program)["graph_module"]["graph"]
print(list(d["sym_int_values"]), sorted(d["tensor_values"]))


class M4(nn.Module):
    def forward(self, x): n = x.item(); torch._check(n > 1); return torch.ones(n), x.float().item() * 2
ep = export(M4(), (torch.tensor(3),)); d = json.loads(serialize(ep).exported_program)["graph_module"]["graph"]
print(json.dumps(d["sym_int_values"], sort_keys=True)); print(json.dumps(d["tensor_values"], sort_keys=True)); print(json.dumps(d.get("sym_float_values"), sort_keys=True)); print(json.dumps(d["sym_bool_values"], sort_keys=True))
show(ep)
tr(lambda: load(io.BytesIO(b"x"))); tr(lambda: load(io.BytesIO(b"")))
