"""How masked tensors are made."""
from .core import MaskedTensor, _FromParts


def masked_tensor(data, mask, requires_grad=False):
    """A new leaf."""
    return MaskedTensor(data, mask, requires_grad)


def as_masked_tensor(data, mask):
    """data seen through a mask; gradients go on to data."""
    return _FromParts.apply(data, mask)
