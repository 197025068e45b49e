# What the log tells of graph breaks: what becomes of the frame, where the values on the stack came from, who called.
import logging
import os

import torch

torch._logging.set_logs(graph_breaks=True)


class Show(logging.Handler):
    def emit(self, record):
        print(record.levelname, record.getMessage().replace(os.path.dirname(os.path.abspath(__file__)), "DIR"))


logging.getLogger("torch._dynamo.symbolic_convert.__graph_breaks").addHandler(Show())


class Context:
    def __enter__(self):
        return self

    def __exit__(self, *args):
        return False


def inner(x, scale=1):
    torch._dynamo.graph_break()
    return x * scale


def resumed(x):
    y = (x, 1)
    z = inner(x + 1, scale=2) + inner(*y)
    return z


def in_loop(x):
    for i in zip([1, 2], (3, 4)):
        x = x + i[0]
        torch._dynamo.graph_break()
    return x


def in_comprehension(x):
    x = x + 1
    return [inner(x + i) for i in range(2)]


def under_context(x):
    with torch.no_grad(), Context():
        torch._dynamo.graph_break()
        x = x + 1
    return x


def branch(x):
    if x.sum() > 0:
        return x + 1
    return x - 1


def shapes(x):
    return slice(1, 2), [x + 1, "text"], x.nonzero()


def raises(x):
    x = x + 1
    raise ValueError("no")


for f in (resumed, in_loop, in_comprehension, under_context, branch, shapes, raises):
    torch._dynamo.reset()
    print("==", f.__name__)
    try:
        torch.compile(f, backend="eager")(torch.ones(3))
    except ValueError as e:
        print("ValueError", e)
