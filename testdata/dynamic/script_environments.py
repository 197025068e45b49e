# Environments of scripts: conditions without guards, and guards as they were asked.
from torch._dynamo.source import ConstantSource
from torch.fx.experimental.symbolic_shapes import DimDynamic, ShapeEnv


def size(env, name, value):
    source = ConstantSource(name)
    symbol = env.create_symbol(value, source=source, dynamic_dim=DimDynamic.DYNAMIC, constraint_dim=None)
    return env.create_symintnode(symbol, hint=value, source=source)


env = ShapeEnv()
a, b = size(env, "a", 5), size(env, "b", 6)
with env.suppress_guards():
    print(bool(a + b == 11), bool(a > 3), bool(a > b))
    with env.suppress_guards():
        print(bool(a < 9))
    print(bool(a * b == 30))
print(len(env.guards))
print(bool(a > b), [str(g.expr) for g in env.guards])

env = ShapeEnv()
a, b = size(env, "a", 5), size(env, "b", 7)
print(bool(a > 3), bool(a < 9), bool(b % 7 == 0), bool(b >= 20))
print([str(g.expr) for g in env.guards], env.var_to_range)
print(env.format_guards())
print(env.is_unbacked_symint(env.create_unbacked_symint().node.expr), env.is_unbacked_symint(a.node.expr))
