"""Gradients of cosine_similarity where a length lies under its bound."""
import torch
import torch.nn.functional as F

for s in (1.0, 1e-9, 0.0):
    x = (torch.tensor([[3.0, 4.0]]) * s).requires_grad_()
    y = torch.tensor([[1.0, 2.0]], requires_grad=True)
    o = F.cosine_similarity(x, y)
    o.sum().backward()
    print(o, x.grad, y.grad)
