# Objects made and used inside: methods, properties, operators, inheritance, class attributes, dataclasses.
from dataclasses import dataclass, field

import torch
from torch._dynamo.testing import CompileCounter

counter = CompileCounter()


@dataclass
class Box:
    value: torch.Tensor
    tags: list = field(default_factory=list)

    def scaled(self, k):
        return Box(self.value * k, self.tags + [k])

    def __add__(self, other):
        return Box(self.value + other.value, self.tags + other.tags)


class Chain:
    factor = 3

    def __init__(self, start):
        self.items = [start]

    @property
    def top(self):
        return self.items[-1]

    def push(self):
        self.items.append(self.top * self.factor)
        return self

    def __len__(self):
        return len(self.items)

    def __contains__(self, n):
        return n < len(self.items)


class Doubling(Chain):
    factor = 2

    def push(self):
        super().push()
        return self


@torch.compile(backend=counter, fullgraph=True)
def fn(x):
    b = Box(x).scaled(2) + Box(x + 1)
    c = Doubling(b.value)
    c.push().push()
    return b, c.top, len(c), 2 in c, isinstance(c, Chain), type(c).__name__, hasattr(c, "nothing")


b, top, *rest = fn(torch.ones(2))
print(b, top, rest, counter.frame_count, counter.op_count)
