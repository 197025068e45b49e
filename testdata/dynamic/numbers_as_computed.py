# Symbolic numbers read as the program computed them; kernels get the numbers that they are in this run, which is guarded.
import copy
import math
import operator

import torch
from torch._dynamo.source import ConstantSource
from torch.fx.experimental.proxy_tensor import make_fx
from torch.fx.experimental.sym_node import SymNode
from torch.fx.experimental.symbolic_shapes import DimDynamic, ShapeEnv, StatelessSymbolicContext, guard_bool, guard_int


def number(env, value, name):
    symbol = env.create_symbol(value, source=ConstantSource(name), dynamic_dim=DimDynamic.DYNAMIC)
    return torch.SymInt(SymNode(symbol, env, int, hint=value))


def guards(env):
    return [str(g[0]) for g in env.guards]


def rounded():
    env = ShapeEnv()
    a, b = number(env, 5, "a"), number(env, 7, "b")
    print(math.floor(a / 2), math.ceil(a / 2), math.trunc(a / 2), math.floor(3.0 * a), abs(a - 10), abs(10 - a))
    assert guard_int(math.floor(a / 2)) == 2 and guard_int(torch.sym_int(b / 2)) == 3 and guard_int(math.ceil(3.0 * b)) == 21
    print(guards(env))


def shifted():
    env = ShapeEnv()
    a, b = number(env, 12, "a"), number(env, 2, "b")
    for op in (operator.lshift, operator.rshift):
        r = op(a, b)
        print(type(r).__name__, r, guard_int(r))
    print(copy.copy(a), a == 12, (a == 12).node.hint, (a < 3).node.hint, (a == 12) + 1, 3 * (a > 20))


def chosen():
    env = ShapeEnv()
    t, f = number(env, 5, "t"), number(env, 4, "f")
    assert torch.sym_ite(True, t, f) is t and torch.sym_ite(False, t, f) is f
    r = torch.sym_ite(t == 5, t, f)
    print(r, len(env.guards), guard_int(r), guards(env))
    gm = make_fx(lambda x: torch.sym_ite(x.shape[0] == 5, x.shape[0], x.shape[1]), tracing_mode="symbolic")(torch.ones(4, 5))
    print(gm.code.strip(), gm(torch.ones(4, 5)), gm(torch.ones(5, 4)))


def asked():
    env = ShapeEnv()
    a, b = number(env, 10, "a"), number(env, 6, "b")
    bool(a != b), bool(2 * b > 5), bool(a * (b // a) == b)
    print(guards(env), env.num_deferred_runtime_asserts)
    u, v = env.create_unbacked_symint(), env.create_unbacked_symint()
    torch._check(u + v == 10)
    torch._check(u <= v)
    print(env.deferred_runtime_asserts, env.num_deferred_runtime_asserts)
    print(StatelessSymbolicContext([DimDynamic.STATIC]))


def computed(f):
    env = ShapeEnv()
    print(f(number(env, 3, "a")), guards(env))


rounded()
shifted()
chosen()
asked()
computed(lambda a: torch.full((2,), a))
computed(lambda a: torch.ones(2).fill_(a))
computed(lambda a: torch.add(torch.ones(2), torch.ones(2), alpha=a))
computed(lambda a: torch.arange(a))
computed(lambda a: torch.ones(9)[a])
computed(lambda a: torch.ones(2) > a)
computed(lambda a: torch.where(torch.ones(2) > 0, a, 1))
computed(lambda a: type(torch.empty(a, device="meta").shape[0]))
computed(lambda a: torch.empty_strided((a, 2), (1, a), device="meta").stride())
