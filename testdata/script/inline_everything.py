# Scripts and traces that are made with what they call in its place.
import re

import torch
from torch.testing._internal.jit_utils import inline_everything_mode


def graph(f):
    """The graph with values numbered as they appear."""
    seen = {}
    text = "\n".join(line.split(" # ")[0].rstrip() for line in str(f.graph).splitlines())
    return re.sub(r"%[\w.]+", lambda m: seen.setdefault(m[0], f"%{len(seen)}"), text)


class Doubles(torch.nn.Module):
    def forward(self, x):
        return x * 2


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.s = Doubles()

    def forward(self, x):
        return self.s(x) + self.less(x)

    def less(self, x):
        return x - 1


with inline_everything_mode(True):
    @torch.jit.script
    def more(x):
        return x + 1

    @torch.jit.script
    def f(x):
        return more(x) * 2

    scripted = torch.jit.script(Net())
    traced = torch.jit.trace(Net(), torch.ones(1))
for made in (f, scripted, traced):
    print(graph(made), made(torch.ones(1)))
print(scripted.code)


@torch.jit.script
def later(x):
    return f(x) + more(x)


print(graph(later))
