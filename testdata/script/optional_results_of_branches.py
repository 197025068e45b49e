"""Results of branches that may be None get the type that both sides give where calls are inlined: questions whether they are None have answers."""
import re
from typing import Optional

import torch


class Bias(torch.nn.Module):
    def forward(self, x: torch.Tensor, mask: Optional[torch.Tensor] = None, bias: Optional[torch.Tensor] = None):
        if bias is None:
            bias = torch.zeros(2)
        if mask is not None:
            bias = bias + mask
        return x + bias, bias, (x, x)


class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = Bias()

    def forward(self, x: torch.Tensor, m: torch.Tensor, bias: Optional[torch.Tensor]):
        x, bias, _ = self.a(x, m if bias is None else None, bias)
        return x, bias


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = Block(), Block()

    def encode(self, x: torch.Tensor):
        b: Optional[torch.Tensor] = None
        x, b = self.a(x, x, b)
        x, b = self.b(x, x, b)
        return x

    def forward(self, x: torch.Tensor):
        return self.encode(x)


scripted = torch.jit.script(Model())
for graph in (scripted.inlined_graph, scripted.encode.inlined_graph):
    print(re.sub(r" # .*", "", str(graph)))
print(scripted(torch.ones(2)))
g = torch._C.parse_ir("""
graph(%c : bool, %i : int, %j : int?):
  %n : NoneType = prim::Constant()
  %k : int?, %b : int?, %d : int?, %e : int? = prim::If(%c)
    block0():
      -> (%i, %n, %j, %i)
    block1():
      -> (%i, %n, %i, %n)
  %c2 : bool = aten::__is__(%b, %n)
  %c3 : bool = aten::__is__(%k, %n)
  %c4 : bool = aten::__is__(%d, %n)
  %c5 : bool = aten::__is__(%e, %n)
  %l : bool[] = prim::ListConstruct(%c2, %c3, %c4, %c5)
  return (%l)
""")
torch._C._jit_pass_peephole(g)
print(g)
