"""Arguments of checks: other values of the same kinds, and calls that draw the same random numbers."""

import torch
from torch.utils._pytree import tree_map_only

__all__ = ["randomized", "seeded"]


def seeded(f, *args, **kwargs):
    """The result of a call that begins with the generator in one state."""
    torch.manual_seed(42)
    return f(*args, **kwargs)


def randomized(args):
    """Arguments with random values in the place of floating-point tensors; others are handed on."""

    def other(t):
        if not t.is_floating_point() and not t.is_complex():
            return t
        with torch.no_grad():
            drawn = torch.rand_like(t)
        return drawn.requires_grad_(t.requires_grad)

    return tree_map_only(torch.Tensor, other, args)
