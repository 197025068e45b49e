# Reasons for graph breaks, as counters and explain report them.
import torch
import torch._dynamo
from torch._dynamo.utils import counters


def prints(x):
    y = x + 1
    print("side effect")
    return y * 2


def converts(x):
    n = x.sum().item()
    return x * n


def branches(x):
    if x.sum() > 0:
        return x + 1
    return x - 1


def clean(x):
    return x.sin().cos()


def marked(x):
    x = x + 1
    torch._dynamo.graph_break()
    return x + 2


@torch.compiler.disable
def hidden(x):
    return x * 7


def calls_disabled(x):
    return hidden(x + 1) + 1


x = torch.ones(3)
for fn in (prints, converts, branches, clean, marked, calls_disabled):
    torch._dynamo.reset()
    out = torch._dynamo.explain(fn)(x)
    print(fn.__name__, "graphs", out.graph_count, "breaks", out.graph_break_count, "ops", [len(ops) for ops in out.ops_per_graph])
    for reason in out.break_reasons:
        print("  ", reason.reason.splitlines()[0], "| in", reason.user_stack[-1].name)
    torch._dynamo.reset()
    counters.clear()
    torch.compile(fn, backend="eager")(x)
    print("   ", dict(counters["frames"]), sum(counters["graph_break"].values()))
