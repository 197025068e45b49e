"""Masked tensors under where, unfold and indices, and their rows in print; capsules of DLPack; per-sample gradients of padding; nodes of bilinear forms."""
import warnings

import torch
from torch import nn
from torch.futures import Future
from torch.masked import masked_tensor
from torch.nn.utils._per_sample_grad import call_for_per_sample_grads

warnings.simplefilter("ignore")


def told(what, f):
    try:
        print(what, f())
    except Exception as e:
        print(what, type(e).__name__, str(e).split("\n")[0][:120])


d, k = torch.arange(6.).reshape(2, 3), torch.tensor([[True, False, True], [False, False, True]])
m = masked_tensor(d, k)
told("where", lambda: torch.where(k, m, masked_tensor(-d, ~k)))  # each element has the mask of where it comes from
told("where with a plain one", lambda: torch.where(k, m, d))
told("where with a number", lambda: torch.where(k, m, 0.))
told("unfold", lambda: m.unfold(1, 2, 1))
told("a mask as index", lambda: m[k])
told("places as index", lambda: m[torch.tensor([0])])
told("csr", lambda: m.to_sparse_csr())
told("diagonal", lambda: m.diagonal())
told("number minus masked", lambda: 1 - m)
told("wide rows", lambda: masked_tensor(torch.tensor([1.0, 2.0, 12345678.25]), torch.tensor([True, False, True])))

x = torch.arange(6.).reshape(2, 3)
name = lambda capsule: repr(capsule).split('"')[1]
print([name(x.__dlpack__(max_version=v)) for v in (None, (0, 8), (1, 0), (1, 3))], type(x.__dlpack__()))
c = x.__dlpack__(max_version=(1, 0))
print(torch.utils.dlpack.from_dlpack(c).shape, name(c))
told("stream of text", lambda: x.__dlpack__(stream="a"))
told("stream 1", lambda: x.__dlpack__(stream=1))
told("stream -1", lambda: name(x.__dlpack__(stream=-1)))
print(list(torch.utils.dlpack.DLDeviceType)[3:6])
told("futures", lambda: Future(devices=["cuda:0", "cpu"]))

e = nn.Embedding(5, 3, padding_idx=0)
call_for_per_sample_grads(e, loss_reduction="sum")(torch.tensor([[0, 1], [2, 2]])).sum().backward()
print(e.weight.grad_sample.shape, e.weight.grad_sample.sum(-1))

b = nn.Bilinear(2, 3, 4)
y = b(torch.ones(5, 2), torch.ones(5, 3))
print(y.grad_fn.name(), y.grad_fn.next_functions[0][0].name(), y.grad_fn.next_functions[0][0].next_functions[0][0].name())
g = torch.autograd.grad(y.sum(), list(b.parameters()))
print([t.shape for t in g], g[0].sum().item(), y.shape, b(torch.ones(2), torch.ones(3)).shape, b(torch.ones(0, 2), torch.ones(0, 3)).shape)
