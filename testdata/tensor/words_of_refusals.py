# What is said where a change in place does not fit, where a device is missing, and where a file or a mask is none.
import io

import torch
from torch import nn
from torch.nn.utils import prune, rnn


def refused(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e).split(". ")[0])


x = torch.ones(2, dtype=torch.long)
for change in (
        lambda t: t.clamp_(1.5), lambda t: t.clamp_(torch.ones(2)), lambda t: t.clamp_min_(1.5), lambda t: t.cumsum_(0, dtype=torch.float), lambda t: t.ldexp_(torch.ones(2)),
        lambda t: t.float_power_(2), lambda t: t.mvlgamma_(1), lambda t: t.polygamma_(1), lambda t: t.exp_()):
    refused(lambda: change(x))
for device in ("mps", "xla", "hpu", "cuda", "xpu"):
    refused(lambda: torch.ones(1, device=device))
    refused(lambda: torch.tensor([1.0], device=device))
refused(lambda: torch.ones(1).xpu())
refused(lambda: torch.load(3))
refused(lambda: torch.nested.nested_tensor((torch.ones(1),)))
refused(lambda: prune.custom_from_mask(nn.Linear(4, 3), "weight", torch.ones(4)))
refused(lambda: rnn.pack_padded_sequence(torch.ones(3, 2), torch.tensor([[3, 2]])))
refused(lambda: nn.Sequential(nn.ReLU()).set_submodule("0", 3))
refused(lambda: nn.Sequential(nn.Linear(1, 1)).set_submodule("0.bias", nn.ReLU()))
refused(lambda: torch.ones(3, 4).masked_fill(torch.ones(5, dtype=torch.bool), 0))
refused(lambda: (torch.ones(2, requires_grad=True) * 2).backward(inputs=[]))
for low, high in ((3.0, 4.0), (-4.0, -3.0), (-0.5, 0.1)):
    torch.manual_seed(2)
    print(nn.init.trunc_normal_(torch.empty(3), 0.0, 1.0, low, high), torch.rand(1))
y = torch.ones(2, 1)
print(y.t_()._version, y.detach_()._version, y.resize_(3)._version)


class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, t):
        ctx.save_for_backward(t)
        return t * 2

    @staticmethod
    def backward(ctx, g):
        return g * 2


z = torch.ones(2, requires_grad=True)
out = Twice.apply(z).sum()
out.backward()
out.backward()
print(z.grad)
