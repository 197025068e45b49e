# Tensors that are given twice, indices and numbers that become constants, and operators that exports show as they are called.
import warnings

import torch
from torch import nn
from torch.export import export
from torch.nn import functional as F

warnings.simplefilter("ignore")


def show(f, *args, **more):
    class Program(nn.Module):
        def forward(self, *given):
            return f(*given)

    for strict in (False, True):
        ep = export(Program(), args, strict=strict, **more)
        print(ep.graph)
        print(ep.graph_signature.user_inputs, list(ep.constants))


x = torch.ones(2, 2)
size = torch.export.Dim("size")
show(lambda a, b: (a * 2 + b, a is b), x, x)
show(lambda a: (a["k"] is a["l"], a["k"] + a["l"]), {"k": x, "l": x})
show(lambda a, b: a + b[0], x, x.view(4))
show(lambda a, b: a + b, x, x, dynamic_shapes={"given": ({0: size}, {0: size})})
show(lambda a: (a[[0, 1]], a[torch.tensor([1]), :]), x)
show(lambda a: torch.as_tensor([1, 2]) + torch.asarray([1.0, 2.0]) + torch.tensor([1, 2]) + a, x)
show(F.rrelu, x)
show(lambda a: F.rrelu(a, training=True), x)
show(lambda a: F.embedding_bag(torch.tensor([[1, 0]]), a), x)
show(lambda a: F.embedding_bag(torch.tensor([1, 0]), a, torch.tensor([0]), mode="sum"), x)
rows = torch.tensor([[1, 1], [1, 1], [2, 2]])
for options in ((), (True,), (False, True), (True, True), (False, False, 0)):
    print(torch.ops.aten.unique_consecutive(rows, *options))
