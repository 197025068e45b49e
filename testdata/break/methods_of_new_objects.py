# Bound methods of objects that the frame has made are not rebuilt behind a graph break: the frame runs untraced. Others are.
import torch
import torch._dynamo
from torch._dynamo.testing import CompileCounter


class Scale:
    def __init__(self):
        self.v = 1

    def times(self, x):
        torch._dynamo.graph_break()
        return x * self.v

    def __call__(self, x):
        torch._dynamo.graph_break()
        return x + 1

    @classmethod
    def plus(cls, x):
        torch._dynamo.graph_break()
        return x + 2


outside = Scale()


def called(x):
    x = x + 1
    return Scale().times(x) + 1


def kept(x):
    x = x + 1
    times = Scale().times
    torch._dynamo.graph_break()
    return times(x) + 1


def returned(x):
    x = x + 1
    return Scale().times


def object_called(x):
    x = x + 1
    return Scale()(x) + 1


def of_class(x):
    x = x + 1
    return Scale().plus(x) + 1


def of_outside(x):
    x = x + 1
    return outside.times(x) + 1


for fn in (called, kept, returned, object_called, of_class, of_outside):
    torch._dynamo.reset()
    counter = CompileCounter()
    result = torch.compile(fn, backend=counter)(torch.ones(2))
    print(fn.__name__, result if isinstance(result, torch.Tensor) else type(result).__name__, counter.frame_count, counter.op_count)
