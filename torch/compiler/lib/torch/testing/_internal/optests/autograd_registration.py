"""An operator's derivative, which has to be registered with it."""

import torch
from torch.testing._opcheck import test_autograd_registration
from torch.utils._pytree import tree_leaves

__all__ = ["autograd_registration_check"]


def autograd_registration_check(op, args, kwargs):
    """Raises where results of an operator do not require grad though an argument does."""
    assert isinstance(op, torch._ops.OpOverload), f"Expected op to be OpOverload, got {type(op)}"
    if not any(isinstance(a, torch.Tensor) and a.requires_grad for a in tree_leaves((args, kwargs))):
        raise RuntimeError("autograd_registration_check: no inputs have requires_grad=True so we are unable to actually perform this test. Please pass inputs that do require grad.")
    test_autograd_registration(op, args, kwargs)
