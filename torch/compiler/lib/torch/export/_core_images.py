"""Paddings, what undoes pooling, and elements behind a mask in terms of the core operators."""

import math

import torch

from ._core import _instead_of, scalar
from ._core_shapes import _range

aten = torch.ops.aten


def _padded(place):
    """A padding of the last dimensions which gives for a range of places, and the last of those that there are, where to read."""

    def pad(x, padding):
        n = len(padding) // 2
        if x.dim() not in (n + 1, n + 2):
            return NotImplemented
        for d in range(n):
            before, after = padding[2 * (n - 1 - d)], padding[2 * (n - 1 - d) + 1]
            dim, size = x.dim() - n + d, x.shape[x.dim() - n + d]
            at = place(_range(-before, size + after, x.device), size - 1)
            x = aten.index.Tensor(x, [at if i == dim else None for i in range(x.dim())])
        return x

    return pad


def _reflected(at, last):
    for _ in range(2):
        at = aten.sub.Tensor(last, aten.abs.default(at))
    return at


_instead_of("reflection_pad1d.default", "reflection_pad2d.default", "reflection_pad3d.default")(_padded(_reflected))
_instead_of("replication_pad1d.default", "replication_pad2d.default", "replication_pad3d.default")(_padded(lambda at, last: aten.clamp.default(at, 0, last)))


def _unpooled(x, indices, size):
    rank = len(size)
    if x.dim() not in (rank + 1, rank + 2) or x.shape != indices.shape:
        return NotImplemented
    planes, view = list(x.shape[: x.dim() - rank]), aten.view.default
    shape = [*planes, *size]
    first = aten.mul.Tensor(view(_range(0, math.prod(planes), x.device), [*planes, *[1] * rank]), math.prod(size))
    places = view(aten.add.Tensor(indices, first), [-1])
    out = aten.full.default(shape, 0, dtype=x.dtype, layout=torch.strided, device=x.device, pin_memory=False)
    return view(aten.index_put.default(view(out, [-1]), [places], view(x, [-1])), shape)


@_instead_of("max_unpool2d.default")
def max_unpool2d(x, indices, output_size):
    return _unpooled(x, indices, output_size)


@_instead_of("max_unpool3d.default")
def max_unpool3d(x, indices, output_size, stride, padding):
    return _unpooled(x, indices, output_size)


@_instead_of("_unsafe_index.Tensor")
def unsafe_index(x, indices):
    return aten.index.Tensor(x, indices)


@_instead_of("_unsafe_masked_index.default")
def masked_index(x, mask, indices, fill):
    found = aten.index.Tensor(x, [i if i is None else aten.clamp.default(i, 0, n - 1) for i, n in zip(indices, x.shape)])
    return aten.where.self(aten.bitwise_not.default(mask), scalar(found, fill), found)


@_instead_of("_unsafe_masked_index_put_accumulate.default")
def masked_index_put(x, mask, indices, values):
    places = [i if i is None else aten.clamp.default(i, -n, n - 1) for i, n in zip(indices, x.shape)]
    return aten.index_put.default(x, places, aten.where.self(aten.bitwise_not.default(mask), scalar(values, 0.0), values), True)


@_instead_of("_safe_softmax.default")
def safe_softmax(x, dim, dtype=None):
    if not (dtype or x.dtype).is_floating_point:
        return NotImplemented
    out = aten._softmax.default(x, dim, False) if dtype is None or dtype == x.dtype else aten.softmax.int(x, dim, dtype)
    any_left = aten.any.dim(aten.logical_not.default(aten.eq.Scalar(x, float("-inf"))), dim, True)
    none_left = aten.logical_not.default(any_left)
    nothing = aten.full_like.default(out, 0, pin_memory=False, memory_format=torch.preserve_format)
    return aten.where.self(none_left, nothing, out)
