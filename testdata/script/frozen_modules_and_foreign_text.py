"""Frozen modules: what shares memory with attributes that are changed stays; strings in archives that are not ASCII; modules indexed while scripts run."""
import io
import warnings
from typing import Any, List

import torch
from torch import nn

warnings.simplefilter("ignore")


class Shares(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.tensor([1, 2, 3])
        self.b = self.a
        self.c = [torch.tensor([1]), torch.tensor([2])]
        self.d = self.c[1]
        self.e = torch.tensor([7])
        self.f = {"ö": "ü", "k": "é"}

    def forward(self, x):
        self.b[1] += 10
        self.c[0] += 5
        return self.a.sum() + self.d.sum() + self.c[0].sum() + self.e, self.f

    @torch.jit.export
    def other(self, x):
        return self.e + x


def saved(m):
    buffer = io.BytesIO()
    torch.jit.save(m, buffer)
    buffer.seek(0)
    return torch.jit.load(buffer)


m = torch.jit.script(Shares()).eval()
frozen = torch._C._freeze_module(m._c)
print([(name, frozen.hasattr(name)) for name in "abcdef"], frozen.forward(torch.ones(1)), frozen.forward(torch.ones(1)))
print(saved(frozen)(torch.ones(1)))
kept = torch._C._freeze_module(m._c, preservedAttrs=["other", "e"])
print(kept.hasattr("e"), kept.other(torch.ones(1)))


class Part(nn.Module):
    def __init__(self, k):
        super().__init__()
        self.k, self.w = k, nn.Parameter(torch.ones(2, 2))

    def forward(self, x):
        return x @ self.w + self.k, x


class Whole(nn.Module):
    def __init__(self):
        super().__init__()
        self.one, self.two, self.linear = Part(1), Part(2), nn.Linear(2, 2)

    def forward(self, x):
        future = torch.jit.fork(self.one, x)
        y, z = self.two(x)
        return self.linear(y + z + torch.jit.wait(future)[0])


class Itself(nn.Module):
    def forward(self):
        return self


whole = Whole().eval()
m, x = torch.jit.script(whole), torch.rand(2, 2)
frozen = torch.jit.freeze(m)
print(torch.allclose(frozen(x), whole(x)), "GetAttr" in str(frozen.graph))
torch._C._jit_pass_transpose_frozen_linear(frozen.graph)
print([n.kind() for n in frozen.graph.nodes() if n.kind() != "prim::Constant"][-2:], torch.allclose(frozen(x), whole(x)))
some = torch._C._freeze_module(m._c, ["one.k"])
print(some.hasattr("one"), some.one.hasattr("k"), some.one.hasattr("w"), some.hasattr("two"))
print(torch._C._freeze_module(m._c, preserveParameters=True).one.hasattr("w"))
for f in (lambda: torch._C._freeze_module(torch.jit.script(Itself()).eval()._c), lambda: torch._C._freeze_module(m._c, ["nope"])):
    try:
        f()
    except RuntimeError as e:
        print(e)


@torch.jit.script
def text(x: str):
    return "é" + x, ["a", "ü"], {"ö": 1}, ("ñ", 2)


print(saved(text)("z"), saved(text).code)


@torch.jit.interface
class Shown(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        pass


class Plus(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + 1


class Times(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * 3


class Chosen(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleDict({"plus": Plus(), "times": Times()})
        self.listed = nn.ModuleList([Plus(), Times()])

    def forward(self, x, name: str, at: int):
        named: Shown = self.parts[name]
        numbered: Shown = self.listed[at]
        return named.forward(x), numbered.forward(x)


m = saved(torch.jit.script(Chosen()))
print(m(torch.ones(1), "times", 0), m(torch.ones(1), "plus", 1))
