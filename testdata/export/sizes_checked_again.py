"""Programs that are exported again keep the conditions on their sizes: they narrow ranges, and what contradicts them is refused."""
import torch
from torch import nn
from torch.export import export, Dim
def ex(f):
    try: return f()
    except Exception as e: print(type(e).__name__, str(e).split("\n\n")[0])
class M(nn.Module):
    def forward(s, x, y, n=3): return x.relu() * n + y[1:]
d = Dim("d", max=9)
ep = export(M(), (torch.ones(3,2), torch.ones(4, 2)), dynamic_shapes=({0: d}, {0: d+1}))
for st in (False,):
    ex(lambda: print(export(ep.module(), (torch.ones(3,2), torch.ones(4, 2)), dynamic_shapes=({0: d}, {0: d+1}), strict=st).range_constraints))
    ex(lambda: print(export(ep.module(), (torch.ones(3,2), torch.ones(4, 2)), dynamic_shapes=({0: Dim("z")}, {0: Dim("z")+1}), strict=st).range_constraints))
    ex(lambda: print(export(ep.module(), (torch.ones(3,2), torch.ones(4, 2)), dynamic_shapes=({0: Dim.AUTO}, {0: Dim.AUTO}), strict=st).range_constraints))
    ex(lambda: print(export(ep.module(), (torch.ones(3,2), torch.ones(5, 2)), strict=st).range_constraints))
    ex(lambda: print(export(ep.module(), (torch.ones(3,3), torch.ones(4, 3)), strict=st).range_constraints))
