"""Branches of torch.cond that return ints, and cells that a body of a higher-order operator makes."""
import torch
from torch._dynamo.testing import EagerAndRecordGraphs, normalize_gm
from torch._higher_order_ops.wrap import wrap


def show(f, *args, **kwargs):
    torch._dynamo.reset()
    backend = EagerAndRecordGraphs()
    try:
        print(torch.compile(f, backend=backend, **kwargs)(*args))
    except Exception as e:
        print(type(e).__name__, str(e).split("from user")[0])
    for g in backend.graphs:
        print(normalize_gm(g.print_readable(print_output=False)))


def used(p, x):
    n, y = torch.cond(p, lambda x: (3, x + 2), lambda x: (4, x + 1), [x])
    return y + n, torch.ones(n), n


def nested(p, x):
    return torch.cond(p, lambda x: x + torch.cond(x.sum() > 0, lambda: 1, lambda: 2, ()), lambda x: x + 2, [x])


def cells(x):
    def f(x):
        w = 1

        def g(x):
            nonlocal w
            w = x
            return x

        def h():
            nonlocal w
            w = w + 1

        g(x)
        h()
        return w + x

    return wrap(f, x)


no, yes, x = torch.tensor(False), torch.tensor(True), torch.ones(3)
show(used, yes, x)
show(used, no, x, dynamic=True)
show(nested, yes, x)
show(lambda p, x: torch.cond(p, lambda x: [x + 1, {"a": 5}], lambda x: [x + 2, {"a": -7}], [x]), no, x)
show(lambda p, x: torch.cond(p, lambda x: (3, x + 1), lambda x: (3, x + 2), [x]), no, x)
show(lambda p, x: torch.cond(p, lambda x: x.shape[0], lambda x: x.shape[0] + 1, [x]), no, x, dynamic=True)
print(torch.cond(no, lambda x: (1, x + 1), lambda x: (2, x - 1), (x,)))
show(cells, x)
