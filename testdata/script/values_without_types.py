# What scripts and traces say of values whose types cannot be inferred, of attributes that take no such value, and of loops over modules that are left.
import warnings
from typing import Any, Tuple

import torch
from torch import nn

warnings.simplefilter("ignore")


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e).strip().split("\n  File")[0])


@torch.jit.script
def same(x: Any):
    return x


for value in ([], {}, [[]], [1, "a"], [torch.ones(1), 3], {"a": 1, "b": "c"}, {1: []}, (1, []), (1, "a"), [1], {"a": torch.ones(1)}):
    attempt(lambda: same(value))
    attempt(lambda: torch.jit.trace(lambda x: value, torch.ones(1), check_trace=False))
    attempt(lambda: torch.jit.trace(lambda x: x, value, check_trace=False))


class Loops(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.ReLU()])
        self.k = 1

    def forward(self, x):
        for m in self.layers:
            x = m(x)
            if x.sum() > 0:
                break
        return x


class Keeps(nn.Module):
    def __init__(self):
        super().__init__()
        self.k, self.names = 1, ["a"]

    def forward(self, x):
        return x + self.k


attempt(lambda: torch.jit.script(Loops()))
keeps = torch.jit.script(Keeps())
attempt(lambda: setattr(keeps, "k", "a"))
attempt(lambda: setattr(keeps, "names", [1]))
