# Symbolic numbers of a ShapeEnv that a script makes: arithmetic, conditions and what they leave behind, numbers that depend on data.
import torch
from torch import SymFloat, SymInt
from torch._dynamo.source import ConstantSource
from torch.fx.experimental.sym_node import SymNode
from torch.fx.experimental.symbolic_shapes import (
    DimDynamic, GuardOnDataDependentSymNode, ShapeEnv, StatelessSymbolicContext, free_symbols, guard_int, guard_or_false, guard_or_true,
    is_symbolic, statically_known_true,
)

def number(env, value, duck=True):
    policy = DimDynamic.DUCK if duck else DimDynamic.DYNAMIC
    symbol = env.create_symbol(value, source=ConstantSource(f"__testing_only{len(env.backed_var_to_val)}"), dynamic_dim=policy, constraint_dim=None)
    return (SymFloat if isinstance(value, float) else SymInt)(SymNode(symbol, env, type(value), hint=value))

env = ShapeEnv()
a, b = number(env, 5), number(env, 7, duck=False)
print(a, b, a + b, a * 2, -a, torch.sym_max(a, b), torch.sym_sum([a, b, 1]), type(a).__name__, isinstance(a, int))
print(a.node.hint, a.node.has_hint(), a.node.expr, is_symbolic(a), is_symbolic(3), free_symbols(a + 1))
print(a < b, bool(a < b), bool(a * 2 > 3), [str(g[0]) for g in env.guards])
print(statically_known_true(a > 0), statically_known_true(a > 3), guard_or_false(a > 3), guard_or_true(a > 30))

env = ShapeEnv()
a = number(env, 2)
print(guard_int(a), str(env.guards[0][0]), number(ShapeEnv(), 1), number(ShapeEnv(), 0))

env = ShapeEnv()
sizes, strides, offset = env.create_symbolic_sizes_strides_storage_offset(torch.empty(5, 4, 7).transpose(0, 1), source=ConstantSource("x"),
    symbolic_context=StatelessSymbolicContext(dynamic_sizes=[DimDynamic.DUCK] * 3, constraint_sizes=[None] * 3))
print(sizes, strides, offset)

env = ShapeEnv()
u0, u1 = env.create_unbacked_symint(), env.create_unbacked_symfloat()
print(u0, u1, u0 + 1, free_symbols(u0 + 1), guard_or_false(u0 > 3), guard_or_true(u0 > 3))
try:
    bool(u0 > 3)
except GuardOnDataDependentSymNode:
    print("depends on data")
torch._check(u0 > 3)
print(statically_known_true(u0 > 2), statically_known_true(u0 > 10))

def narrow(x):
    if x.shape[0] > 3:
        return x.cos()
    if x.shape[0] < 3:
        return x * 2
    return x.sin()

x = torch.randn(3, 2)
torch._dynamo.mark_dynamic(x, 0)
try:
    torch.compile(narrow, backend="eager")(x)
except torch.fx.experimental.symbolic_shapes.ConstraintViolationError as e:
    print("constant (3)" in str(e))
