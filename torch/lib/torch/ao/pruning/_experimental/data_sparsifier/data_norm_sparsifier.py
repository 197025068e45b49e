"""Keeps the blocks of elements of tensors that are large."""
import operator

import torch
from torch.ao.pruning.sparsifier.weight_norm_sparsifier import _blocks_kept, _elements_kept

from .base_data_sparsifier import BaseDataSparsifier

__all__ = ["DataNormSparsifier"]


class DataNormSparsifier(BaseDataSparsifier):
    """sparsity_level of all blocks of a matrix are thinned out, those whose norms are smallest; in each of these zeros_per_block elements become zero."""

    def __init__(self, data_list=None, sparsity_level=0.5, sparse_block_shape=(1, 4), zeros_per_block=None, norm="L1"):
        if zeros_per_block is None:
            zeros_per_block = operator.mul(*sparse_block_shape)
        if norm not in ("L1", "L2"):
            raise AssertionError("only L1 and L2 norm supported at the moment")
        self.norm = norm
        super().__init__(data_list=data_list, sparsity_level=sparsity_level, sparse_block_shape=sparse_block_shape, zeros_per_block=zeros_per_block)

    def update_mask(self, name, data, sparsity_level, sparse_block_shape, zeros_per_block, **kwargs):
        inside = operator.mul(*sparse_block_shape)
        if zeros_per_block > inside:
            raise ValueError("Number of zeros per block cannot be more than the total number of elements in that block.")
        if zeros_per_block < 0:
            raise ValueError("Number of zeros per block should be positive.")
        size = data.abs() if self.norm == "L1" else data * data
        if size.dim() > 2:
            raise ValueError("only supports 2-D at the moment")
        if size.dim() < 2:  # a row
            size = size.reshape(1, -1)
        mask = self.get_mask(name=name)
        if sparsity_level <= 0 or zeros_per_block == 0:
            kept = torch.ones_like(size)
        else:
            kept = _blocks_kept(size, sparsity_level, sparse_block_shape) if sparsity_level < 1 else torch.zeros_like(size)
            if zeros_per_block != inside:
                kept = torch.logical_or(kept, _elements_kept(size, zeros_per_block, sparse_block_shape))
        mask.data = kept.to(torch.int8)
