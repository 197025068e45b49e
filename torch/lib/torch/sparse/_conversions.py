"""Sparse tensors in other sparse layouts. Every element that is specified stays so, zeros too."""
import torch

from ._compressed import CompressedTensor, _dense, _layout_named, _picked, compress, is_compressed
from ._coo import SparseTensor


def convert(s, layout, blocksize=None):
    return _Converted.apply(s, str(layout), blocksize)


class _Converted(torch.autograd.Function):
    @staticmethod
    def forward(ctx, s, layout, blocksize):
        ctx._node_name = "ToSparseBackward0"
        ctx.given = s if is_compressed(s) else s.coalesce()
        return _converted(ctx.given.detach(), _layout_named(layout), blocksize)

    @staticmethod
    def backward(ctx, g):
        s, g = ctx.given, g if g.layout is torch.strided else g.to_dense()
        if is_compressed(s):
            return _picked(s, g), None, None
        return SparseTensor(s._at, g[tuple(s._at)], s.size(), True), None, None


def _converted(s, layout, blocksize):
    at, dense = specified(s), s.to_dense()
    if layout is torch.sparse_coo:
        places = at.nonzero().t()
        return SparseTensor(places, dense[tuple(places)], s.size(), True)
    return compress(dense, layout, blocksize, s.dense_dim(), at)


def specified(s):
    """Where a sparse tensor has elements: true or false for each place of its sparse dimensions, and of a batch."""
    if is_compressed(s):
        at = _dense(CompressedTensor(s._compressed, s._plain, torch.ones(s._of.shape, dtype=torch.bool), s.size(), s._kind))
        return at if s.dense_dim() == 0 else at.flatten(-s.dense_dim()).any(-1)
    at = torch.zeros(s.shape[:s.sparse_dim()], dtype=torch.bool)
    at[tuple(s._at)] = True
    return at
