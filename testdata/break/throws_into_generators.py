# A break behind an exception that was thrown into a generator leaves the frame untraced.
import torch
from torch._dynamo.testing import CompileCounter


def values(x):
    try:
        yield x
    except ValueError:
        torch._dynamo.graph_break()
        yield x * 2


def f(x):
    it = values(x)
    first = next(it)
    return first + it.throw(ValueError())


counter = CompileCounter()
print(torch.compile(f, backend=counter)(torch.arange(3.)), counter.frame_count)
