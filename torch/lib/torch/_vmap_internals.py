"""The old place of vmap."""

import functools
import warnings

import torch


def vmap(func, in_dims=0, out_dims=0):
    warnings.warn("Please use torch.vmap instead of torch._vmap_internals.vmap.", FutureWarning, stacklevel=2)
    return _vmap(func, in_dims, out_dims)


def _vmap(func, in_dims=0, out_dims=0, allow_none_pass_through=False):
    return torch.func.vmap(func, in_dims, out_dims)
