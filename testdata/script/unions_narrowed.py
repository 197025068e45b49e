"""Unions of tensors and classes: isinstance narrows a variable on both sides, and what follows knows it."""
import torch
from typing import Union, Optional, Tuple
from torch import Tensor
@torch.jit.script
class Sp:
    def __init__(self, x: Tensor): self.x = x
    def size(self, d: int) -> int: return self.x.size(d)
Adj = Union[Tensor, Sp]
OptT = Optional[Tensor]
PairT = Tuple[Tensor, Tensor]
class M(torch.nn.Module):
    def forward(self, x: Union[Tensor, PairT], e: Adj, w: OptT = None) -> Tensor:
        if isinstance(x, Tensor):
            x = (x, x)
        if isinstance(e, Tensor):
            return x[0] + e
        elif isinstance(e, Sp):
            return x[0] * e.size(0)
        return x[1]
m = torch.jit.script(M())
print(m(torch.ones(2), torch.ones(2)))
print(m.code)
