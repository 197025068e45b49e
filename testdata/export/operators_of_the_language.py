# a & b and its like are operators of their own in recordings; attention gives its results in the order of the queries, so that they need no copy.
import torch
import torch.nn.functional as F
from torch import nn


class Bits(nn.Module):
    def forward(self, y):
        n = y.long()
        return (y & y), y | True, y ^ y, ~y, n << 1, n >> 1, y & 1, torch.bitwise_and(y, y), n << n


args = (torch.tensor([True, False]),)
e = torch.export.export(Bits(), args)
print(e.graph_module.code)
print([torch.equal(a, b) for a, b in zip(e.module()(*args), Bits()(*args))])
print(e.run_decompositions().graph_module.code)
print(torch.jit.trace(lambda y, n: (y & y, y | y, y ^ y, n & 1, n << 1, n >> n), (torch.tensor([True]), torch.tensor([1]))).code)


class Attends(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(6, 6)

    def forward(self, x):
        q = self.l(x).view(2, 4, 2, 3).transpose(1, 2)
        o = F.scaled_dot_product_attention(q, q, q, is_causal=True)
        return o.transpose(1, 2).contiguous().view(2, 4, 6)


x = torch.ones(2, 4, 6)
print(torch.export.export(Attends(), (x,)).graph_module.code)
print([str(n.output().type()) for n in torch.jit.trace(Attends(), x).graph.nodes() if n.kind() in ("aten::scaled_dot_product_attention", "aten::contiguous")])
