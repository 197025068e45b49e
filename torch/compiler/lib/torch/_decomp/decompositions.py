"""Operators of the table that are not taken apart by default, or of the backward passes."""

import math

import torch
from torch._decomp import decomposition_table
from torch.export._core import real_part
from torch.export._core_precision import in_single

__all__ = []

aten = torch.ops.aten


def _instead_of(*names):
    """Registers a function for operators of torch.ops.aten that the table does not have yet."""

    def register(f):
        for name in names:
            packet, overload = name.split(".")
            op = getattr(getattr(aten, packet), overload, None)
            if isinstance(op, torch._ops.OpOverload):
                decomposition_table.setdefault(op, in_single(name, f))
        return f

    return register


def _scalar(value, like):
    return aten.scalar_tensor.default(value, dtype=like.dtype, layout=torch.strided, device=like.device)


@_instead_of("leaky_relu.default")
def leaky_relu(x, negative_slope=0.01):
    return aten.where.self(aten.gt.Scalar(x, 0), x, aten.mul.Tensor(x, negative_slope))


@_instead_of("elu.default")
def elu(x, alpha=1.0, scale=1.0, input_scale=1.0):
    positive, above = aten.gt.Scalar(x, 0), aten.mul.Tensor(x, float(scale))
    grown = aten.expm1.default(aten.mul.Tensor(x, float(input_scale)))
    return aten.where.self(positive, above, aten.mul.Tensor(grown, float(alpha * scale)))


@_instead_of("celu.default")
def celu(x, alpha=1.0):
    grown = aten.expm1.default(x) if alpha == 1.0 else aten.mul.Tensor(aten.expm1.default(aten.div.Tensor(x, alpha)), alpha)
    return aten.where.self(aten.gt.Scalar(x, 0), x, grown)


@_instead_of("gelu.default")
def gelu(x, *, approximate="none"):
    half = aten.mul.Tensor(x, 0.5)
    if approximate == "tanh":
        cube = aten.mul.Tensor(aten.mul.Tensor(x, x), x)
        inner = aten.mul.Tensor(aten.add.Tensor(x, aten.mul.Tensor(cube, 0.044715)), math.sqrt(2 / math.pi))
        return aten.mul.Tensor(half, aten.add.Tensor(aten.tanh.default(inner), 1))
    return aten.mul.Tensor(half, aten.add.Tensor(aten.erf.default(aten.mul.Tensor(x, math.sqrt(0.5))), 1))


@_instead_of("hardtanh.default")
def hardtanh(x, min_val=-1, max_val=1):
    return aten.clamp.default(x, min_val, max_val)


@_instead_of("_softmax.default")
def softmax(x, dim, half_to_float):
    shifted = aten.exp.default(aten.sub.Tensor(x, aten.amax.default(x, [dim], True)))
    return aten.div.Tensor(shifted, aten.sum.dim_IntList(shifted, [dim], True))


@_instead_of("_log_softmax.default")
def log_softmax(x, dim, half_to_float):
    shifted = aten.sub.Tensor(x, aten.amax.default(x, [dim], True))
    return aten.sub.Tensor(shifted, aten.log.default(aten.sum.dim_IntList(aten.exp.default(shifted), [dim], True)))


@_instead_of("logsumexp.default")
def logsumexp(x, dim, keepdim=False):
    top = aten.amax.default(real_part(x), dim, True)
    top = aten.masked_fill.Scalar(top, aten.eq.Scalar(aten.abs.default(top), math.inf), 0)
    back = top if keepdim else aten.squeeze.dims(top, dim)
    grown = aten.exp.default(aten.sub.Tensor(x, top))
    total = aten.sum.dim_IntList(grown, dim, True) if keepdim else aten.sum.dim_IntList(grown, dim)
    return aten.add.Tensor(aten.log.default(total), back)


def _normalised(x, dims, eps):
    """x without mean and variance over some dimensions, with the mean and the inverse of the deviation."""
    var, mean = aten.var_mean.correction(x, dims, correction=0, keepdim=True)
    inverse = aten.rsqrt.default(aten.add.Tensor(var, eps))
    return aten.mul.Tensor(aten.sub.Tensor(x, mean), inverse), mean, inverse


@_instead_of("native_layer_norm.default")
def native_layer_norm(x, normalized_shape, weight, bias, eps):
    out, mean, inverse = _normalised(x, list(range(x.dim() - len(normalized_shape), x.dim())), eps)
    if weight is not None:
        out = aten.mul.Tensor(out, weight)
    if bias is not None:
        out = aten.add.Tensor(out, bias)
    return out, mean, inverse


@_instead_of("native_group_norm.default")
def native_group_norm(x, weight, bias, N, C, HxW, group, eps):
    rows, mean, inverse = _normalised(aten.view.default(x, [N, group, C // group, HxW]), [2, 3], eps)
    out = aten.view.default(rows, x.shape)
    one = [1, C] + [1] * (x.dim() - 2)
    if weight is not None:
        out = aten.mul.Tensor(out, aten.view.default(weight, one))
    if bias is not None:
        out = aten.add.Tensor(out, aten.view.default(bias, one))
    return out, aten.squeeze.dims(mean, [2, 3]), aten.squeeze.dims(inverse, [2, 3])


@_instead_of("addmm.default")
def addmm(x, a, b, *, beta=1, alpha=1):
    return aten.add.Tensor(aten.mul.Tensor(aten.mm.default(a, b), alpha), aten.mul.Tensor(x, beta))


@_instead_of("log_sigmoid_forward.default")
def log_sigmoid_forward(x):
    low = aten.minimum.default(aten.new_zeros.default(x, [], pin_memory=False), x)
    z = aten.exp.default(aten.neg.default(aten.abs.default(x)))
    return aten.sub.Tensor(low, aten.log1p.default(z)), z


@_instead_of("glu.default")
def glu(x, dim=-1):
    dim = dim % x.dim()
    half = x.shape[dim] // 2
    left, right = aten.slice.Tensor(x, dim, 0, half), aten.slice.Tensor(x, dim, half, 2 * half)
    return aten.mul.Tensor(left, aten.sigmoid.default(right))


def _reduced(x, reduction):
    return x if reduction == 0 else aten.mean.default(x) if reduction == 1 else aten.sum.default(x)


@_instead_of("smooth_l1_loss.default")
def smooth_l1_loss(x, target, reduction=1, beta=1.0):
    distance = aten.abs.default(aten.sub.Tensor(x, target))
    close = aten.lt.Scalar(distance, beta)
    near = aten.div.Tensor(aten.mul.Tensor(aten.pow.Tensor_Scalar(distance, 2), 0.5), beta)
    return _reduced(aten.where.self(close, near, aten.sub.Tensor(distance, 0.5 * beta)), reduction)


@_instead_of("huber_loss.default")
def huber_loss(x, target, reduction=1, delta=1.0):
    distance = aten.abs.default(aten.sub.Tensor(x, target))
    close = aten.lt.Scalar(distance, delta)
    near = aten.mul.Tensor(aten.mul.Tensor(distance, 0.5), distance)
    return _reduced(aten.where.self(close, near, aten.mul.Tensor(aten.sub.Tensor(distance, 0.5 * delta), delta)), reduction)


@_instead_of("binary_cross_entropy.default")
def binary_cross_entropy(x, target, weight=None, reduction=1):
    def bounded(y):
        return aten.maximum.default(y, aten.new_full.default(x, [], -100, pin_memory=False))

    left = aten.sub.Tensor(target, 1)
    left = aten.mul.Tensor(left, bounded(aten.log1p.default(aten.neg.default(x))))
    loss = aten.sub.Tensor(left, aten.mul.Tensor(target, bounded(aten.log.default(x))))
    return _reduced(loss if weight is None else aten.mul.Tensor(loss, weight), reduction)


def _triangle(x, diagonal, keep):
    h, w = x.shape[-2:]
    columns = aten.unsqueeze.default(aten.arange.default(w, device=x.device, pin_memory=False), -2)
    rows = aten.unsqueeze.default(aten.arange.default(h, device=x.device, pin_memory=False), -1)
    mask = keep(aten.sub.Tensor(columns, rows), diagonal)
    return aten.where.self(mask, x, _scalar(0, x))


@_instead_of("tril.default")
def tril(x, diagonal=0):
    return _triangle(x, diagonal, aten.le.Scalar)


@_instead_of("triu.default")
def triu(x, diagonal=0):
    return _triangle(x, diagonal, aten.ge.Scalar)


@_instead_of("native_dropout.default")
def native_dropout(x, p, train):
    if not train or p == 0:
        return x, torch.ones_like(x, dtype=torch.bool)
    if p == 1:
        return torch.zeros_like(x), torch.zeros_like(x, dtype=torch.bool)
    mask = aten.gt.Scalar(aten.rand_like.default(x, pin_memory=False), p)
    return aten.mul.Tensor(aten.mul.Tensor(mask, x), 1.0 / (1.0 - p)), mask


@_instead_of("embedding.default")
def embedding(weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False):
    if indices.dim() <= 1:
        out = aten.index_select.default(weight, 0, indices)
        return aten.squeeze.dim(out, 0) if indices.dim() == 0 else out
    return aten.index.Tensor(weight, [indices])


@_instead_of("trace.default")
def trace(x):
    return aten.sum.default(aten.diagonal_copy.default(x))


@_instead_of("xlogy.Tensor")
def xlogy(x, y):
    product = aten.where.self(aten.eq.Scalar(x, 0), _scalar(0, y), aten.mul.Tensor(x, aten.log.default(y)))
    return aten.where.self(aten.isnan.default(y), _scalar(math.nan, y), product)


@_instead_of("nan_to_num.default")
def nan_to_num(x, nan=None, posinf=None, neginf=None):
    if not (x.is_floating_point() or x.is_complex()):
        return aten.clone.default(x)
    limits = torch.finfo(x.dtype)
    out = aten.where.self(aten.isnan.default(x), _scalar(0.0 if nan is None else nan, x), x)
    out = aten.where.self(aten.isneginf.default(x), _scalar(limits.min if neginf is None else neginf, x), out)
    return aten.where.self(aten.isposinf.default(x), _scalar(limits.max if posinf is None else posinf, x), out)


@_instead_of("nll_loss_forward.default")
def nll_loss_forward(x, target, weight, reduction, ignore_index):
    dim = 1 if x.dim() > 1 else 0
    if weight is not None:
        shape = [1] * x.dim()
        shape[dim] = weight.shape[0]
        spread = aten.view.default(weight, shape)
        x = aten.mul.Tensor(x, spread)
    safe = aten.where.self(aten.ne.Scalar(target, ignore_index), target, _scalar(0, target))
    at = aten.unsqueeze.default(safe, dim)
    loss = aten.neg.default(aten.squeeze.dim(aten.gather.default(x, dim, at), dim))
    loss = aten.where.self(aten.ne.Scalar(target, ignore_index), loss, _scalar(0, loss))
    if reduction == 0 and x.dim() > 1:
        return loss, aten.new_full.default(x, [], 0.0)
    if weight is not None:
        spread = aten.expand.default(spread, x.shape)
        counted = aten.squeeze.dim(aten.gather.default(spread, dim, at), dim)
        counted = aten.where.self(aten.ne.Scalar(target, ignore_index), counted, _scalar(0, counted))
        total = aten.sum.default(counted)
    else:
        total = aten._to_copy.default(aten.sum.default(aten.ne.Scalar(target, ignore_index)), dtype=x.dtype, device=x.device)
    if reduction == 2:
        return aten.sum.default(loss), total
    return aten.div.Tensor(aten.sum.default(loss), total), total
