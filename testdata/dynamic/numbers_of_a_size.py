import torch
from torch._dynamo.source import ConstantSource
from torch.fx.experimental.symbolic_shapes import DimDynamic, ShapeEnv

env = ShapeEnv()


def size(value, name):
    return env.create_symintnode(env.create_symbol(value, source=ConstantSource(name), dynamic_dim=DimDynamic.DYNAMIC), hint=value)


a = size(5, "a")
print(round(a), round(a, 1), a.conjugate(), a.as_integer_ratio(), type(round(a)).__name__, [str(g.expr) for g in env.guards])
print(size(9, "b").bit_length(), [str(g.expr).split("(")[0] for g in env.guards])
