"""Dataclasses in scripts: constructors, equality and order that dataclasses made."""
import torch, dataclasses
from typing import Optional
@dataclasses.dataclass(init=False)
class S:
    a: torch.Tensor
    n: int
    w: Optional[torch.Tensor] = None
    def __init__(self, a: torch.Tensor, n: int, w: Optional[torch.Tensor] = None):
        self.a = a; self.n = n; self.w = w
S = torch.jit.script(S)
@torch.jit.script
@dataclasses.dataclass
class P:
    x: int
    y: float = 2.0
    def total(self) -> float:
        return self.x + self.y
@torch.jit.script
def f(x: torch.Tensor, n: int):
    s = S(x, n)
    p = P(n, 3.0)
    return s.a * s.n + p.total()
print(f(torch.ones(2), 3))
@torch.jit.script
def eq(n: int):
    return P(n, 1.0) == P(2, 1.0)
print(eq(2), eq(3))
@dataclasses.dataclass(order=True)
class O:
    x: int
    y: int
torch.jit.script(O)
@torch.jit.script
def lt(a: int, b: int): return O(a, 1) < O(b, 2), O(a, b) >= O(a, b)
print(lt(1, 2), lt(3, 2))
