import torch
from torch._higher_order_ops import while_loop


class Model(torch.nn.Module):
    def __init__(self, f):
        super().__init__()
        self.f = f

    def forward(self, x):
        return self.f(x)


x = torch.arange(6.0).reshape(3, 2)
for f in (
    lambda x: torch.cond(x.sum() > 9, lambda x: x + 1, lambda x: x[:2] + 2, (x,)),
    lambda x: torch.cond(x.sum() > 9, lambda x: (x + 1, 3), lambda x: (x - 1, 5), (x,)),
    lambda x: while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x.sin()), (0, x)),
):
    for shapes in (None, {"x": {0: torch.export.Dim("n", min=3)}}):
        program = torch.export.export(Model(f), (x,), dynamic_shapes=shapes)
        print([program.module()(given) for given in (x, -x)])
