# Dicts that nothing changes are constants; warnings have numbers; what is left to Python stays a method of the scripted module.
import re
import warnings

import torch
from torch import nn


def graph(g):
    """The graph with values numbered as they appear."""
    seen = {}
    text = "\n".join(line.split(" # ")[0].rstrip() for line in str(g).splitlines())
    return re.sub(r"%[\w.]+", lambda m: seen.setdefault(m[0], f"%{len(seen)}"), text)


@torch.jit.script
def lookup(x):
    sizes = {"a": 1, "b": 2}
    changed = {"a": 1}
    changed["c"] = 3
    warnings.warn("looked up")
    return x * sizes["b"], changed["a"], len(sizes)


torch._C._jit_pass_constant_propagation(lookup.graph)
print(graph(lookup.graph))
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    print(lookup(torch.ones(1)))


class Table(nn.Module):
    def __init__(self):
        super().__init__()
        self.kept = {"k": 2}
        self.counts = {"n": 0}

    def forward(self, x):
        self.counts["n"] += 1
        return x * self.kept["k"] + self.counts["n"]

    @torch.jit.unused
    def described(self):
        return f"{type(self).__name__} with {self.kept}"

    @torch.jit.ignore
    def left(self, x):
        return x + 1


scripted = torch.jit.script(Table().eval())
print(scripted.described(), scripted.left(1))
frozen = torch.jit.freeze(scripted)
print(frozen.code)
print(frozen(torch.ones(1)), frozen(torch.ones(1)))


@torch.jit.script
def gives(x: int):
    return {"a": x}, [1, 2], {"k": 1}


for _ in range(4):
    d, l, k = gives(1)
    l.append(3)
    k["z"] = 2
    print(d, l, k)
