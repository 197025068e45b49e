# Inputs for state: in strict programs as Dynamo met them, in decomposed ones as the modules hold them; changes of buffers stay changes when a program is decomposed again.
import torch
from torch import nn
class A(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 2); self.s = nn.Parameter(torch.ones(2)); self.t = nn.Parameter(torch.ones(2)); self.register_buffer('b', torch.ones(2)); self.register_buffer('c', torch.ones(2))
        self.d = nn.Linear(2, 2, bias=False); self.unused = nn.Parameter(torch.ones(3)); self.n = nn.BatchNorm1d(2)
    def forward(self, x):
        return self.n(self.t * self.d(x)) + self.c - self.a(self.s + self.b)
e = torch.export.export(A().eval(), (torch.ones(2, 2),), strict=True)
print(e.graph_module.code); print(e.graph_signature)
print([n for n, _ in e.named_parameters()], [n for n, _ in e.named_buffers()], list(e.state_dict))
e = torch.export.export(A(), (torch.ones(2, 2),), strict=True)
print(e.graph_module.code)
print(e.run_decompositions().graph_module.code)
print(e.module().code)
e = torch.export.export(A().eval(), (torch.ones(2, 2),), strict=False)
print(e.graph_module.code)
class B(nn.Module):
    def __init__(self):
        super().__init__()
        self.m = nn.ModuleList([nn.Linear(2, 2), nn.Linear(2, 2)]); self.sh = self.m[0]
    def forward(self, x, y):
        return {'z': self.m[1](x) * self.m[0](y), 'w': self.sh(x)}
e = torch.export.export(B().eval(), (torch.ones(2, 2),torch.ones(2,2)), strict=True)
print(e.graph_module.code); print(e.graph_signature)
class B(nn.Module):
    def __init__(self):
        super().__init__()
        self.m = nn.ModuleList([nn.Linear(2, 2), nn.Linear(2, 2)]); self.sh = self.m[0]; self.register_buffer('u', torch.ones(2)); self.register_buffer('v', self.u)
    def forward(self, x, y):
        return {'z': self.m[1](x) + self.sh(x), 'w': self.m[0](y) * self.v + self.u, 'x': self.v}
for s in (True, False):
    e = torch.export.export(B().eval(), (torch.ones(2, 2),torch.ones(2,2)), strict=s)
    print(e.graph_module.code); print(e.graph_signature)
    print(list(e.module().state_dict()))
    print(e.run_decompositions({}).graph_module.code)
class C(nn.Module):
    def __init__(self):
        super().__init__()
        self.p = nn.Parameter(torch.ones(2)); self.k = torch.ones(2); self.register_buffer('u', torch.ones(2)); self.register_buffer('v', torch.ones(2), persistent=False)
        self.l = nn.LSTM(2, 2); self.e = nn.Embedding(3, 2); self.mha = nn.MultiheadAttention(2, 1)
    def forward(self, x):
        y = self.u
        z = x + self.k
        if x.shape[0] > 100: z = z + self.p
        z = self.mha(z, z, z)[0]
        self.u.add_(1)
        return self.e.weight[0] + self.v + z * self.l(x)[0] + y
e = torch.export.export(C().eval(), (torch.ones(2, 2),), strict=True)
print(e.graph_module.code); print(e.graph_signature)
class C(nn.Module):
    def __init__(self):
        super().__init__()
        self.p = nn.Parameter(torch.ones(2)); self.k = torch.ones(2); self.register_buffer('u', torch.ones(2)); self.register_buffer('v', torch.ones(2), persistent=False)
        self.e = nn.Embedding(3, 2); self.n = nn.BatchNorm1d(2); self.register_buffer('w', torch.ones(2))
    def forward(self, x):
        y = self.u
        z = x + self.k
        z = z + self.p + torch.tensor([1., 2.])
        self.u.add_(1)
        return self.n(self.e.weight[0] + self.v + z * y) + self.w
e = torch.export.export(C(), (torch.ones(2, 2),), strict=True)
print(e.graph_module.code)
d = e.run_decompositions({})
print(d.graph_module.code, d.graph_signature)
d = d.run_decompositions()
print(d.graph_module.code, d.graph_signature)
e = torch.export.export(C(), (torch.ones(2, 2),), strict=False)
print(e.graph_module.code)
d = e.run_decompositions({})
print(d.graph_module.code)
