# Gradients of bags that are scaled by how often an index is there.
import torch
import torch.nn.functional as F

for mode in "sum", "mean":
    for padding in None, 1, -1:
        w = torch.arange(12.0).view(4, 3).requires_grad_()
        out = F.embedding_bag(torch.tensor([1, 1, 2, 1, 0, 2, 3]), w, torch.tensor([0, 2, 4]), mode=mode, scale_grad_by_freq=True, padding_idx=padding)
        out.sum().backward()
        print(mode, padding, w.grad)
