# Modules with several paths have the one by which the program reads them: off their parents, or out of containers.
import torch
from torch import nn
from torch.export import export
class S(nn.Module):
    def __init__(s): super().__init__(); s.l = nn.Linear(2, 2)
    def forward(s, x): return s.l(x)
class M(nn.Module):
    def __init__(s): super().__init__(); s.s = S(); s.ls = nn.ModuleList([s.s, s.s, S()]); s.x = s.ls[2]; s.q = nn.Sequential(s.s, nn.ReLU()); s.d = nn.ModuleDict({"k": s.s, "j": s.x})
    def forward(s, x):
        for l in s.ls: x = l(x)
        x = s.x(s.s(x)); x = s.ls[1](x); x = s.q(x); x = s.q[0](x); x = s.d["k"](x)
        for k, v in s.d.items(): x = v(x)
        for v in s.d.values(): x = v(x)
        return getattr(s, "s")(x)
ep = export(M(), (torch.ones(2),))
print([list(n.meta["nn_module_stack"].values())[-1][0] for n in ep.graph.nodes if n.op == "call_function"])
