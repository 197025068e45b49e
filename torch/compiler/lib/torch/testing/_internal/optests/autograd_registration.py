"""Whether the derivative of an operator is registered where transforms see it."""

import contextlib

import torch
from torch.utils import _pytree as pytree


@contextlib.contextmanager
def set_autograd_fallback_mode(mode):
    before = torch._C._get_autograd_fallback_mode()
    torch._C._set_autograd_fallback_mode(mode)
    try:
        yield
    finally:
        torch._C._set_autograd_fallback_mode(before)


def autograd_registration_check(op, args, kwargs):
    """Fails for an operator whose results have a history although no key of autograd has a kernel of it."""
    assert isinstance(op, torch._ops.OpOverload)
    tensors = [x for x in pytree.tree_leaves((args, kwargs)) if isinstance(x, torch.Tensor)]
    if not any(x.requires_grad for x in tensors):
        raise RuntimeError("autograd_registration_check: no inputs have requires_grad=True so we are unable to actually perform this test. Please pass inputs that do require grad.")
    torch.testing._opcheck.test_autograd_registration(op, args, kwargs)
