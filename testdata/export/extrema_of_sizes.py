# Python's min and max of sizes stay functions of the sizes; rolled tensors say nothing of their size.
import warnings

import torch
from torch.export import Dim, export

warnings.simplefilter("ignore")


class Calls(torch.nn.Module):
    def __init__(self, f):
        super().__init__()
        self.f = f

    def forward(self, x):
        return self.f(x)


for f in [lambda x: min(x.shape[0], 3), lambda x: max(x.shape[0], 3), lambda x: max(x.shape[0], x.shape[1]), lambda x: max(x.shape), lambda x: min([x.shape[0], 3]), lambda x: max(i for i in x.shape), lambda x: max(x.shape[0], 2.5),
          lambda x: x.reshape(max(x.shape[0], 1), -1).sum(), lambda x: max(x.shape, key=lambda n: -n), lambda x: x[: min(x.shape[0], 3)].sum(), lambda x: x.roll(1, 0)[0], lambda x: x.roll(2)[0]]:
    for shapes in ({0: Dim("n")}, {0: Dim.AUTO, 1: Dim.AUTO}):
        try:
            program = export(Calls(f), (torch.ones(4, 6),), dynamic_shapes=(shapes,))
        except torch._dynamo.exc.UserError as e:
            print(str(e).split("\n")[0])
            continue
        print(program.graph_module.code.strip(), program.range_constraints)
        for n in (2, 5, 9):
            try:
                print(program.module()(torch.arange(n * 6.0).view(n, 6)))
            except AssertionError as e:
                print(e)
