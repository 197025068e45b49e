# What PyTorch says of attributes of built-in objects that traced code stores, deletes or asks for, and what it calls these objects.
import collections
import contextlib
import dataclasses
import functools
import itertools
import operator
import random
import re
import types
import typing

import torch
from torch._dynamo.utils import counters


class Plain:
    def method(self):
        pass


class List(list):
    pass


class Dict(dict):
    pass


class Set(set):
    pass


class Int(int):
    pass


class Pair(typing.NamedTuple):
    a: int
    b: int


@dataclasses.dataclass(frozen=True)
class Frozen:
    a: int = 1


class Failure(Exception):
    pass


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2


class Sub(torch.Tensor):
    pass


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

shown = {
    "bool": lambda x: True, "dtype": lambda x: torch.float32, "default": lambda x: collections.defaultdict(int), "counter": lambda x: collections.Counter(), "chain": lambda x: collections.ChainMap({}),
    "deque": lambda x: collections.deque([1]), "list": lambda x: [1, x], "List": lambda x: List([1]), "Dict": lambda x: Dict(), "Set": lambda x: Set(), "Int": lambda x: Int(1), "Pair": lambda x: Pair(1, 2),
    "Frozen": lambda x: Frozen(), "Failure": lambda x: Failure("a"), "ValueError": lambda x: ValueError("a"), "iterator": lambda x: iter([1, 2]), "reversed": lambda x: reversed([1, 2]),
    "islice": lambda x: itertools.islice([1], 1), "cycle": lambda x: itertools.cycle([1]), "Tensor": lambda x: torch.Tensor, "Parameter": lambda x: torch.nn.Parameter, "Sub": lambda x: Sub,
    "deque class": lambda x: collections.deque, "list class": lambda x: list, "len": lambda x: len, "sin": lambda x: torch.sin, "operator": lambda x: torch.ops.aten.sin.default, "add": lambda x: operator.add,
    "alias": lambda x: list[int], "typing": lambda x: typing.List[int], "bound": lambda x: [].append, "join": lambda x: "".join, "of tensor": lambda x: x.sin, "Plain": lambda x: Plain(), "object": lambda x: object(),
}
for name, make in shown.items():
    def describe(x):
        setattr(1, "foo", make(x))
        return x

    print(name, *(text.partition(" | setattr(ConstantVariable(int: 1), ConstantVariable(str: 'foo'), ")[2][:-1] for text in told(describe, torch.ones(1))[1]))


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
