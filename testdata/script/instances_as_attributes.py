"""Attributes whose values are instances of classes that were not scripted before; empty tuples where lists are wanted."""
import torch
from typing import List, Tuple, Dict
class R:
    def __init__(self, n: int, names: List[str]):
        self.n = n
        self.names = names
        self.more: Dict[str, int] = {}
    def scale(self, x: torch.Tensor) -> torch.Tensor:
        return x * self.n
class Bad:
    def __init__(self): self.f = print
    def m(self, x): return globals()
class Builtin:
    __slots__ = ()
    f = len
@torch.jit.ignore
def g(x: int) -> int: return x
def sizes(x, axes: List[Tuple[str, int]]):
    return len(axes) + x.dim()
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.r = R(3, ["a"]); self.d = {1: R(4, ["b"]), 2: R(5, [])}; self.axes = (); self.b = Bad(); self.l = [R(7, ["c"])]; self.u = Builtin()
    def forward(self, x):
        return self.r.scale(x) + self.d[x.dim()].n + sizes(x, self.axes) + len(self.l[0].names)
m = torch.jit.script(M())
print(m(torch.ones(2)), m.code)
class N(M):
    def forward(self, x): return self.b
class O(M):
    def forward(self, x): return self.u
for k in N, O:
    try: torch.jit.script(k())
    except Exception as e: print(type(e).__name__, str(e).split("\n")[1][:330])
