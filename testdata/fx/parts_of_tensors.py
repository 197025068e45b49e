# Graphs of subscripts: slices that are all of a dimension are left out, numbers that are stored become constants, composite operators can stay whole.
import torch
from torch.export import Dim, default_decompositions, export
from torch.fx.experimental.proxy_tensor import make_fx


def parts(x):
    return x[:, :2] + x[:, 0:2], x[0:2], x[:], x[..., :], x[:, None], x[0:100], x[-1:], x[:, 0], x[:, ::2]


def stores(x):
    y = x.clone()
    y[0] = 3
    y[0, 1] = 2.5
    y[x > 1] = 0
    y[:, 0] = x[:, 1]
    y[1:] = torch.ones(3)
    y[...] = True
    return y


for mode in ("real", "symbolic"):
    print(make_fx(parts, tracing_mode=mode)(torch.ones(2, 3)).code)
print(make_fx(stores)(torch.ones(2, 3)).code)


class Module(torch.nn.Module):
    def __init__(self, f):
        super().__init__()
        self.f = f

    def forward(self, x):
        return self.f(x)


for shapes in (None, ({0: Dim("n", min=3, max=90)},), ({0: Dim.AUTO, 1: Dim.AUTO},)):
    print(export(Module(lambda x: (x[:, :2], x[:, 0], x[:, :], x[:])), (torch.ones(4, 3),), dynamic_shapes=None if shapes is None else {"x": shapes[0]}).graph_module.code)
print(export(Module(stores), (torch.ones(2, 3),)).graph_module.code)

program = export(Module(lambda x: torch.nn.functional.linear(x, torch.ones(3, 3)).reshape(-1).sin() + torch.ops.aten.elu(x).flatten().chunk(2)[0].sum()), (torch.ones(2, 3),))
table = default_decompositions()
print(torch.ops.aten.linear.default in table, torch.ops.aten.reshape.default in table, torch.ops.aten.sin.default in table)
del table[torch.ops.aten.linear.default]
own = default_decompositions()
own[torch.ops.aten.linear.default] = lambda x, w, b=None: x @ w
for t in (table, {}, None, {torch.ops.aten.sin.default: lambda x: x * 2}, own):
    print(program.run_decompositions(t).graph_module.code)
