# With nested_graph_breaks a branch on data inside of an inlined function is named and counted as one of the compiled function itself.
import torch
import torch._dynamo
from torch._dynamo.utils import counters

torch._dynamo.config.nested_graph_breaks = True


def inner(x):
    if x.sum() > 0:
        return x + 1
    return x - 1


def middle(x):
    return inner(x * 2) * 3


def f(x):
    return middle(x) + 1


for fn in (f, middle, inner):
    torch._dynamo.reset()
    counters.clear()
    explained = torch._dynamo.explain(fn)(torch.ones(2))
    print(explained.graph_count, explained.graph_break_count)
    print([(r.reason.splitlines()[0], len(r.user_stack)) for r in explained.break_reasons], dict(counters["graph_break"]))
