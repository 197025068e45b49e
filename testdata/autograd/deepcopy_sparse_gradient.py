"""Deep copies of leaves take their gradient along, also one that is sparse."""
import copy

import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
x.grad = torch.tensor([0.0, 3.0]).to_sparse()
y = copy.deepcopy(x)
print(y, y.grad, y.grad is x.grad)
x.grad = torch.arange(4.0).reshape(2, 2)[:, 0]
print(copy.deepcopy(x).grad, copy.deepcopy(x).grad.stride())
t = torch.ones(2)
with torch.autograd._unsafe_preserve_version_counter(t):
    t.add_(1)
print(t, t._version)
