# What a trace makes of modules, attributes, unpacking, wrapped functions, named tuples, keyword-only and starred parameters.
import math
from collections import namedtuple

import torch
from torch import fx, nn

Point = namedtuple("Point", "x y")


@fx.wrap
def clip(x, low, high):
    return x.clamp(low, high)


class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(2))
        self.register_buffer("offset", torch.tensor([1.0, 2.0]))
        self.constant = torch.tensor([3.0])

    def forward(self, x, *, scale=2.0):
        values, index = torch.max(x * self.weight, dim=-1)
        return values * scale + self.offset + self.constant, index


class Outer(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()
        self.layers = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])

    def forward(self, x: torch.Tensor, flag: bool = True, *rest, k=1, **extra) -> torch.Tensor:
        a, b = self.inner(x, scale=3.0)
        for layer in self.layers:
            x = layer(x)
        p = Point(a, b)
        return clip(x, 0, high=math.sqrt(4.0)) + p.x * k, x.shape[0], x.T, abs(x), x[..., 0], 2 ** x, -x


gm = fx.symbolic_trace(Outer())
print(gm.graph)
print(gm.code)
print([name for name, _ in gm.named_parameters()], [name for name, _ in gm.named_buffers()], type(gm).__name__)
x = torch.tensor([[1.0, -2.0], [0.5, 4.0]])
for got, want in zip(gm(x), gm.__class__.__mro__[1](gm, gm.graph)(x)):
    print(torch.equal(torch.as_tensor(got), torch.as_tensor(want)))

for fn in (lambda x: [y for y in x], lambda x: x if x else 0, lambda x: len(x), lambda x: range(x), lambda x: {x: 1}, lambda x: x + [object()]):
    try:
        fx.symbolic_trace(fn)
        print("traced")
    except Exception as e:
        print(type(e).__name__, str(e).splitlines()[0][:90])


class Count(fx.Interpreter):
    def run_node(self, n):
        names.append(n.name)
        return super().run_node(n)


names = []
Count(fx.symbolic_trace(lambda a, b=2: (a + b).relu())).run(x)
print(names)
