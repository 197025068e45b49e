# Tensors split by sizes are one operator however it is called; attention multiplies what is given more than once by one weight.
import warnings

import torch
from torch import nn
from torch.fx.experimental.proxy_tensor import make_fx

warnings.simplefilter("ignore")


def split(x):
    return x.split([1, 2]), torch.split(x, [1, 2]), x.split(2), torch.Tensor.split(x, [2, 1])


print(make_fx(split)(torch.ones(3, 4)).code)
print(make_fx(lambda x: torch.ops.aten.split.sizes(x, [1, 2]), pre_dispatch=True)(torch.ones(3)).code)


class Attention(nn.Module):
    def __init__(self, need_weights, **kw):
        super().__init__()
        self.m = nn.MultiheadAttention(4, 2, **kw)
        self.need_weights = need_weights

    def forward(self, q, k, v=None):
        return self.m(q, k, k if v is None else v, need_weights=self.need_weights)[0]


class OfItself(Attention):
    def forward(self, q):
        return super().forward(q, q, q)


q, k = torch.ones(2, 3, 4), torch.ones(5, 3, 4)
for need_weights in (False, True):
    print(torch.export.export(OfItself(need_weights, batch_first=need_weights), (q,)).graph_module.code)
    print(torch.export.export(Attention(need_weights, bias=need_weights), (q, k)).graph_module.code)
    print(torch.export.export(Attention(need_weights), (q, k, k + 1)).graph_module.code)

m = OfItself(True)
with torch.no_grad():
    for i, p in enumerate(m.parameters()):
        p.copy_(torch.arange(p.numel()).view(p.shape).remainder(5 + i) / 7 - 0.3)
x = (torch.arange(24.0).view(2, 3, 4) / 9).requires_grad_()
out = m(x)
out.square().sum().backward()
print([round(v, 3) for v in out.flatten().tolist()[:6]], [round(v, 3) for v in x.grad.flatten().tolist()[:6]])
with torch.no_grad():
    other = Attention(True)
    other.load_state_dict(m.state_dict())
    print(torch.allclose(other(x, x.clone(), x.clone()), out), torch.allclose(other(x, x.clone()), out))
