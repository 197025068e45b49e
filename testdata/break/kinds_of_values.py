# What breaks call the kinds of values.
import collections
import dataclasses
import itertools
import operator
import re
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
