# Python around the tensors runs at trace time: what is left is only tensor operations.
import collections
import functools
import itertools
import math
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import NamedTuple

import torch
from torch._dynamo.testing import EagerAndRecordGraphs


class Level(IntEnum):
    LOW = 1
    HIGH = 4


class Pair(NamedTuple):
    a: torch.Tensor
    b: torch.Tensor

    def total(self):
        return self.a + self.b


@dataclass
class Plan:
    steps: list = field(default_factory=list)
    level: Level = Level.LOW

    def add(self, f, times=1):
        self.steps.extend([f] * times)
        return self


def walk(x):
    plan = replace(Plan(), level=Level.HIGH).add(torch.sin).add(lambda t: t * 2, times=2)
    p = Pair(b=x, a=x + plan.level)
    groups = collections.defaultdict(list)
    for i, (f, k) in enumerate(zip(plan.steps, itertools.cycle("ab"))):
        groups[k].append(f(getattr(p, k)) + i)
    total = functools.reduce(lambda u, v: u + v, itertools.chain.from_iterable(groups.values()))
    scale = math.prod([v for v in range(1, 5) if v % 2]) + len({*"hello"}) + int(f"{Level.HIGH:d}")
    match [*groups]:
        case ["a", "b"]:
            total = total * scale
    order = sorted(groups, key=lambda k: -len(groups[k]))
    while (n := len(order)) and order.pop() != "a":
        total = total - n
    return p._replace(b=total).total(), {k: len(v) for k, v in groups.items()}


backend = EagerAndRecordGraphs()
x = torch.tensor([0.5, 1.0])
want, got = walk(x), torch.compile(walk, backend=backend, fullgraph=True)(x)
print(torch.equal(want[0], got[0]), got)
print(backend.graphs[0].code.strip())
