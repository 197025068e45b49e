# Buffers that a program assigns to, as x.buffer += 1 does, are copied to at its end where it is recorded without Dynamo. What modules of an unflattened program are.
import warnings

import torch
from torch import nn
from torch.export import export, unflatten
from torch.export.graph_signature import ExportGraphSignature, InputKind, InputSpec, OutputKind, OutputSpec, TensorArgument

warnings.filterwarnings("ignore")


class Buffers(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("a", torch.zeros(2))
        self.register_buffer("b", torch.zeros(2))

    def forward(self, x, k):
        if k == 0:
            self.a += 1
        elif k == 1:
            self.a += 1
            self.b *= x
        elif k == 2:
            self.a = self.a + x
            self.a += 1
        elif k == 3:
            self.a += x
            self.a = self.a * 2
        elif k == 4:
            self.b = self.b
        elif k == 5:
            self.a = x
            self.a += 1
        elif k == 6:
            self.a[:1] += 1
        return x + self.a + self.b


for k in range(7):
    try:
        m = Buffers()
        program = export(m, (torch.ones(2), k))
        print(program.graph, m.a)
        module = program.module()
        print(module(torch.ones(2), k), module(torch.ones(2), k), [b.tolist() for b in module.buffers()], program.run_decompositions().graph_signature.buffers_to_mutate)
    except Exception as e:
        print(type(e).__name__, e)
print(export(nn.BatchNorm1d(2), (torch.ones(3, 2),)).graph)


class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("n", torch.tensor(0))

    def forward(self, x):
        self.n += 1
        before = self.n
        self.n += 2
        return x * before, self.n


for strict in (False, True):
    print(export(Counter(), (torch.ones(2),), strict=strict).graph)


class Parts(nn.Module):
    def __init__(self):
        super().__init__()
        self.weights = nn.ParameterList([nn.Parameter(torch.ones(2))])
        self.unused = nn.Sequential(nn.Linear(2, 2))
        self.holder = nn.Module()
        self.holder.inner = nn.Linear(2, 2)

    def forward(self, x):
        return self.holder.inner(x) * self.weights[0]


print(unflatten(export(Parts(), (torch.ones(2),))))
signature = ExportGraphSignature([InputSpec(InputKind.USER_INPUT, TensorArgument("x"), None)], [OutputSpec(OutputKind.USER_OUTPUT, TensorArgument("x"), None)])
signature.replace_all_uses("x", "z")
print(signature.user_inputs, signature.user_outputs)
for made in (lambda: InputSpec(InputKind.BUFFER, TensorArgument("q"), "b"), lambda: InputSpec(InputKind.PARAMETER, 3, "b"), lambda: OutputSpec(OutputKind.USER_OUTPUT, "x", None)):
    try:
        print(made())
    except AssertionError as e:
        print(e)
module = export(Parts(), (torch.ones(2),)).module()
print(module.validate_inputs, module.range_constraints, module.shape_env, module.meta)
