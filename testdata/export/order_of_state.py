# Parameters, buffers and constants of programs: their order, where functions with derivatives of their own switch gradients off, and batch norm that trains.
import torch
from torch.export._trace import _export


class State(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.k = torch.tensor([1.0, 2.0])
        self.p = torch.nn.Parameter(torch.ones(2))
        self.q = torch.nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.register_buffer("c", torch.ones(2), persistent=False)
        self.unused = torch.nn.Parameter(torch.ones(1))
        self.l = torch.nn.Linear(2, 2)

    def forward(self, x):
        n = torch.tensor(3.0)
        return x + self.c + self.q + self.k + self.b + self.l(x) + self.p + n


for strict in (False, True):
    ep = torch.export.export(State(), (torch.ones(2),), strict=strict)
    print(ep.graph_module.code.split(":")[0].strip(), ep.graph_signature, list(ep.constants), list(ep.state_dict))


class Shifted(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.clone() + 1

    @staticmethod
    def backward(ctx, g):
        return g


class Calls(torch.nn.Module):
    def forward(self, x):
        return Shifted.apply(x).sin()


for strict in (False, True):
    for needs in (False, True):
        print(torch.export.export(Calls(), (torch.ones(2, requires_grad=needs),), strict=strict).graph_module.code.strip())


class Norm(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.l = torch.nn.Linear(2, 2)
        self.bn = torch.nn.BatchNorm1d(2)

    def forward(self, x):
        return self.bn(self.l(x)).softmax(-1)


m, x = Norm(), torch.arange(6.0).view(3, 2)
ep = torch.export.export(m, (x,))
print(ep.dialect, ep.verifier.__name__)
for made in (ep.run_decompositions(), ep.run_decompositions({}), _export(m, (x,))):
    print(made.dialect, made.verifier.__name__, made.graph_module.code.strip(), made.graph_signature.buffers_to_mutate)
    before = m.bn.running_mean.clone()
    made.module()(x)
    print(torch.equal(before, m.bn.running_mean))
