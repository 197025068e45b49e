"""Products of matrices of few bits with scales: what the scales belong to is said by lists of recipes."""
import enum

import torch


class _ScalingType(enum.IntEnum):
    TensorWise = 0
    RowWise = 1
    BlockWise1x16 = 2
    BlockWise1x32 = 3
    BlockWise1x128 = 4
    BlockWise128x128 = 5

    def __str__(self):
        return f"_ScalingType.{self.name}"


class _SwizzleType(enum.IntEnum):
    NO_SWIZZLE = 0
    SWIZZLE_32_4_4 = 1

    def __str__(self):
        return f"_SwizzleType.{self.name}"


_ScalingType.__module__ = _SwizzleType.__module__ = "torch.nn.functional"


def _listed(value):
    return [] if value is None else list(value) if isinstance(value, (list, tuple)) else [value]


def _numbers(values):
    return [int(value) for value in _listed(values)]


def scaled_mm(mat_a, mat_b, scale_a, scale_recipe_a, scale_b, scale_recipe_b, swizzle_a=None, swizzle_b=None, bias=None,
              output_dtype=torch.bfloat16, contraction_dim=(), use_fast_accum=False):
    """The product of two matrices and their scales, in output_dtype."""
    return torch._scaled_mm_v2(mat_a, mat_b, _listed(scale_a), _numbers(scale_recipe_a), _numbers(swizzle_a), _listed(scale_b), _numbers(scale_recipe_b),
                               _numbers(swizzle_b), bias, output_dtype, list(contraction_dim), use_fast_accum)
