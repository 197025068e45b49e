# Regions of autocast are graphs of their own in programs: the casts are made when they run.
import torch


class Nested(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.l = torch.nn.Linear(4, 4)

    def forward(self, q):
        a = q + 1
        with torch.autocast("cpu", dtype=torch.bfloat16):
            r = a @ q
            s = self.l(r)
            with torch.autocast("cpu", enabled=False):
                u = a @ q
        b = u + 1
        with torch.autocast("cpu", dtype=torch.float16):
            v = q @ b
        return s, u, b, v


class Two(torch.nn.Module):
    def forward(self, x):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            y = x @ x
        with torch.autocast("cpu", enabled=False):
            z = x @ x
        return y, z


torch.manual_seed(0)
m, x = Nested(), torch.randn(4, 4)
ep = torch.export.export(m, (x,))
print(ep.graph_module.code)
print(ep.graph_module.submod_3.code)
print([bool((a - b).abs().max() == 0) for a, b in zip(ep.module()(x), m(x))], [t.dtype for t in ep.module()(x)])
print(ep.run_decompositions().graph_module.code)
for strict in (False, True):
    ep = torch.export.export(Two(), (x,), strict=strict)
    print(ep.graph_module.code, ep.graph_module.submod_1.code, [t.dtype for t in ep.module()(x)])
