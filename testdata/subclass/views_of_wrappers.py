# A view of a tensor whose class has its own meaning of operators has a base of that class, and changes of one reach the gradient of the other.
import torch
from torch.testing._internal.two_tensor import TwoTensor


def two(**k):
    return TwoTensor(torch.arange(4.), torch.zeros(4), **k)


CALLS = {"view": lambda w: w.view(2, 2), "detach": lambda w: w.detach(), "slice": lambda w: w[1:], "unsqueeze": lambda w: w.unsqueeze(0),
         "view_as": lambda w: w.view_as(w), "add": lambda w: w + 1, "view of a view": lambda w: w.view(2, 2)[0], "expand": lambda w: w.expand(2, 4),
         "split": lambda w: w.split(2)[1], "unbind": lambda w: w.unbind()[0]}
for name, call in CALLS.items():
    for grad in (False, True):
        w = two().requires_grad_(grad)
        v = call(w)
        print(name, grad, v._is_view(), type(v._base).__name__, v._base is w, v.is_leaf, type(v.grad_fn).__name__)

w = two()
v = w.view(2, 2)
v.add_(1)
print(w.a, v._version, w._version)
leaf = two().requires_grad_()
w = leaf * 1
v = w.view(2, 2)
v.mul_(2)
print(type(w.grad_fn).__name__)
(w * 1).sum().backward()
print(leaf.grad)
leaf = two().requires_grad_()
w = leaf * 1
v = w[1:3]
w.mul_(3)
(v * 1).sum().backward()
print(leaf.grad)
