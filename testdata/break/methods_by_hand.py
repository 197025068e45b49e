"""Methods that tracing stops at: of context managers that a program enters by hand, of generators of random numbers."""
import threading

import torch
from torch._dynamo.utils import counters

generator = torch.Generator()
lock = threading.Lock()


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


for f in (no_grad, autocast, inference, by_stack, seeded, state, drawn, locked):
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
