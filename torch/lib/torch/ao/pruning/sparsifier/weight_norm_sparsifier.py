"""Keeps the blocks of elements that are large."""
import operator

import torch
import torch.nn.functional as F

from .base_sparsifier import BaseSparsifier

_NORMS = {1: torch.abs, 2: lambda x: x * x}


def _blocks_kept(size, level, shape):
    """[height, width]: which blocks of the sizes `size` are not thinned out at a level."""
    means = F.avg_pool2d(size[None, None], shape, shape, ceil_mode=True)[0, 0]
    n = means.numel()
    smallest = torch.topk(means.flatten(), max(0, min(n - 1, int(round(level * n)))), largest=False).indices
    kept = torch.ones(n, dtype=size.dtype).scatter(0, smallest, 0).view(means.shape)
    return kept.repeat_interleave(shape[0], 0).repeat_interleave(shape[1], 1)[: size.size(0), : size.size(1)]


def _elements_kept(size, zeros, shape):
    """[height, width]: all but the smallest elements of each block; those beyond the edge count as the largest."""
    height, width = size.shape
    padded = F.pad(size, (0, -width % shape[1], 0, -height % shape[0]), value=float("nan"))
    blocks = F.unfold(padded[None, None], shape, stride=shape)
    smallest = torch.topk(blocks, zeros, dim=1, largest=False).indices
    kept = torch.ones_like(blocks).scatter(1, smallest, 0)
    return F.fold(kept, padded.shape, shape, stride=shape)[0, 0, :height, :width]


class WeightNormSparsifier(BaseSparsifier):
    """sparsity_level of all blocks are thinned out, those whose norms are smallest; in each of these zeros_per_block elements become zero."""

    def __init__(self, sparsity_level=0.5, sparse_block_shape=(1, 4), zeros_per_block=None, norm=None):
        if zeros_per_block is None:
            zeros_per_block = operator.mul(*sparse_block_shape)
        norm = 2 if norm is None else norm
        if callable(norm):
            self.norm_fn = norm
        elif norm in _NORMS:
            self.norm_fn = _NORMS[norm]
        else:
            raise NotImplementedError(f"L-{norm} is not yet implemented.")
        super().__init__(defaults={"sparsity_level": sparsity_level, "sparse_block_shape": sparse_block_shape, "zeros_per_block": zeros_per_block})

    def update_mask(self, module, tensor_name, sparsity_level, sparse_block_shape, zeros_per_block, **kwargs):
        inside = operator.mul(*sparse_block_shape)
        if zeros_per_block > inside:
            raise ValueError("Number of zeros per block cannot be more than the total number of elements in that block.")
        if zeros_per_block < 0:
            raise ValueError("Number of zeros per block should be positive.")
        mask = getattr(module.parametrizations, tensor_name)[0].mask
        if sparsity_level <= 0 or zeros_per_block == 0:
            mask.data = torch.ones_like(mask)
        elif sparsity_level >= 1 and zeros_per_block == inside:
            mask.data = torch.zeros_like(mask)
        else:
            size = self.norm_fn(getattr(module, tensor_name))
            kept = _blocks_kept(size, sparsity_level, sparse_block_shape) if sparsity_level < 1 else torch.zeros_like(size)
            if zeros_per_block != inside:
                kept = torch.logical_or(kept, _elements_kept(size, zeros_per_block, sparse_block_shape))
            mask.data = kept.to(mask.dtype)
