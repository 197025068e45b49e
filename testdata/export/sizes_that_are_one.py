# Sizes that tracing finds to be one: what was computed of the other before is said of the one that is left. Conditions on inputs and the kinds of
# conditions come back from archives, and a conversion is asserted once in a program that is exported again.
import io

import torch
from torch.export import Dim, export


class M(torch.nn.Module):
    def forward(self, x, y):
        return torch.cat([x, y], 1).reshape(x.shape[0], -1), x.size(0) // 2, x.shape[0] / 2, x.shape[0] ** 2


a = Dim.AUTO
ep = export(M(), (torch.ones(4, 3), torch.ones(4, 2)), dynamic_shapes=({0: a, 1: a}, {0: a, 1: a}))
print(*((n.name, n.meta.get("val"), n.args) for n in ep.graph.nodes), sep="\n")
file = io.BytesIO()
torch.export.save(ep, file)
file.seek(0)
print([n.meta.get("val") for n in torch.export.load(file).graph.nodes if n.op != "output"])


class Even(torch.nn.Module):
    def forward(self, x, n):
        torch._check(x.shape[0] % 2 == 0)
        n = n.item()
        torch._check(n > 0)
        return x + n


ep = export(Even(), (torch.ones(4), torch.tensor(3)), dynamic_shapes=({0: a}, None))
file = io.BytesIO()
torch.export.save(ep, file)
file.seek(0)
loaded = torch.export.load(file)
for program in (ep, loaded):
    print([str(n.meta["val"]) for n in program.graph.nodes if n.name.startswith(("ge", "gt"))])
    print(program.module()(torch.ones(6), torch.tensor(1)))
    try:
        program.module()(torch.ones(5), torch.tensor(1))
    except AssertionError as e:
        print(e)


class To(torch.nn.Module):
    def forward(self, x):
        return x.to(torch.float64), x.to("cpu")


print(export(export(To(), (torch.ones(2),)).module(), (torch.ones(2),)).graph_module.code)
for shapes in ({"x": ["d"], "n": None}, {"x": {0: "d"}, "n": None}):
    try:
        export(Even(), (torch.ones(4), torch.tensor(3)), dynamic_shapes=shapes)
    except Exception as e:
        print(type(e).__name__, str(e).splitlines()[0])
