# What errors of graph breaks say: kind, explanation, hints, context, the number of the registry, and the place with marks.
import os
import re
import time

import torch
from torch._dynamo.utils import counters


def show(f, *args):
    torch._dynamo.reset()
    try:
        torch.compile(f, backend="eager", fullgraph=True)(*args)
    except Exception as e:
        text = re.sub(r"0x[0-9a-f]+", "ADDRESS", str(e))
        print(type(e).__name__, re.sub(r'File "[^"]*/', 'File "', text))


def asked(x, n):
    y = x + n
    torch._dynamo.graph_break()
    return y


def branch(x):
    if x.sum() > 0:
        return x + 1
    return x - 1


@torch.compiler.disable
def disabled(x):
    return x + 1


def raises(x):
    raise ValueError("a")


def inner(x):
    torch._dynamo.graph_break(msg="hello")
    return x


x = torch.ones(2)
show(asked, x, 1)
show(lambda x: print(x), x)
show(branch, x)
show(lambda x: disabled(x), x)
show(raises, x)
show(lambda x: x + time.time(), x)
show(lambda x: inner(x + 1) + 2, x)
show(lambda x, i: x + next(i), x, iter([1]))
counters.clear()
torch._dynamo.reset()
torch.compile(asked, backend="eager")(x, 1)
print(list(counters["graph_break"].items()))
