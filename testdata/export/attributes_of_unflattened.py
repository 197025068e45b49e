# Where an unflattened program reads its attributes: the root behind its inputs, modules where they are used.
import torch
class Root(torch.nn.Module):
    def __init__(s):
        super().__init__(); s.l=torch.nn.Linear(2,2); s.register_buffer('b',torch.ones(2)); s.p=torch.nn.Parameter(torch.ones(2)); s.bn=torch.nn.BatchNorm1d(2)
    def forward(s,x): return s.bn(s.l(x)*s.p+s.b)+s.p
ep=torch.export.export(Root().eval(),(torch.randn(3,2),))
u=torch.export.unflatten(ep)
for n,m in u.named_modules(): print(n,[str(k.name) for k in m.graph.nodes] if hasattr(m,'graph') else None)


# Names of inputs that are builtins have numbers behind them in code, and self at the beginning of a name of state is left out.
class Names(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.self_attn = torch.nn.Linear(2, 2)

    def forward(self, input, max, *, len, device=None):
        return self.self_attn(input) + max[0] + len


def ones():
    return torch.ones(2)


ep = torch.export.export(Names(), (ones(), [ones()]), {"len": ones(), "device": ones()})
print(ep.graph_module.code)
print([n.name for n in ep.graph.nodes])
print(ep.module().code)
