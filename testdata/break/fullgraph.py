# fullgraph=True turns breaks into errors whose first line names the reason.
import torch


def branch(x):
    return x + 1 if x.sum() > 0 else x - 1


def broken(x):
    torch._dynamo.graph_break()
    return x + 1


def printing(x):
    print("never")
    return x


@torch.compiler.disable
def off(x):
    return x * 2


def disabled(x):
    return off(x) + 1


def fails(x):
    return x @ torch.ones(7)


for fn in (branch, broken, printing, disabled, fails):
    try:
        torch.compile(fn, backend="eager", fullgraph=True)(torch.ones(3))
    except Exception as e:
        print(fn.__name__, type(e).__name__, isinstance(e, RuntimeError), str(e).splitlines()[0])
