# A number that is a constant and symbolic: each method, on ints, floats and truths, with the class and the text of what it gives.
from torch.fx.experimental import sym_node
from torch.fx.experimental.sym_node import METHOD_TO_OPERATOR, bool_magic_methods, bitwise_ops, only_bool_magic_methods, only_float_magic_methods
import torch
from torch.fx.experimental.sym_node import SymNode, method_to_operator, to_node
from torch.fx.experimental.symbolic_shapes import DimDynamic, ShapeEnv, guard_bool, guard_int, guard_float
from torch._dynamo.source import ConstantSource
from torch import SymInt, SymFloat, SymBool
def create_symint(shape_env, val):
    symbol = shape_env.create_symbol(val, source=ConstantSource(f"__testing_only{len(shape_env.backed_var_to_val)}"), dynamic_dim=DimDynamic.DUCK, constraint_dim=None)
    return SymInt(SymNode(symbol, shape_env, int, hint=val, fx_node=None))
def run(fn, a, b, unary):
    env = ShapeEnv()
    seed = (create_symint(env, 2) / 2.0).node
    bseed = (create_symint(env, 2) == 2).node
    def sym(v):
        return SymBool(to_node(bseed, v)) if isinstance(v, bool) else SymInt(to_node(seed, v)) if isinstance(v, int) else SymFloat(to_node(seed, v))
    def real(v):
        return guard_bool(v) if isinstance(v, (SymBool, bool)) else guard_int(v) if isinstance(v, (SymInt, int)) else guard_float(v)
    out = []
    f = method_to_operator(fn)
    for args in ([(sym(a),)] if unary else [(sym(a), b), (a, sym(b)), (sym(a), sym(b))]):
        try:
            r = f(*args); out.append((type(r).__name__, repr(r), real(r)))
        except Exception as e: out.append((type(e).__name__, str(e)[:80]))
    return out
for fn in sorted(METHOD_TO_OPERATOR):
    if fn == "sym_ite": continue
    unary = fn in sym_node.unary_methods or fn == "round"
    kinds = []
    if fn in bool_magic_methods: kinds += [(True, False), (True, True)]
    if fn not in only_bool_magic_methods:
        if fn not in only_float_magic_methods: kinds += [(2, 3), (-3, 2), (5, 5)]
        if fn not in bitwise_ops and fn not in ("lshift", "rshift", "pow_by_natural", "int_truediv", "int_floordiv", "mod"): kinds += [(2.5, 0.5), (-1.0, 2.0)] if fn != "float_pow" else [(2.5, 0.5)]
        if fn in ("add", "mul", "sub", "lt", "eq", "float_pow", "sym_max"): kinds += [(2, 1.5), (1.5, 2)]
    for k in kinds:
        print(fn, k, run(fn, *k, unary))
for name in ("unary_methods", "bool_magic_methods", "also_bool_magic_methods", "always_bool_magic_methods", "always_int_magic_methods", "always_float_magic_methods",
             "bool_becomes_int_magic_methods", "only_float_magic_methods", "magic_methods_on_operator_with_trailing_underscore"):
    print(name, sorted(getattr(sym_node, name)))
print(list(sym_node.magic_methods))
print(list(sym_node.reflectable_magic_methods))
env = ShapeEnv()
a = create_symint(env, 7)
for r in (a << 1, a >> 1, a & 3, a | 8, a ^ 2, 2 ** a, a.node.add(a.node), a.node.and_, a + 1.5, torch.sym_max(a, 2.5)):
    print(type(r).__name__, str(r) if isinstance(r, (SymInt, SymFloat)) else "")
print([str(g[0]) for g in env.guards], guard_bool(a == 7), [str(g[0]) for g in env.guards], str(a), str(a == 7))
