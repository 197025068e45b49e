"""Temporaries that one instruction of a module stores again and again: the memory of each lives on."""
import torch
class H: pass
def get(o): return o.q + 1
o, kept, d = H(), [], {}
for i in range(6):
    o.q = torch.full((1000,), float(i)) * 2
    o.p = o.q
    kept.append(o.q)
    d[i] = o.p
    print(get(o).sum().item(), o.p.sum().item())
    junk = torch.ones(1000) * 7
print([k.sum().item() for k in kept], [v.sum().item() for v in d.values()])
