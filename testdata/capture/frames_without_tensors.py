# Which of the functions that run beside compiled code are traced: those that have to do with tensors when they start, and those given to torch.compile.
import collections
import torch
from torch import nn as layers
from torch._dynamo import graph_break
from torch._dynamo.utils import counters
from torch.compiler import is_compiling

Pair = collections.namedtuple("Pair", "a b")
tensor = torch.ones(2)


class Holder:
    def __init__(self, value):
        self.value = value

    @property
    def traced(self):
        return is_compiling()


class Linear(torch.nn.Linear):
    pass


def probe(value):
    return is_compiling()


def several(*args, **kwargs):
    return is_compiling()


def enclosing(value):
    def inner():
        return is_compiling(), value is None

    return inner


def names_torch():
    return is_compiling(), torch is None


def names_layers():
    return is_compiling(), layers is None


def names_tensor():
    return is_compiling(), tensor is None


def imports():
    import torch.nn

    return is_compiling()


@torch.compiler.disable(recursive=False)
def calls(fn, args, kwargs):
    return fn(*args, **kwargs)


def start(fn, args, kwargs):
    return calls(fn, args, kwargs)


def show(name, fn, *args, **kwargs):
    torch._dynamo.reset()
    counters.clear()
    result = torch.compile(start, backend="eager")(fn, args, kwargs)
    print(name, result, dict(counters["frames"]))


loop = [1]
loop.append(loop)
for name, value in {
    "tensor": tensor, "parameter": torch.nn.Parameter(tensor), "module": torch.nn.Linear(1, 1), "class of modules": Linear, "class of tensors": torch.Tensor,
    "list": [1, tensor], "tuple": (1, (2, tensor)), "dict": {"a": {"b": tensor}}, "keys": {tensor: 1}, "named tuple": Pair(1, tensor), "object": Holder(tensor),
    "deque": collections.deque([tensor]), "ordered": collections.OrderedDict(a=tensor), "number": 1, "nothing": None, "size": torch.Size([1]), "loop": loop,
    "numbers": [1, 2], "module of torch": torch, "empty modules": torch.nn.ModuleList(),
}.items():
    show(name, probe, value)
show("args", several, 1, tensor)
show("kwargs", several, a=tensor)
show("none of them", several, 1, a=2)
show("closure", enclosing(tensor))
show("closure of a number", enclosing(1))
for fn in (names_torch, names_layers, names_tensor, imports):
    show(fn.__name__, fn)


@torch.compiler.disable(recursive=False)
def calls_many(values):
    return [probe(v) for v in values]


def start_many(values):
    return calls_many(values)


def show_many(values):
    torch._dynamo.reset()
    counters.clear()
    print(torch.compile(start_many, backend="eager")(values), dict(counters["frames"]))


show_many([None, tensor, None])  # left alone once, left alone for good
show_many([tensor, None, 1])


def resumed(a):
    b = a + 1
    graph_break()
    return is_compiling(), b


print(torch.compile(resumed, backend="eager")(1), torch.compile(resumed, backend="eager")(tensor))


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.holder = Holder(1)

    def forward(self, x):
        try:
            graph_break()
        finally:
            x = x + 1
        return x, self.holder.traced


print(torch.compile(Model(), backend="eager")(tensor))
torch.compile(probe, backend="eager")
torch._dynamo.reset()
show("given to torch.compile before", probe, 1)
