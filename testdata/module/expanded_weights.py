"""Gradients of each sample: modules called for them, expanded weights, and what they refuse."""

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils._expanded_weights import ExpandedWeight
from torch.nn.utils._expanded_weights.expanded_weights_utils import forward_helper, set_grad_sample_if_exists, standard_kwargs, sum_over_all_but_batch_and_last_n, unpack_expanded_weight_or_tensor
from torch.nn.utils._per_sample_grad import call_for_per_sample_grads

torch.manual_seed(0)


def tell(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e)[:200])


def check(name, module, x, reduction="sum", **kwargs):
    out = call_for_per_sample_grads(module, loss_reduction=reduction, **kwargs)(x)
    out = out[0] if isinstance(out, tuple) else out
    getattr(out, reduction)().backward()
    singly = []
    for i in range(x.size(0)):
        module.zero_grad()
        y = module(x[i:i + 1])
        y = y[0] if isinstance(y, tuple) else y
        (y.sum() if reduction == "sum" else y.mean()).backward()
        singly.append([p.grad.clone() for p in module.parameters()])
    same = [torch.allclose(p.grad_sample, torch.stack(g), atol=1e-5) for p, g in zip(module.parameters(), zip(*singly))]
    print(name, [tuple(p.grad_sample.shape) for p in module.parameters()], all(same))


check("linear", nn.Linear(3, 2), torch.randn(4, 3))
check("linear of three dimensions", nn.Linear(3, 2), torch.randn(4, 5, 3, requires_grad=True))
check("mean", nn.Linear(3, 2), torch.randn(4, 3), "mean")
check("conv1d", nn.Conv1d(2, 4, 3, padding=1), torch.randn(3, 2, 7))
check("conv2d", nn.Conv2d(2, 4, 3, stride=2, groups=2), torch.randn(3, 2, 7, 7))
check("conv2d same", nn.Conv2d(2, 4, 3, padding="same"), torch.randn(3, 2, 7, 7))
check("circular", nn.Conv2d(2, 4, 3, padding=1, padding_mode="circular"), torch.randn(3, 2, 5, 5))
check("conv3d", nn.Conv3d(1, 2, 2), torch.randn(2, 1, 3, 3, 3))
check("group norm", nn.GroupNorm(2, 4), torch.randn(3, 4, 5))
check("layer norm", nn.LayerNorm(4), torch.randn(3, 5, 4))
check("instance norm", nn.InstanceNorm1d(4, affine=True), torch.randn(3, 4, 5))
check("embedding", nn.Embedding(5, 3), torch.tensor([[0, 1], [1, 1], [4, 2]]))
check("network", nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.LayerNorm(4), nn.Linear(4, 2)), torch.randn(5, 3))

check("gru", nn.GRU(3, 2, 2, batch_first=True, bidirectional=True), torch.randn(3, 4, 3))
check("rnn", nn.RNN(3, 2, batch_first=True, bias=False), torch.randn(3, 4, 3))

linear, x = nn.Linear(3, 2), torch.randn(4, 3, requires_grad=True)
call_for_per_sample_grads(linear)(x).sum().backward()
print(linear.weight.grad, x.grad.shape, x.grad.equal(linear.weight.detach().sum(0).expand(4, 3)))
tell(lambda: call_for_per_sample_grads(linear)(x))
for bad in (lambda: call_for_per_sample_grads(1), lambda: call_for_per_sample_grads(nn.Linear(1, 1), batch_size="a"), lambda: call_for_per_sample_grads(nn.Linear(1, 1), batch_size=0),
            lambda: call_for_per_sample_grads(nn.Linear(1, 1), loss_reduction="max"), lambda: call_for_per_sample_grads(nn.BatchNorm1d(3))(torch.randn(2, 3)),
            lambda: call_for_per_sample_grads(nn.Linear(3, 2))(torch.randn(3)), lambda: call_for_per_sample_grads(nn.Linear(3, 2), batch_size=5)(torch.randn(4, 3)),
            lambda: call_for_per_sample_grads(nn.Linear(3, 2))(1)):
    tell(bad)

w = torch.randn(2, 3, requires_grad=True)
e = ExpandedWeight(w, 4, loss_reduction="sum")
print(e.shape, e.dtype, e.device, e.batch_size, e.loss_reduction, e.orig_weight is w, isinstance(e, torch.Tensor))
F.linear(torch.ones(4, 3), e).sum().backward()
print(w.grad_sample.shape, w.grad)
for bad in (lambda: ExpandedWeight(1, 2, "sum"), lambda: ExpandedWeight(torch.ones(1), 2, "sum"), lambda: torch.add(e, 1), lambda: F.linear(torch.ones(3, 3), e), lambda: F.linear(e, e), lambda: F.linear(torch.ones(4, 3), e, ExpandedWeight(torch.ones(2, requires_grad=True), 4, "mean")),
            lambda: F.linear(torch.ones(4, 3), e, torch.ones(2, requires_grad=True)).sum().backward(), lambda: F.linear(torch.ones(0, 3), e)):
    tell(bad)
print(standard_kwargs(("bias", "alpha"), (1, 2, 3, 4)), sum_over_all_but_batch_and_last_n(torch.ones(2, 3, 4, 5), 1), sum_over_all_but_batch_and_last_n(torch.ones(2, 3), 1).shape)
print(unpack_expanded_weight_or_tensor(e) is w, unpack_expanded_weight_or_tensor(torch.ones(2), lambda t: t + 1), forward_helper(F.linear, (torch.ones(4, 3), e), {}).shape)
tell(lambda: unpack_expanded_weight_or_tensor(torch.ones(2, requires_grad=True)))
p = torch.ones(2, requires_grad=True)
for _ in range(2):
    set_grad_sample_if_exists(ExpandedWeight(p, 3, "mean"), lambda t: torch.ones(3, 2))
print(p.grad_sample)
