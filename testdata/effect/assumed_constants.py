"""Results that are assumed to be constant: their tensors become attributes of the graph, named after the function and the way to them."""
import collections

import torch
from torch._dynamo.testing import EagerAndRecordGraphs


@torch._dynamo.assume_constant_result
def const(k):
    return {"a": torch.tensor([7.0]), "b": (k, torch.ones(2)[:1])}


class Module(torch.nn.Module):
    @torch._dynamo.assume_constant_result
    def hid(self):
        return torch.tensor([2.0])

    @torch._dynamo.assume_constant_result
    def two(self, i):
        return torch.tensor([2.0]), i

    def forward(self, x):
        return x + self.hid() + self.hid() + self.two(3)[0] + self.two(4)[1]


Pair = collections.namedtuple("Pair", ["a", "b"])


def run(f, *args):
    torch._dynamo.reset()
    backend = EagerAndRecordGraphs()
    print(torch.compile(f, backend=backend)(*args))
    print(backend.graphs[0].code.strip())


x = torch.ones(1)
run(lambda x: x + const(3)["a"] + const(4)["b"][1] + const(4)["b"][0], x)
run(Module(), x)
run(lambda p: p.a + p.b + p[0], Pair(x, x + 1))
run(lambda r: r.values + r.indices, torch.max(torch.ones(2, 2), 0))
