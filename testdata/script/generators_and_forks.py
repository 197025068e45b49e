# A generator of random numbers that a scripted function makes of constants is one that all its calls share; forks capture each value once.
import io
import re

import torch


def shown(graph):
    print("\n".join(line for line in re.sub(r" +# \S+:\d+:\d+", "", str(graph)).split("\n")))


@torch.jit.script
def drawn(seed: int):
    g = torch.Generator()
    if seed > 0:
        g.manual_seed(seed)
    return torch.rand(2, generator=g)


print(drawn(5), drawn(0), drawn(0), drawn(5))
shown(drawn.graph)
print(drawn.code)


class Held(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.g = torch.Generator()
        self.g.manual_seed(3)

    def forward(self):
        return torch.rand(2, generator=self.g)


m = torch.jit.script(Held())
print(m(), m())
try:
    torch.jit.save(m, io.BytesIO())
except RuntimeError as e:
    print(e)


def noisy(x):
    g = torch.Generator()
    g.manual_seed(2)
    return x + torch.rand(2, generator=g)


traced = torch.jit.trace(noisy, (torch.zeros(2),), check_trace=False)
print(traced(torch.zeros(2)), traced(torch.zeros(2)))
print(traced.code)


@torch.jit.script
def summed(x, y, k: int):
    return x + y * k


@torch.jit.script
def forked(x, n: int):
    y = x * 2
    a, b = torch.jit.fork(summed, x, x, n), torch.jit.fork(summed, y, x, n)
    return torch.jit.wait(a) + torch.jit.wait(b)


shown(forked.graph)
print(forked(torch.ones(1), 2))
