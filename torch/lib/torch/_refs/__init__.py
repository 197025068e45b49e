"""Functions of torch written in other ones: those that graphs call."""

import torch


def tensor(data, *, dtype=None, device=None, pin_memory=False, requires_grad=False):
    """torch.tensor of numbers and tensors of one element that a graph computes."""
    return torch.tensor(data, dtype=dtype, device=device, requires_grad=requires_grad)
