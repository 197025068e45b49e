# FakeTensorMode with a shape environment: sizes are symbols, operators compute with them, conditions guard them, data gives new ones.
import torch
from torch._dynamo.source import ConstantSource
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode
from torch.fx.experimental.symbolic_shapes import DimDynamic, ShapeEnv, StatelessSymbolicContext

env = ShapeEnv()
mode = FakeTensorMode(shape_env=env)
real = torch.randn(3, 4)
x = mode.from_tensor(real)
print(x, type(x).__name__, isinstance(x, FakeTensor), x.fake_mode is mode, mode.from_tensor(real) is x)
print(x + x, x.view(-1), (x @ x.t()).shape, x.stride(), x.numel(), torch.cat([x, x]), x.detach().clone().shape)
print(torch.nn.functional.linear(x, x), torch.ops.aten.add.Tensor(x, 1).shape, x.unsqueeze(0).shape, x.nonzero().shape)

with mode:
    made = torch.empty(x.shape[0], 2)
    print(made, type(made).__name__, made.device, made.add_(1), torch.zeros(x.shape[1] * 2), torch.randn(5), made.sum().dtype)

weight = mode.from_tensor(torch.randn(5, 4, requires_grad=True), source=ConstantSource("w"))
(weight * 2).sum().backward()
print(weight, weight.is_leaf, weight.grad)
print(bool(x.shape[0] == 3), [str(guard.expr) for guard in env.guards], x.shape, x[1:], x.reshape(-1).shape)
print(mode.from_tensor(torch.randn(4, 6), static_shapes=True), mode.from_tensor(torch.randn(1, 7)).size(0))

mode = FakeTensorMode(shape_env=ShapeEnv())
with mode:
    x = mode.from_tensor(torch.randn(3, 4))
    print(x * mode.from_tensor(torch.randn(3, 1)), torch.stack([x, x]), x.split(2), x.chunk(2, 1), x.max(1).values, x.mean())

# Numbers that data gives.
mode = FakeTensorMode(shape_env=ShapeEnv())
with mode:
    x = torch.randn(4)
    count = x.to(torch.int64).sum().item()
    torch._check(count >= 0)
    print(x.nonzero(), torch.zeros(count), count + 1)
    print(torch.nn.Linear(4, 5).weight)

mode = FakeTensorMode(shape_env=ShapeEnv())
context = StatelessSymbolicContext(dynamic_sizes=[DimDynamic.DYNAMIC, DimDynamic.STATIC])
x = mode.from_tensor(torch.randn(3, 4), source=ConstantSource("x"), symbolic_context=context)
print(x.shape, x.size(0).node.expr, x.size(0).node.hint)
