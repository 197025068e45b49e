"""Pooling that gives indices as well, under names of its own; graphs have each as one operator."""

import torch
from torch._C import _functional
from torch.overrides import handle_torch_function, has_torch_function_unary

__all__ = ["adaptive_max_pool1d_with_indices", "adaptive_max_pool2d_with_indices", "adaptive_max_pool3d_with_indices",
           "max_pool1d_with_indices", "max_pool2d_with_indices", "max_pool3d_with_indices"]


def _of_windows(pool):
    def pooled(input: torch.Tensor, kernel_size, stride=None, padding=0, dilation=1, ceil_mode: bool = False, return_indices: bool = False) -> tuple[torch.Tensor, torch.Tensor]:
        if has_torch_function_unary(input):
            return handle_torch_function(
                pooled, (input,), input, kernel_size, stride=stride, padding=padding, dilation=dilation, ceil_mode=ceil_mode, return_indices=return_indices)
        return pool(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices=True)

    return pooled


def _to_size(pool):
    def pooled(input: torch.Tensor, output_size, return_indices: bool = False) -> tuple[torch.Tensor, torch.Tensor]:
        if has_torch_function_unary(input):
            return handle_torch_function(pooled, (input,), input, output_size, return_indices=return_indices)
        return pool(input, output_size, return_indices=True)

    return pooled


def _enter():
    for name in __all__:
        pool = getattr(_functional, name.removesuffix("_with_indices"))
        pooled = (_to_size if name.startswith("adaptive") else _of_windows)(pool)
        pooled.__name__ = pooled.__qualname__ = name
        pooled.__module__ = "torch.nn.functional"
        globals()[name] = pooled


_enter()
