# What hooks of nodes and modules see and may give back, hooks of the old kind, and results of custom functions that are their inputs.
import warnings

import torch
import torch.nn as nn
from torch.autograd import Function

warnings.simplefilter("ignore")
x = torch.ones(1, 2, requires_grad=True)


def attempt(run):
    x.grad = None
    try:
        run()
        print(None if x.grad is None else x.grad.tolist())
    except Exception as e:
        print(f"{type(e).__name__}: {str(e)[:100]}")


def shapes(grads):
    return [None if g is None else tuple(g.shape) for g in grads]


for y in (x * 2, torch.addmm(torch.ones(2, requires_grad=True), x, torch.ones(2, 2)), torch.where(x > 0, x, 0.0), x.index_add(0, torch.tensor([0]), x.detach()), x.clamp(0, 1)):
    y.grad_fn.register_hook(lambda gi, go: print(y.grad_fn.name(), shapes(gi), shapes(go)))
    y.sum().backward()
for given in (torch.ones(1, 2), (torch.ones(3), None), (torch.ones(1, 2).double(), None), (torch.ones(1, 2) * 5, None), (torch.ones(1, 2), torch.ones(1)), (None, None)):
    y = x * 2
    y.grad_fn.register_hook(lambda gi, go: given)
    attempt(lambda: y.sum().backward())
for given in ((torch.ones(3),), (torch.ones(1, 2) * 5,), (None,), (torch.ones(1, 2), None)):
    y = x * 2
    y.grad_fn.register_prehook(lambda go: given)
    attempt(lambda: y.sum().backward())

layer = nn.Linear(2, 1)
nn.init.ones_(layer.weight)
for given in (None, (None,), (), (torch.ones(1, 2) * 3,)):
    with layer.register_full_backward_hook(lambda m, gi, go: given):
        attempt(lambda: layer(x).sum().backward())
for given in ((torch.ones(1, 1) * 3,), (torch.ones(1, 1), None)):
    with layer.register_full_backward_pre_hook(lambda m, go: given):
        attempt(lambda: layer(x).sum().backward())
attempt(lambda: layer.register_backward_hook(lambda *a: None))
old = nn.Sigmoid()
old.register_backward_hook(lambda m, gi, go: (gi[0] * 5,))
attempt(lambda: old(x).sum().backward())
attempt(lambda: old.register_full_backward_hook(lambda *a: None))


class Same(Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, g):
        return g


class Changed(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        x.add_(1)
        return x

    @staticmethod
    def backward(ctx, g):
        return g * 2


class Halves(Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.mark_non_differentiable(y)
        return x * 2, y

    @staticmethod
    def backward(ctx, g, h):
        return g * 2, None


same = Same.apply(x)
print(same is x, same._is_view(), same._base is x, same.grad_fn.name())
attempt(lambda: same.add_(1))
attempt(lambda: x.view(2).add_(1))
print([c.__name__ for c in Same.__mro__], type(Same).__name__)
kept = x * 1
print(Changed.apply(kept) is kept, kept._version, kept.grad_fn.name())
whole = x * 1
Changed.apply(whole[0])
print(whole.grad_fn.name(), whole.tolist())
attempt(lambda: whole.sum().backward())
doubled, other = Halves.apply(x, torch.ones(1, requires_grad=True))
print(doubled.requires_grad, other.requires_grad)
