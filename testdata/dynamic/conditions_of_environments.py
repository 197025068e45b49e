"""Conditions that a shape environment has decided, held against other numbers, and those that it checks when the graph runs."""
from torch import SymInt
from torch._dynamo.source import ConstantSource
from torch.fx.experimental.sym_node import SymNode
from torch.fx.experimental.symbolic_shapes import DimDynamic, ShapeEnv, expect_true


def number(env, value, name):
    symbol = env.create_symbol(value, source=ConstantSource(name), dynamic_dim=DimDynamic.DUCK, constraint_dim=None)
    return SymInt(SymNode(symbol, env, int, hint=value))


for condition in (lambda n: n > 5, lambda n: n % 2 == 0, lambda n: n * 3 < 20, lambda n: n / 2.0 == 3.0, lambda n: n > 5 and n < 7):
    env = ShapeEnv()
    n = number(env, 6, "n")
    held = bool(condition(n))
    code = env.produce_guards_expression([n])
    print(held, [env.evaluate_guards_expression(code, [other]) for other in (0, 4, 6, 7, 8)])

env = ShapeEnv()
a, b = number(env, 3, "a"), number(env, 4, "b")
print(bool(a + 1 == b))
print([env.evaluate_guards_expression(env.produce_guards_expression([a, b]), pair) for pair in ([3, 4], [5, 6], [5, 5])])
print(ShapeEnv().produce_guards_expression([]))

env = ShapeEnv()
u, v = env.create_unbacked_symint(), env.create_unbacked_symint()
first = u.node.expr
print(expect_true(u <= 6), expect_true(u + v == 9), expect_true(u == 0))
print({str(symbol): len(checks) for symbol, checks in env.deferred_runtime_asserts.items()})
print([str(check.expr) for check in env.deferred_runtime_asserts[first]])

env = ShapeEnv(prefer_deferred_runtime_asserts_over_guards=True)
n = number(env, 6, "n")
print(expect_true(n == 6), len(env.guards), [str(check.expr) for check in env.deferred_runtime_asserts[None]])
