# What an environment has decided of tensors, as a condition in Python on what may take their place.
import torch
from torch._dynamo.source import LocalSource
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.symbolic_shapes import ShapeEnv


def placeholder(sizes, decide):
    env = ShapeEnv()
    x = FakeTensorMode(shape_env=env).from_tensor(torch.randn(sizes), source=LocalSource("x"))
    decide(x)
    condition = env.produce_guards_expression([x])
    print(condition)
    for other in (sizes, (5, 6), (5, 8), (2, 2), (8, 2), (3, 3)):
        args = [torch.ones(other)]
        print("  ", other, env.evaluate_guards_expression(condition, args), env.evaluate_guards_for_args([x], args))


placeholder((4, 6), lambda x: x.shape[0] > 2 and x.shape[0] * 2 == x.shape[1] + 2)
placeholder((4, 6), lambda x: x.shape[0] == 4 and x.shape[1] < 7)
placeholder((4, 6), lambda x: x.shape[1] == x.shape[0] * 3)
