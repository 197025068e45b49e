# Named tuples and instances of frozen dataclasses are made in the graph when a node takes them.
import collections
import dataclasses
import typing

import torch
from torch._dynamo.testing import EagerAndRecordGraphs, normalize_gm


@dataclasses.dataclass(frozen=True)
class Pair:
    x: torch.Tensor
    y: typing.Any = 1


Named = collections.namedtuple("Named", "x y")


@torch._dynamo.allow_in_graph
def plus_one(pair):
    return pair.x + 1


def show(name, fn, *args):
    torch._dynamo.reset()
    backend = EagerAndRecordGraphs()
    print(name, torch.compile(fn, fullgraph=True, backend=backend)(*args))
    for graph in backend.graphs:
        print(normalize_gm(graph.print_readable(print_output=False)))


def twice(x):
    pair = Pair(x)
    return plus_one(pair), plus_one(pair), pair


x = torch.ones(2)
show("made", lambda x: plus_one(Pair(x)), x)
show("given", lambda pair: plus_one(pair), Pair(x))
show("nested", lambda x: plus_one(Pair(Pair(x).x, (x, 3))), x)
show("twice", twice, x)
show("named", lambda x: plus_one(Named(x, 2)), x)
