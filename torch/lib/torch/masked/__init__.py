"""Reductions and normalizations in which elements outside of a mask do not count."""

from torch._absent import Absent
from torch.masked._ops import (
    _canonical_dim, _combine_input_and_mask, _input_mask, _output_mask, _reduction_identity, _where, amax, amin, argmax, argmin, cumprod, cumsum, log_softmax,
    logaddexp, logsumexp, mean, median, norm, normalize, prod, softmax, softmin, std, sum, var)

as_masked_tensor = Absent("torch.masked.as_masked_tensor")
masked_tensor = Absent("torch.masked.masked_tensor")
MaskedTensor = Absent("torch.masked.MaskedTensor")


def is_masked_tensor(obj, /):
    return False


__all__ = [
    "amax", "amin", "argmax", "argmin", "as_masked_tensor", "cumprod", "cumsum", "is_masked_tensor", "log_softmax", "logaddexp", "logsumexp", "masked_tensor",
    "MaskedTensor", "mean", "median", "norm", "normalize", "prod", "softmax", "softmin", "std", "sum", "var",
]
