# Loops that carry ints: in their condition, their body and behind them these are numbers that no input determines.
import torch
import torch._dynamo
from torch._dynamo.testing import EagerAndRecordGraphs, normalize_gm
from torch._higher_order_ops.while_loop import while_loop


def counted(a):
    i, x = while_loop(lambda i, x: i < x.shape[0], lambda i, x: (i + 2, x * i), (0, a))
    return x + i


def two_ints(a):
    return while_loop(lambda i, j, x: i < 4, lambda i, j, x: (i + 1, j + 3, x + j), (0, 5, a))


def constant_int(a):
    return while_loop(lambda i, x: i < 4, lambda i, x: (7, x + 1), (0, a))


def used_as_size(a):
    i, x = while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x + 1), (0, a))
    return x[:i], torch.ones(i)


def one_after_another(a):
    i, x = while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x + 1), (0, a))
    return while_loop(lambda i, x: i < 9, lambda i, x: (i + 1, x + 1), (i, x))


def in_a_dict(a):
    return while_loop(lambda i, d: i < 3, lambda i, d: (i + 1, {"x": d["x"] + i, "n": d["n"] * 2}), (0, {"x": a, "n": 3}))


def condition_on_both(a):
    w = a.sin()
    return while_loop(lambda i, x: x.sum() + i < 30, lambda i, x: (i + a.shape[0], x + w), (a.shape[1], a))


def branch_inside(a):
    def body(i, x):
        return i + 1, torch.cond(i > 1, lambda x: x + 1, lambda x: x - 5, (x,))

    return while_loop(lambda i, x: i < 4, body, (0, a))


def mixed_order(a):
    return while_loop(lambda x, i, y, j: i < 3, lambda x, i, y, j: (x + 1, i + 1, y.cos(), j - i), (a, 0, a, 2))


def same(x, y):
    if isinstance(x, dict):
        return x.keys() == y.keys() and all(same(x[k], y[k]) for k in x)
    if isinstance(x, tuple):
        return len(x) == len(y) and all(map(same, x, y))
    return torch.allclose(x, y) if isinstance(x, torch.Tensor) else x == y


for f in (counted, two_ints, constant_int, used_as_size, one_after_another, in_a_dict, condition_on_both, branch_inside, mixed_order):
    for canonical in (False, True):
        torch._dynamo.reset()
        torch._dynamo.config.canonicalize_output_graph_node_order = canonical
        recorded = EagerAndRecordGraphs()
        a = torch.arange(6.0).view(2, 3)
        got = torch.compile(f, backend=recorded, fullgraph=True)(a)
        print(f.__name__, "canonical" if canonical else "", same(got, f(a)))
        if not canonical or f in (two_ints, mixed_order):
            print(normalize_gm(recorded.graphs[0].print_readable(False)))
torch._dynamo.reset()
torch._dynamo.config.canonicalize_output_graph_node_order = False
for f in (counted, two_ints, one_after_another, in_a_dict):
    for dynamic in (False, True):
        a = torch.randn(2, 3).abs()
        print(f.__name__, "compiled", same(torch.compile(f, backend="aot_eager", fullgraph=True, dynamic=dynamic)(a), f(a)))


def grows_to_a_float(a):
    return while_loop(lambda i, x: i < 3, lambda i, x: (i + 1.5, x + 1), (0, a))


try:
    torch.compile(grows_to_a_float, backend="eager", fullgraph=True)(torch.ones(3))
except Exception as e:
    print(type(e).__name__, *[line for line in str(e).splitlines() if "output" in line], sep="\n  ")
