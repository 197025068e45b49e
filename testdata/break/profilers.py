# Profilers made in compiled code do nothing there; one that leaves it, or whose methods are called, has the code run as it is.
import torch


def backend(gm, inputs):
    print([n.name for n in gm.graph.nodes], list(gm.graph.nodes)[-1].args)
    return gm


def run(f):
    torch._dynamo.reset()
    torch._dynamo.utils.counters.clear()
    r = torch.compile(f, backend=backend)(torch.ones(2))
    shown = [v if isinstance(v, torch.Tensor) else type(v).__name__ for v in (r if isinstance(r, tuple) else [r])]
    print(f.__name__, *shown, [reason.split("\n")[0] for reason in torch._dynamo.utils.counters["graph_break"]])


def broken(x):
    x = x + 1
    with torch.profiler.profile(record_shapes=True):
        x = x * 2
        torch._dynamo.graph_break()
        x = x - 3
    return x.sin()
def plain_broken(x):
    x = x + 1
    with torch.autograd.profiler.profile():
        x = x * 2
        torch._dynamo.graph_break()
        x = x - 3
    return x.sin()
def name_broken(x):
    with torch.profiler.record_function("a") as r:
        x = x * 2
        torch._dynamo.graph_break()
        x = x + 1
    return x, r
def escapes(x):
    with torch.profiler.profile() as p:
        x = x * 2
    return x, p
def alive(x):
    with torch.profiler.profile() as p:
        x = x * 2
        torch._dynamo.graph_break()
        p.step()
        x = x + 1
    return x
def asked(x):
    with torch.profiler.profile() as p:
        x = x * 2
    p.key_averages()
    return x
def started(x):
    p = torch.profiler.profile()
    p.start()
    x = x * 2
    p.stop()
    return x
def local(x):
    p = torch.profiler.profile()
    with p:
        x = x + 1
    return x
@torch.profiler.record_function("b")
def named(x): return x + 1
def decorated(x): return named(x) * 2
def within(x):
    with torch.profiler.record_function("c"):
        raise ValueError("c")
def raised(x):
    try:
        within(x)
    except ValueError as e:
        return x + len(str(e))


for f in (broken, plain_broken, name_broken, escapes, alive, asked, started, local, decorated, raised):
    run(f)
