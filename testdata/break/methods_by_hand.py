"""Methods that tracing stops at: of context managers that a program enters by hand, of generators of random numbers, of the truth of tensors."""
import enum
import operator
import threading

import torch
from torch._dynamo.utils import counters

generator = torch.Generator()
lock = threading.Lock()


class Place(enum.IntEnum):
    A = 1
    B = 2


def no_grad(x):
    c = torch.no_grad()
    c.__enter__()
    y = x * 2
    c.__exit__(None, None, None)
    return y


def autocast(x):
    c = torch.autocast("cpu")
    c.__enter__()
    y = x * 2
    c.__exit__(None, None, None)
    return y


def inference(x):
    c = torch.inference_mode()
    c.__enter__()
    y = x * 2
    c.__exit__(None, None, None)
    return y


def by_stack(x):
    import contextlib
    with contextlib.ExitStack() as stack:
        stack.enter_context(torch.no_grad())
        return x * 2


def seeded(x):
    y = x + 1
    generator.manual_seed(1)
    return y


def state(x):
    y = x + 1
    generator.get_state()
    return y


def drawn(x):
    return x + torch.rand(3, generator=generator)


def locked(x):
    try:
        return x.mul(lock)
    except TypeError:
        return x + 1


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


for f in (no_grad, autocast, inference, by_stack, seeded, state, drawn, locked, nonzero, nonzero_function, truth, negated, version, changed, places):
    torch._dynamo.reset()
    counters.clear()
    graphs = []

    def backend(gm, inputs):
        graphs.append(gm.code.strip())
        return gm.forward

    print(f.__name__)
    try:
        r = torch.compile(f, backend=backend)(torch.ones(2, 3))
        if f is not drawn:
            print(r)
    except TypeError as e:
        print(type(e).__name__, str(e).split("\n")[0])
    for g in graphs:
        print(g)
    for reason in counters["graph_break"]:
        print("\n".join(line for line in reason.split("\n") if "qualname" not in line))
