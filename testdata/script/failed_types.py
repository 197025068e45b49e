"""The kinds of errors of operators in scripts, and a second attempt at a module that does not compile."""
import re

import torch
from torch import nn


def run(name, f):
    try:
        print(name, f())
    except Exception as e:
        lines = str(e).strip().split("\n")
        print(name, type(e).__name__, re.sub("0x[0-9a-f]+", "0x", lines[0]), lines[-1] if "redefine" not in lines[0] else "")


b = torch.tensor([True])
for source in ("-x", "x - x", "1 - x", "torch.bernoulli(x.long())", "x.float().long().softmax(0)", "x.long().mean()", "x.view(3)"):
    unit = torch.jit.CompilationUnit(f"def f(x):\n  return {source}\n")
    run(source, lambda: unit.f(b))


class Inner(nn.Module):
    def forward(self, x):
        return x.foo()


class Outer(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()

    def forward(self, x):
        return self.inner(x)


class Filtered(nn.Module):
    def forward(self, x):
        return [i for i in x if i > 3]


for m in (Outer(), Outer(), Outer().inner, Filtered(), Filtered()):
    try:
        torch.jit.script(m)
    except Exception as e:
        print(type(m).__name__, type(e).__name__, re.sub("0x[0-9a-f]+", "0x", str(e).strip().split("\n")[0]))
