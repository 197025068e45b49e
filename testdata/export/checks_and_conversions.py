"""What verifiers refuse, constants that are no tensors, modules that cannot be exchanged, and the names of arguments of converted scripts."""
import torch
from torch import nn
from torch._export.converter import TS2EPConverter
from torch._export.passes.lift_constants_pass import ConstantAttrMap
from torch._export.verifier import SpecViolationError, TrainingIRVerifier, Verifier
from torch.export import export
from torch.export._swap import _swap_modules


class Counts(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("b", torch.ones(2))
        self.act = nn.ReLU()

    def forward(self, x):
        self.b.add_(1)
        return self.act(x) + self.b


ep = export(Counts(), (torch.ones(2),))
for verifier in (Verifier(), TrainingIRVerifier()):
    try:
        verifier.check(ep)
        print("passes")
    except SpecViolationError as error:
        print(error)
Verifier().check(ep.run_decompositions({}))
for f in (lambda: ConstantAttrMap().add(3, "a"), lambda: _swap_modules(ep, {"act": nn.Tanh()})):
    try:
        f()
    except (TypeError, KeyError) as error:
        print(type(error).__name__, error)


class Branches(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 2)

    def forward(self, x, y: int):
        if y > 2:
            x = x + y
        return self.linear(x)


converted = TS2EPConverter(torch.jit.script(Branches()), (torch.ones(1, 2), 3)).convert()
print(converted.graph_signature.user_inputs, [n.name for n in converted.graph.nodes])
