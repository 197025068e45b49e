# Modules compiled ahead of time: their parameters are arguments of the graphs and get gradients.
import torch
from functorch.compile import aot_function, aot_module_simplified, nop
from torch._functorch.aot_autograd import aot_export_joint_simple
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.symbolic_shapes import ShapeEnv


class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 3)
        self.register_buffer("seen", torch.zeros(()))

    def forward(self, x, y):
        self.seen.add_(1)
        return (self.linear(x) + y,)


def count(g, inputs):
    print(len(g.graph.find_nodes(op="placeholder")), len(inputs))
    return g


torch.manual_seed(0)
layer = Layer()
x, y = torch.ones(2, 4, requires_grad=True), torch.ones(2, 3)
compiled = aot_module_simplified(layer, [x, y], count)
compiled(x, y)[0].sum().backward()
print(layer.linear.weight.grad, layer.linear.bias.grad, layer.seen, x.grad is not None)

mode = FakeTensorMode(shape_env=ShapeEnv())
compiled = aot_module_simplified(layer, [mode.from_tensor(x), mode.from_tensor(y)], nop)
print([compiled(torch.ones(n, 4), torch.ones(n, 3))[0].shape for n in (2, 5)], layer.seen)
try:
    aot_module_simplified(torch.fx.symbolic_trace(torch.nn.Linear(2, 2)), (torch.ones(2),), nop)
except RuntimeError as e:
    print(str(e)[:40])


def inner(x):
    y = x.detach().requires_grad_()
    return torch.autograd.grad((y ** 2).sum(), y)[0]


print(aot_function(inner, nop)(torch.ones(2)))
try:
    aot_export_joint_simple(lambda x: (x.t_() + 1,), [torch.ones(2, 2)], trace_joint=False)
except RuntimeError as e:
    print(str(e).split(",")[0])
with torch.autocast("cpu", dtype=torch.bfloat16), torch._C._DisableAutocast():
    print((torch.ones(2, 2) @ torch.ones(2, 2)).dtype)
