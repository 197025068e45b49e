"""The truth of tensors by functions, their versions, and members of enums as numbers, in traces."""
import enum
import operator

import torch
from torch._dynamo.utils import counters


class Place(enum.IntEnum):
    A = 1
    B = 2


def nonzero(x):
    return x.sum().is_nonzero()


def nonzero_function(x):
    return torch.is_nonzero(x.sum())


def truth(x):
    return operator.truth(x.sum())


def negated(x):
    return operator.not_(x.sum())


def version(x):
    y = x * 2
    y.add_(1)
    return y._version, y


def changed(x):
    before = x._version
    x.add_(1)
    return x._version - before, x._version == before


def places(x):
    return x[Place.A], x.sum(Place.A), torch.ones(Place.B), x.view(Place.A, -1), x * Place.B


for f in (nonzero, nonzero_function, truth, negated, version, changed, places):
    torch._dynamo.reset()
    counters.clear()
    graphs = []

    def backend(gm, inputs):
        graphs.append(gm.code.strip())
        return gm.forward

    print(f.__name__)
    try:
        r = torch.compile(f, backend=backend)(torch.ones(2, 3))
        print(r)
    except TypeError as e:
        print(type(e).__name__, str(e).split("\n")[0])
    for g in graphs:
        print(g)
    for reason in counters["graph_break"]:
        print("\n".join(line for line in reason.split("\n") if "qualname" not in line))
