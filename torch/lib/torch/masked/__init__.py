"""Reductions and normalizations in which elements outside of a mask do not count."""

from torch.masked._ops import (
    _canonical_dim, _combine_input_and_mask, _input_mask, _output_mask, _reduction_identity, _where, amax, amin, argmax, argmin, cumprod, cumsum, log_softmax,
    logaddexp, logsumexp, mean, median, norm, normalize, prod, softmax, softmin, std, sum, var)

from torch.masked.maskedtensor.core import MaskedTensor, is_masked_tensor
from torch.masked.maskedtensor.creation import as_masked_tensor, masked_tensor

__all__ = [
    "amax", "amin", "argmax", "argmin", "as_masked_tensor", "cumprod", "cumsum", "is_masked_tensor", "log_softmax", "logaddexp", "logsumexp", "masked_tensor",
    "MaskedTensor", "mean", "median", "norm", "normalize", "prod", "softmax", "softmin", "std", "sum", "var",
]
