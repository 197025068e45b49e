"""Comparison of two models."""

from torch._dynamo.testing import rand_strided
from torch._dynamo.utils import clone_inputs, same


class AccuracyError(Exception):
    pass


def same_two_models(gm, opt_gm, example_inputs, only_fwd=False, *, require_fp64=False, ignore_non_fp=False):
    """Tells whether two models give the same."""
    ref = gm(*clone_inputs(example_inputs))
    res = opt_gm(*clone_inputs(example_inputs))
    return same(ref, res, equal_nan=True, ignore_non_fp=ignore_non_fp)
