# What the nodes of values are called that were changed in place, or that losses and layers give.
import torch
import torch.nn.functional as F
from torch import nn

x = torch.arange(1.0, 4.0, requires_grad=True)
m = torch.ones(3, 3, requires_grad=True)
changes = (
    lambda y: y.clamp_min_(0), lambda y: y.clamp_max_(torch.zeros(3)), lambda y: torch.threshold_(y, 0, 0), lambda y: y.squeeze_(0), lambda y: y.fill_(1),
    lambda y: y.fill_(torch.tensor(1.0)), lambda y: F.leaky_relu_(y), lambda y: F.elu_(y), lambda y: F.celu_(y), lambda y: F.selu_(y), lambda y: y.unsqueeze_(0),
    lambda y: y.bernoulli_(0.5), lambda y: y.scatter_(0, torch.tensor([0]), 1.0), lambda y: y.mvlgamma_(1), lambda y: y.square_(), lambda y: F.relu6(y, inplace=True),
    lambda y: y.addmv_(torch.ones(3, 3), torch.ones(3)), lambda y: F.dropout(y, inplace=True), lambda y: y.copy_(torch.ones(3)))
print([f(x * 2).grad_fn.name() for f in changes])
print([f(m * 2).grad_fn.name() for f in (lambda y: y.t_(), lambda y: y.transpose_(0, 1), lambda y: y.as_strided_((3,), (1,)), lambda y: y.renorm_(1, 0, 1))])
t = torch.ones(3)
losses = (
    F.kl_div(m * 2, m.detach(), reduction="batchmean"), F.kl_div(x[0], t[0], reduction="batchmean"), F.margin_ranking_loss(x, t, t.long(), reduction="none"),
    F.gaussian_nll_loss(x, t, t, reduction="none"), F.gaussian_nll_loss(x, t, t, full=True, reduction="none"), F.triplet_margin_loss(m, m, m, reduction="none"),
    F.cross_entropy(m, m.detach(), reduction="sum"))
print([loss.grad_fn.name() for loss in losses])
for cell in (nn.RNNCell, nn.LSTMCell, nn.GRUCell):
    out = cell(3, 2)(t)
    out = out[0] if isinstance(out, tuple) else out
    print(out.grad_fn.name(), out.shape)
for affine in (True, False):
    print(nn.BatchNorm1d(3, affine=affine)(torch.ones(0, 3, requires_grad=True)).grad_fn.name())
print(nn.Conv1d(1, 1, 2, dtype=torch.complex64)(torch.ones(1, 1, 4, dtype=torch.complex64)).grad_fn.name())
print(F.rms_norm(torch.ones(4, 5).t(), (4,)).stride())
image = torch.ones(2, 3, 6, 6).contiguous(memory_format=torch.channels_last).requires_grad_()
for layer in (nn.MaxPool2d(2), nn.AdaptiveMaxPool2d(2), nn.AdaptiveAvgPool2d(2), nn.BatchNorm2d(3).eval()):
    print(torch.autograd.grad(layer(image).sum(), image)[0].stride())
for weight in (torch.ones(3, dtype=torch.half), torch.ones(3, 1)):
    try:
        F.cross_entropy(m, torch.tensor([0, 1, 2]), weight=weight)
    except RuntimeError as e:
        print(e)
