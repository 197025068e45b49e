"""Functions of elements, and rearrangements of dimensions, in terms of core operators."""

import math

import torch
from torch._decomp.decompositions import _instead_of, _reduced, _scalar

__all__ = []

aten = torch.ops.aten


def _floating(x):
    return x if x.is_floating_point() or x.is_complex() else aten._to_copy.default(x, dtype=torch.get_default_dtype())


@_instead_of("hardshrink.default")
def hardshrink(x, lambd=0.5):
    inside = aten.le.Scalar(aten.abs.default(x), lambd)
    return aten.where.self(inside, _scalar(0, x), x)


@_instead_of("softshrink.default")
def softshrink(x, lambd=0.5):
    outside = aten.gt.Scalar(aten.abs.default(x), lambd)
    moved = aten.sub.Tensor(x, aten.mul.Tensor(aten.sign.default(x), lambd))
    return aten.where.self(outside, moved, aten.mul.Tensor(x, 0))  # nan stays


@_instead_of("threshold.default")
def threshold(x, threshold, value):
    below = aten.le.Scalar(x, threshold)
    return aten.where.self(below, _scalar(value, x), x)


@_instead_of("soft_margin_loss.default")
def soft_margin_loss(x, target, reduction=1):
    return _reduced(aten.log1p.default(aten.exp.default(aten.mul.Tensor(aten.neg.default(x), target))), reduction)


@_instead_of("addr.default")
def addr(x, vec1, vec2, *, beta=1, alpha=1):
    rows, columns = vec1.size(0), vec2.size(0)
    if x.dtype == vec1.dtype == vec2.dtype == torch.bool:
        outer = aten.mul.Tensor(aten.view.default(vec1, [rows, 1]), vec2)
        if not alpha:
            outer = aten.mul.Tensor(outer, False)
        return aten.logical_or.default(aten.expand.default(x, [rows, columns]), outer) if beta else outer
    scaled = None if beta == 0 else aten.mul.Tensor(aten.expand.default(x, [rows, columns]), beta)
    outer = aten.mul.Tensor(aten.mul.Tensor(aten.view.default(vec1, [rows, 1]), vec2), alpha)
    return outer if scaled is None else aten.add.Tensor(scaled, outer)


@_instead_of("all.default")
def all_(x):
    return aten.logical_not.default(aten.any.dims(aten.logical_not.default(x)))


@_instead_of("all.dim")
def all_dim(x, dim, keepdim=False):
    found = aten.any.dim(aten.logical_not.default(x), dim, True) if keepdim else aten.any.dim(aten.logical_not.default(x), dim)
    return aten.logical_not.default(found)


@_instead_of("aminmax.default")
def aminmax(x, *, dim=None, keepdim=False):
    if dim is None:
        return (aten.amin.default(x, [], True), aten.amax.default(x, [], True)) if keepdim else (aten.amin.default(x), aten.amax.default(x))
    given = ([dim], True) if keepdim else ([dim],)
    return aten.amin.default(x, *given), aten.amax.default(x, *given)


def _rearranged(x, parts, order, sizes):
    moved = aten.permute.default(aten.view.default(x, parts), order)
    return aten.view.default(aten.clone.default(moved, memory_format=torch.contiguous_format), sizes)


@_instead_of("channel_shuffle.default")
def channel_shuffle(x, groups):
    n, channels, *rest = x.size()
    order = [0, 2, 1, *range(3, 3 + len(rest))]
    return _rearranged(x, [n, groups, channels // groups, *rest], order, list(x.size()))


@_instead_of("pixel_shuffle.default")
def pixel_shuffle(x, upscale_factor):
    *batch, channels, height, width = x.size()
    k, b, r = channels // upscale_factor**2, len(batch), upscale_factor
    made = _rearranged(x, [*batch, k, r, r, height, width], [*range(b), b, b + 3, b + 1, b + 4, b + 2], [*batch, k, height * r, width * r])
    return aten.clone.default(made, memory_format=torch.contiguous_format)


@_instead_of("pixel_unshuffle.default")
def pixel_unshuffle(x, downscale_factor):
    *batch, channels, height, width = x.size()
    b, r = len(batch), downscale_factor
    made = _rearranged(x, [*batch, channels, height // r, r, width // r, r], [*range(b), b, b + 2, b + 4, b + 1, b + 3], [*batch, channels * r * r, height // r, width // r])
    return aten.clone.default(made, memory_format=torch.contiguous_format)


@_instead_of("count_nonzero.dim_IntList")
def count_nonzero(x, dim):
    return aten.sum.dim_IntList(aten.ne.Scalar(x, 0), list(dim))


@_instead_of("isneginf.default")
def isneginf(x):
    return aten.eq.Scalar(x, -math.inf)


@_instead_of("isposinf.default")
def isposinf(x):
    return aten.eq.Scalar(x, math.inf)


def _put(x, where, value):
    return aten.where.self(where, _scalar(value, x), x)


@_instead_of("nansum.default")
def nansum(x, dim=None, keepdim=False, *, dtype=None):
    clean = _put(x, aten.isnan.default(x), 0)
    given = (dim, True) if keepdim else (dim,)
    return aten.sum.dim_IntList(clean, *given) if dtype is None else aten.sum.dim_IntList(clean, *given, dtype=dtype)


@_instead_of("sinc.default")
def sinc(x):
    angle = aten.mul.Tensor(_floating(x), math.pi)
    origin = aten.eq.Scalar(angle, 0)
    ratio = aten.div.Tensor(aten.sin.default(angle), angle)
    return aten.where.self(origin, _scalar(1, angle), ratio)


@_instead_of("special_entr.default")
def entr(x):
    x = _floating(x)
    undefined, positive = aten.isnan.default(x), aten.gt.Scalar(x, 0)
    inside = aten.mul.Tensor(aten.neg.default(x), aten.log.default(x))
    origin = aten.eq.Scalar(x, 0)
    below = _scalar(-math.inf, x)
    outside = aten.where.self(origin, _scalar(0, x), below)
    return aten.where.self(undefined, x, aten.where.self(positive, inside, outside))


def _times_logarithm(x, y, logarithm):
    """x times a logarithm of y, 0 where x is and y is not nan."""
    if isinstance(x, torch.Tensor) and isinstance(y, torch.Tensor):
        x, y = _floating(x), _floating(y)
    origin = aten.eq.Scalar(x, 0)
    made = aten.mul.Tensor(x, logarithm(y))
    clean = aten.where.self(origin, _scalar(0, made), made)
    return aten.where.self(aten.isnan.default(y), _scalar(math.nan, made), clean)


@_instead_of("special_xlog1py.default")
def xlog1py(x, y):
    return _times_logarithm(x, y, aten.log1p.default)


@_instead_of("take.default")
def take(x, index):
    return aten.index.Tensor(aten.view.default(x, [-1]), [index])


def _put_along(x, dim, index, source, *accumulate):
    """x with source at some indices of a dimension. A number is a vector of one meanwhile."""
    if x.dim() == 0:
        return aten.squeeze.dims(aten.index_put.default(aten.unsqueeze.default(x, 0), [index], source, *accumulate), [0])
    return aten.index_put.default(x, [*[None] * (dim % x.dim()), index], source, *accumulate)


@_instead_of("index_add.default")
def index_add(x, dim, index, source, *, alpha=1):
    return _put_along(x, dim, index, source if alpha == 1 else aten.mul.Tensor(source, alpha), True)


@_instead_of("index_copy.default")
def index_copy(x, dim, index, source):
    return _put_along(x, dim, index, source)


def _filled_along(x, dim, index, value, put):
    """x with one value at some indices of a dimension."""
    if not isinstance(value, torch.Tensor):
        value = aten.scalar_tensor.default(value, dtype=x.dtype, layout=torch.strided, device=x.device, pin_memory=False)
    row = aten.unsqueeze.default(x, 0) if x.dim() == 0 else x
    dim %= row.dim()
    filled = aten.expand.default(value, [*row.shape[:dim], index.numel(), *row.shape[dim + 1:]])
    if index.dim() == 0:
        index = aten.unsqueeze.default(index, 0)
    made = put(row, [*[None] * dim, index], filled)
    return made if x.dim() else aten.squeeze.dims(made, [0])


@_instead_of("index_fill.int_Scalar", "index_fill.int_Tensor")
def index_fill(x, dim, index, value):
    made = _filled_along(x, dim, index, value, aten.index_put.default)
    return made if x.dim() else aten.clone.default(made)


@_instead_of("index_fill_.int_Scalar", "index_fill_.int_Tensor")
def index_fill_(x, dim, index, value):
    made = _filled_along(x, dim, index, value, aten.index_put_.default)
    return x if x.dim() == 0 else made


@_instead_of("new_full.default")
def new_full(x, size, fill_value, *, dtype=None, layout=None, device=None, pin_memory=None):
    return aten.full.default(list(size), fill_value, dtype=x.dtype if dtype is None else dtype, layout=layout or torch.strided, device=device or x.device, pin_memory=bool(pin_memory))


@_instead_of("diagonal_copy.default")
def diagonal_copy(x, *dims, **named):
    return aten.clone.default(aten.diagonal.default(x, *dims, **named), memory_format=torch.contiguous_format)
