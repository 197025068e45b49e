"""Tensors with a mask, which says which elements there are."""
from .core import MaskedTensor, is_masked_tensor
from .creation import as_masked_tensor, masked_tensor
