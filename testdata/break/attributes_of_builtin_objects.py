# What PyTorch says of attributes of built-in objects that traced code stores, deletes or asks for, and what it calls these objects.
import collections
import functools
import itertools
import random
import re
import types

import torch
from torch._dynamo.utils import counters


class Plain:
    def method(self):
        pass


class List(list):
    pass


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2


def told(f, x):
    torch._dynamo.reset()
    counters.clear()
    try:
        got = torch.compile(f, backend="eager")(x)
    except Exception as e:
        got = f"{type(e).__name__}: {e}"
    breaks = []
    for text in counters["graph_break"]:
        lines = [line.strip() for line in text.splitlines()]
        context = [line.partition(": ")[2] for line in lines if line.startswith("Developer")]
        breaks.append(re.sub("0x[0-9a-f]+", "0x", " | ".join([lines[0], *lines[1:3], *context])))
    return got, breaks


made = {
    "int": lambda: 1, "list": lambda: [1], "tuple": lambda: (1,), "dict": lambda: {}, "set": lambda: {1}, "ordered": lambda: collections.OrderedDict(),
    "range": lambda: range(3), "slice": lambda: slice(3), "partial": lambda: functools.partial(int, 3), "method": lambda: Plain().method,
    "zip": lambda: zip([1], [2]), "count": lambda: itertools.count(), "chain": lambda: itertools.chain([1]), "repeat": lambda: itertools.repeat(1),
    "keys": lambda: {}.keys(), "proxy": lambda: types.MappingProxyType({}), "dtype": lambda: torch.float32, "size": lambda: torch.Size([1]),
    "no_grad": lambda: torch.no_grad(), "autocast": lambda: torch.autocast("cpu"), "random": lambda: random.Random(1), "module class": lambda: torch.nn.Linear, "function class": lambda: Double,
    "int class": lambda: int, "super": lambda: super(List, List()),
}
for name, make in made.items():
    def store(x):
        o = make()
        o.foo = 2
        return x + 1

    def ask(x):
        o = make()
        return x + 1, hasattr(o, "foo")

    print(name)
    for f in store, ask:
        got, breaks = told(f, torch.ones(1))
        print("   ", f.__name__, got if f is ask else type(got).__name__, *breaks, sep="\n        ")
del torch.nn.Linear.foo


def deleted(x):
    o, f = List([1]), lambda: 1
    o.foo, f.foo, Plain.foo = x, x + 1, x + 2
    y = o.foo + f.foo + Plain.foo
    del o.foo, f.foo, Plain.foo
    return y, hasattr(o, "foo"), hasattr(f, "foo"), hasattr(Plain, "foo")


outer = List([1])
outer.foo = 3


def deleted_outside(x):
    outer.bar = x
    del outer.bar, outer.foo
    return x + 1


for f in deleted, deleted_outside:
    print(f.__name__, *told(f, torch.ones(1)))
print(vars(outer), hasattr(Plain, "foo"))
