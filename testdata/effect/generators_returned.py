# Generators that a compiled function returns have run to their end by then, with what they do on the way.
import torch


def show(fn, *args, fullgraph=True):
    torch._dynamo.reset()
    graphs = []

    def backend(gm, inputs):
        graphs.append(gm)
        return gm

    print("==", fn.__name__)
    try:
        r = torch.compile(fn, backend=backend, fullgraph=fullgraph)(*args)
        for part in r if isinstance(r, tuple) else (r,):
            print(type(part).__name__, list(part) if hasattr(part, "__next__") else part)
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[0])
    for gm in graphs:
        print(gm.code.strip())


log = []


def values(x):
    for i in range(3):
        yield x * i


def noted(x, log):
    log.append(1)
    yield x + 1
    log.append(2)
    yield x + 2


def failing(x):
    yield x
    raise ValueError("e")


def breaking(x):
    torch._dynamo.graph_break()
    yield x


def plain(x):
    return values(x)


def begun(x):
    g = values(x)
    next(g)
    return g


def among_others(x):
    return values(x), 3


def with_effects(x):
    return noted(x, log)


def with_effects_among_others(x):
    return noted(x, log), x


def with_cells(x):
    def inner():
        nonlocal x
        x = x + 1
        yield x
        x = x * 2
        yield x

    return inner()


def in_place(x):
    def inner():
        x.add_(1)
        yield x

    return inner()


def raises(x):
    return failing(x)


def breaks(x):
    return breaking(x)


x = torch.ones(3)
for fn in (plain, begun, among_others, with_effects, with_effects_among_others, with_cells, raises):
    show(fn, x)
    print(log)
show(in_place, torch.ones(3))
for fn in (plain, with_effects, with_effects_among_others, raises, breaks):
    show(fn, x, fullgraph=False)
    print(log)
