"""Products of vectors, norms and counts in terms of the core operators."""

import math

import torch

from ._core import _instead_of, sum_all

aten = torch.ops.aten


@_instead_of("vdot.default")
def vdot(x, y):
    return sum_all(aten.mul.Tensor(aten._conj_physical.default(x) if x.is_complex() else x, y))


@_instead_of("linalg_cross.default")
def cross(x, y, *, dim=-1):
    shape = torch.broadcast_shapes(x.shape, y.shape)
    if x.dim() != y.dim() or x.shape[dim] != 3 or y.shape[dim] != 3:
        return NotImplemented
    dim %= len(shape)
    x, y = (v if v.shape == shape else aten.expand.default(v, list(shape)) for v in (x, y))
    places = aten.arange.start_step(0, 3, layout=torch.strided, device=x.device, pin_memory=False)

    def turned(v, by):
        return aten.index_select.default(v, dim, aten.remainder.Scalar(aten.add.Tensor(places, by), 3))

    return aten.sub.Tensor(aten.mul.Tensor(turned(x, 1), turned(y, 2)), aten.mul.Tensor(turned(x, 2), turned(y, 1)))


@_instead_of("norm.ScalarOpt_dim")
def norm(x, p, dim, keepdim=False):
    p = 2 if p is None else p
    if not x.is_floating_point() or not dim and x.dim() != 1:
        return NotImplemented
    kept = [True] if keepdim else []
    if math.isinf(p):
        return (aten.amax if p > 0 else aten.amin).default(aten.abs.default(x), dim, *kept)
    if p == 0:
        return NotImplemented
    powers = aten.pow.Tensor_Scalar(x if p == 2 else aten.abs.default(x), p)
    return aten.pow.Tensor_Scalar(aten.sum.dim_IntList(powers, dim, *kept), 1.0 / p)


@_instead_of("count_nonzero.default")
def count_nonzero(x, dim=None):
    return aten.sum.dim_IntList(aten.ne.Scalar(x, 0), None if dim is None else [dim])


@_instead_of("count_nonzero.dim_IntList")
def count_nonzero_along(x, dim):
    return aten.sum.dim_IntList(aten.ne.Scalar(x, 0), dim)


@_instead_of("std_mean.correction")
def std_mean(x, dim=None, *, correction=None, keepdim=False):
    where = () if dim is None else (dim,)
    more = {"keepdim": True} if keepdim else {}
    variance, mean = aten.var_mean.correction(x, *where, correction=1.0 if correction is None else float(correction), **more)
    return aten.sqrt.default(variance), mean
