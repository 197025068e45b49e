"""Functions without changes in place, by the level that keeps them away."""

import torch
from torch.utils._pytree import tree_map_only

__all__ = ["dispatch_functionalize"]


def dispatch_functionalize(func, mode=None):
    """func on functional stand-ins of its tensors; what it changes of its arguments stays with these."""
    def inner(*args, **kwargs):
        args, kwargs = tree_map_only(torch.Tensor, torch._to_functional_tensor, (args, kwargs))
        torch._enable_functionalization(reapply_views=True)
        try:
            outs = func(*args, **kwargs)
        finally:
            torch._disable_functionalization()
        return tree_map_only(torch.Tensor, _from_functional, outs)

    return inner


def _from_functional(t):
    torch._sync(t)
    return torch._from_functional_tensor(t)
