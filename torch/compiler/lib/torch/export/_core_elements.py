"""Functions of elements, and makers of tensors, in terms of the core operators."""
import math

import torch

from ._core import _instead_of, scalar

aten = torch.ops.aten

_OPTIONS = {"layout": torch.strided, "pin_memory": False}


def _single(*tensors):
    """Whether the elements are floats of a type that functions are computed in."""
    return all(isinstance(x, torch.Tensor) and x.dtype in (torch.float32, torch.float64) for x in tensors)


@_instead_of("logit.default")
def logit(x, eps=None):
    if not _single(x):
        return NotImplemented
    least = -1.0 if eps is None else eps
    most = 1.0 - least
    below, above = aten.lt.Scalar(x, least), aten.gt.Scalar(x, most)
    x = aten.where.self(above, scalar(x, most), x)
    x = aten.where.self(below, scalar(x, least), x)
    return aten.log.default(aten.div.Tensor(x, aten.sub.Tensor(1, x)))


@_instead_of("isfinite.default")
def isfinite(x):
    if x.is_complex():
        return NotImplemented
    if not x.is_floating_point():
        return _all_true(x)
    finite = aten.ne.Scalar(aten.abs.default(x), math.inf)
    return aten.mul.Tensor(aten.eq.Tensor(x, x), finite)


@_instead_of("isreal.default")
def isreal(x):
    return aten.eq.Scalar(aten.select.int(aten.view_as_real.default(x), x.dim(), 1), 0) if x.is_complex() else _all_true(x)


def _all_true(x):
    return aten.full_like.default(x, True, dtype=torch.bool, pin_memory=False, memory_format=torch.preserve_format)


@_instead_of("sgn.default")
def sgn(x):
    if not x.is_complex():
        return aten.sign.default(x)
    size = aten.abs.default(x)
    none = aten.eq.Scalar(size, 0)
    direction = aten.div.Tensor(x, size)
    return aten.where.self(none, scalar(x, 0), direction)


@_instead_of("bernoulli.default")
def bernoulli(x, *, generator=None):
    if generator is not None:
        return NotImplemented
    drawn = aten.rand.default(list(x.shape), dtype=torch.float32, device=x.device, pin_memory=False)
    return aten._to_copy.default(aten.lt.Tensor(drawn, x), dtype=x.dtype)


@_instead_of("special_ndtr.default")
def ndtr(x):
    return aten.mul.Scalar(aten.add.Scalar(aten.erf.default(aten.mul.Scalar(x, math.sqrt(0.5))), 1), 0.5) if _single(x) else NotImplemented


@_instead_of("special_log_ndtr.default")
def log_ndtr(x):
    scaled = aten.mul.Tensor(x, math.sqrt(0.5))
    low = aten.lt.Scalar(x, 1.0)
    small = aten.sub.Tensor(aten.log.default(aten.div.Tensor(aten.special_erfcx.default(aten.neg.default(scaled)), 2)), aten.mul.Tensor(scaled, scaled))
    return aten.where.self(low, small, aten.log1p.default(aten.div.Tensor(aten.neg.default(aten.erfc.default(scaled)), 2)))


@_instead_of("logaddexp.default")
def logaddexp(x, other):
    if not _single(x, other):
        return NotImplemented
    first = aten.ge.Tensor(x, other)
    most, least = aten.where.self(first, x, other), aten.where.self(first, other, x)
    finite = aten.ne.Scalar(aten.abs.default(x), math.inf)
    same = aten.logical_and.default(aten.logical_not.default(aten.mul.Tensor(aten.eq.Tensor(x, x), finite)), aten.eq.Tensor(x, other))
    total = aten.add.Tensor(most, aten.log1p.default(aten.exp.default(aten.sub.Tensor(least, most))))
    return aten.where.self(same, x, total)


@_instead_of("logaddexp2.default")
def logaddexp2(x, other):
    if not _single(x, other):
        return NotImplemented
    first = aten.ge.Tensor(x, other)
    most, least = aten.where.self(first, x, other), aten.where.self(first, other, x)
    same = aten.logical_and.default(aten.isinf.default(x), aten.eq.Tensor(x, other))
    grown = aten.log1p.default(aten.exp2.default(aten.sub.Tensor(least, most)))
    return aten.where.self(same, x, aten.add.Tensor(most, aten.mul.Tensor(grown, 1.4426950408889634)))


@_instead_of("heaviside.default")
def heaviside(x, values):
    if values.dtype is torch.bool:
        return NotImplemented
    zero = aten.eq.Scalar(x, 0)
    below = aten.logical_or.default(aten.lt.Scalar(x, 0), aten.isnan.default(x))
    one = aten.scalar_tensor.default(1, dtype=torch.int64, layout=torch.strided, device=x.device)
    nothing = aten.scalar_tensor.default(0, dtype=torch.int64, layout=torch.strided, device=x.device)
    return aten.where.self(zero, values, aten.where.self(below, nothing, one))


@_instead_of("isin.Tensor_Tensor")
def isin(elements, test_elements, *, assume_unique=False, invert=False):
    many = test_elements.numel() >= 10.0 * math.pow(elements.numel(), 0.145)  # sorted then
    if not all(isinstance(n, int) for n in (*elements.shape, *test_elements.shape)) or many or elements.dim() == 0 and test_elements.dim() == 0:
        return NotImplemented
    rows = aten.view.default(elements, [*elements.shape, *[1] * test_elements.dim()])
    found = aten.any.dims(aten.eq.Tensor(rows, test_elements), [*range(-test_elements.dim(), 0)])
    return aten.bitwise_not.default(found) if invert else found


@_instead_of("linspace.default")
def linspace(start, end, steps, *, dtype=None, layout=None, device=None, pin_memory=False):
    dtype = dtype or torch.get_default_dtype()
    if steps < 2 or any(isinstance(x, complex) for x in (start, end)) or not (dtype.is_floating_point or dtype is torch.int64) or dtype.itemsize < 4:
        return NotImplemented
    at = aten.arange.start_step(0, steps, device=device or torch.device("cpu"), **_OPTIONS)
    step = (end - start) / (steps - 1)
    cast = (lambda x: aten._to_copy.default(x, dtype=dtype)) if dtype.is_floating_point else lambda x: x
    near = aten.lt.Scalar(at, steps / 2)
    rising = aten.add.Tensor(aten.mul.Tensor(cast(at), step), start)
    falling = aten.sub.Tensor(end, aten.mul.Tensor(cast(aten.sub.Tensor(steps - 1, at)), step))
    out = aten.where.self(near, rising, falling)
    return out if dtype.is_floating_point else aten._to_copy.default(out, dtype=dtype)


@_instead_of("diag_embed.default")
def diag_embed(x, offset=0, dim1=-2, dim2=-1):
    rank = x.dim() + 1
    dim1, dim2 = dim1 % rank, dim2 % rank
    if dim1 > dim2:
        dim1, dim2, offset = dim2, dim1, -offset
    width = x.shape[-1]
    if offset:
        filling = aten.full.default([*x.shape[:-1], abs(offset)], 0, dtype=x.dtype, device=x.device, **_OPTIONS)
        x = aten.cat.default([filling, x] if offset > 0 else [x, filling], -1)
        width += abs(offset)
    x = aten.permute.default(aten.unsqueeze.default(x, dim1), _order(rank, dim2))
    columns = aten.arange.start_step(0, width, dtype=torch.int64, device=x.device, **_OPTIONS)
    rows = aten.arange.start_step(offset, width + offset, dtype=torch.int64, device=x.device, **_OPTIONS)
    on = aten.eq.Tensor(columns, aten.unsqueeze.default(rows, -1))
    shape = [1] * rank
    shape[dim1] = shape[dim2] = width
    return aten.where.self(aten.view.default(on, shape), x, scalar(x, 0))


def _order(rank, dim):
    """The order of dimensions that brings the last one to a place."""
    order = list(range(rank - 1))
    order.insert(dim, rank - 1)
    return order


@_instead_of("block_diag.default")
def block_diag(tensors):
    rows = [aten.view.default(x, [1, -1]) if x.dim() < 2 else x for x in tensors]
    dtype = rows[0].dtype
    if any(x.dtype is not dtype for x in rows):
        return NotImplemented
    widths = [x.shape[1] for x in rows]
    lines = []
    for i, x in enumerate(rows):
        empty = lambda n: aten.full.default([x.shape[0], n], 0, dtype=x.dtype, device=x.device, **_OPTIONS)
        lines.append(aten.cat.default([empty(sum(widths[:i])), x, empty(sum(widths[i + 1:]))], 1))
    return aten.cat.default(lines)


@_instead_of("renorm.default")
def renorm(x, p, dim, maxnorm):
    if not _single(x) or p != 2:
        return NotImplemented
    others = [d for d in range(x.dim()) if d != dim % x.dim()]
    norm = aten.linalg_vector_norm.default(x, p, others, True)
    more = aten.gt.Scalar(norm, maxnorm)
    factor = aten.mul.Tensor(aten.reciprocal.default(aten.add.Tensor(norm, 1e-7)), maxnorm)
    return aten.mul.Tensor(x, aten.where.self(more, factor, scalar(x, 1.0)))
