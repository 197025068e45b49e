"""Ranges of sizes without names are compared with what was traced; shapes by tensor and by further examples; kernels that are given by dispatch keys."""
import torch
from torch import nn
from torch.export import AdditionalInputs, Dim, ShapesCollection, export


class Model(nn.Module):
    def __init__(self, f):
        super().__init__()
        self.f = f

    def forward(self, *args):
        return self.f(*args)


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e).split("\n\n")[0])


for hint in [Dim.AUTO(min=3, max=9), Dim.DYNAMIC(min=4), Dim.AUTO(min=7), Dim.DYNAMIC(max=3), Dim.AUTO(max=4), Dim.STATIC]:
    print(hint)
    for f in (lambda x: x.sin(), lambda x: x + torch.ones(5, 1), lambda x: x.view(x.shape[0] // 5, 5, 2)):
        attempt(lambda: export(Model(f), (torch.ones(5, 2),), dynamic_shapes=(({0: hint},),)).range_constraints)

d = Dim("d")
x, y = torch.ones(3, 2), torch.ones(3, 2)
collection = ShapesCollection()
collection[x], collection[y] = (d, None), {0: d}
model = Model(lambda x, y: x + y["k"])
attempt(lambda: export(model, (x, {"k": y}), dynamic_shapes=collection).range_constraints)
attempt(lambda: collection.__setitem__(3, d))
attempt(lambda: collection.__setitem__(x, {0: Dim("z")}))
print(len(collection))
more = AdditionalInputs()
more.add((torch.ones(4, 2), {"k": torch.ones(4, 2)}))
program = export(model, (x, {"k": y}), dynamic_shapes=more)
print(program.range_constraints)
more.verify(program)
more.add((torch.ones(4, 3), {"k": torch.ones(4, 3)}))
attempt(lambda: more.verify(program))

with torch.library._scoped_library("hints", "FRAGMENT") as lib:
    lib.define("scaled(Tensor x, Tensor(a!) y) -> Tensor")

    @torch.library.impl("hints::scaled", "CPU", lib=lib)
    def scaled(x, y):
        y.add_(1)
        return x + y

    @torch.library.register_fake("hints::scaled", lib=lib)
    def shape(x, y):
        return torch.empty_like(x)

    program = export(Model(lambda x, y: torch.ops.hints.scaled(x, y) + y), (torch.ones(2), torch.ones(2)))
    print(program.graph_module.code.strip())
    print(program.run_decompositions().graph_module.code.strip())
program = export(Model(lambda x: torch.masked_select(x, x > 0)), (torch.ones(3),))
print(program.graph_module.code.strip(), program.range_constraints)
