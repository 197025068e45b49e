"""Operators that are not of the core set, in terms of those that are."""

import math

import torch
import torch.jit._operators  # noqa: F401, which defines some of the core

from torch.export._core_precision import in_single

__all__ = ["core_decompositions"]

_TABLE = []


def _instead_of(*names):
    """Registers a function for operators of torch.ops.aten, by their names."""

    def register(f):
        _TABLE.extend((name, in_single(name, f)) for name in names)
        return in_single(names[0], f)

    return register


def core_decompositions():
    """Functions by operator."""
    from torch.export import _core_attention, _core_backward, _core_copies, _core_elements, _core_images, _core_losses, _core_recurrent, _core_shapes, _core_sums  # noqa: F401, which register theirs

    table = {}
    for name, f in _TABLE:
        packet, overload = name.split(".")
        op = getattr(getattr(torch.ops.aten, packet), overload, None)
        if isinstance(op, torch._ops.OpOverload):
            table[op] = f
    return table


aten = torch.ops.aten


@_instead_of("silu.default")
def silu(x):
    return aten.mul.Tensor(x, aten.sigmoid.default(x))


@_instead_of("hardswish.default")
def hardswish(x):
    return aten.div.Tensor(aten.mul.Tensor(x, _relu6(aten.add.Tensor(x, 3))), 6)


@_instead_of("hardsigmoid.default")
def hardsigmoid(x):
    return aten.div.Tensor(_relu6(aten.add.Tensor(x, 3)), 6)


def _relu6(x):
    return aten.clamp.default(aten.clamp.default(x, 0), None, 6)


@_instead_of("softplus.default")
def softplus(x, beta=1, threshold=20):
    scaled = x if beta == 1 else aten.mul.Tensor(x, beta)
    soft = aten.log1p.default(aten.exp.default(scaled))
    if beta != 1:
        soft = aten.div.Tensor(soft, beta)
    return aten.where.self(aten.gt.Scalar(scaled, threshold), x, soft)


@_instead_of("mish.default")
def mish(x):
    return aten.mul.Tensor(x, aten.tanh.default(softplus(x)))


@_instead_of("t.default")
def t(x):
    return aten.permute.default(x, list(range(x.dim()))[::-1])


@_instead_of("transpose.int")
def transpose(x, dim0, dim1):
    order = list(range(x.dim()))
    if order:
        order[dim0], order[dim1] = order[dim1], order[dim0]
    return aten.permute.default(x, order)


@_instead_of("square.default")
def square(x):
    return aten.pow.Tensor_Scalar(x, 2)


@_instead_of("sum.default")
def sum_all(x, *, dtype=None):
    return aten.sum.dim_IntList(x, [], **({} if dtype is None else {"dtype": dtype}))


@_instead_of("std.correction")
def std(x, dim=None, *, correction=None, keepdim=False):
    where = () if dim is None else (dim,)
    more = {"keepdim": True} if keepdim else {}
    return aten.sqrt.default(aten.var.correction(x, *where, correction=1.0 if correction is None else float(correction), **more))


@_instead_of("mse_loss.default")
def mse_loss(x, target, reduction=1):
    squares = aten.pow.Tensor_Scalar(aten.sub.Tensor(x, target), 2)
    if reduction == 0:
        return squares
    return aten.mean.default(squares) if reduction == 1 else sum_all(squares)


@_instead_of("stack.default")
def stack(tensors, dim=0):
    given, dim = dim, dim % (tensors[0].dim() + 1)
    shape = list(tensors[0].shape)
    if dim == 0 and shape:
        return aten.view.default(aten.cat.default(tensors), [len(tensors), *shape])
    return aten.cat.default([aten.unsqueeze.default(x, dim) for x in tensors], given)


@_instead_of("addcmul.default")
def addcmul(x, a, b, *, value=1):
    return aten.add.Tensor(x, aten.mul.Tensor(aten.mul.Tensor(a, value), b))


@_instead_of("addcdiv.default")
def addcdiv(x, a, b, *, value=1):
    return aten.add.Tensor(x, aten.div.Tensor(aten.mul.Tensor(a, value), b))


@_instead_of("rsub.Scalar", "rsub.Tensor")
def rsub(x, other, alpha=1):
    return aten.sub.Tensor(other, x) if alpha == 1 else aten.sub.Tensor(other, aten.mul.Tensor(x, alpha))


@_instead_of("masked_fill.Scalar", "masked_fill.Tensor")
def masked_fill(x, mask, value):
    if not isinstance(value, torch.Tensor):
        value = scalar(x, as_element(x, value))
    return aten.where.self(mask, value, x)


def as_element(x, value):
    """A number as an element of a tensor would be."""
    return float(value) if x.dtype.is_floating_point else value


def scalar(like, value, dtype=None):
    """A tensor of one number, of the element type and device of another tensor."""
    return aten.scalar_tensor.default(value, dtype=dtype or like.dtype, layout=torch.strided, device=like.device)


@_instead_of("where.ScalarOther")
def where_other(condition, x, other):
    return aten.where.self(condition, x, scalar(x, other))


@_instead_of("where.ScalarSelf")
def where_self(condition, x, other):
    return aten.where.self(condition, scalar(other, x), other)


@_instead_of("clamp_min.default")
def clamp_min(x, least):
    return aten.clamp.default(x, least)


@_instead_of("clamp_min.Tensor")
def clamp_min_of(x, least):
    return aten.clamp.Tensor(x, least)


@_instead_of("clamp_max.Tensor")
def clamp_max_of(x, most):
    return aten.clamp.Tensor(x, None, most)


@_instead_of("clamp_max.default")
def clamp_max(x, most):
    return aten.clamp.default(x, None, most)


@_instead_of("floor_divide.default")
def floor_divide(x, other):
    return aten.div.Tensor_mode(x, other, rounding_mode="floor")


@_instead_of("_prelu_kernel.default")
def prelu_kernel(x, weight):
    return aten.where.self(aten.gt.Scalar(x, 0), x, aten.mul.Tensor(weight, x))


@_instead_of("glu.default")
def glu(x, dim=-1):
    half = x.shape[dim] // 2
    dim %= x.dim()
    return aten.mul.Tensor(aten.slice.Tensor(x, dim, 0, half), aten.sigmoid.default(aten.slice.Tensor(x, dim, half, 2 * half)))


def real_part(x):
    """x, or the real parts of complex numbers."""
    return aten.select.int(aten.view_as_real.default(x), x.dim(), 0) if x.is_complex() else x


@_instead_of("logsumexp.default")
def logsumexp(x, dim, keepdim=False):
    most = aten.amax.default(real_part(x), dim, True)
    most = aten.where.self(aten.eq.Scalar(aten.abs.default(most), float("inf")), scalar(most, 0.0), most)
    back = most if keepdim else aten.squeeze.dims(most, dim)
    exponentials = aten.exp.default(aten.sub.Tensor(x, most))
    total = aten.sum.dim_IntList(exponentials, dim, True) if keepdim else aten.sum.dim_IntList(exponentials, dim)
    return aten.add.Tensor(aten.log.default(total), back)


@_instead_of("zeros_like.default")
def zeros_like(x, **options):
    return _filled(x, 0, options)


@_instead_of("ones_like.default")
def ones_like(x, **options):
    return _filled(x, 1, options)


def _filled(x, value, options):
    options = {k: v for k, v in options.items() if v is not None}
    return aten.full_like.default(x, value, **{"pin_memory": False, "memory_format": torch.preserve_format, **options})


@_instead_of("new_zeros.default")
def new_zeros(x, size, **options):
    return _new(x, size, 0, options)


@_instead_of("new_ones.default")
def new_ones(x, size, **options):
    return _new(x, size, 1, options)


def _new(x, size, value, options):
    dtype = options.get("dtype") or x.dtype
    return aten.full.default(size, bool(value) if dtype is torch.bool else value, dtype=dtype, layout=torch.strided, device=x.device, pin_memory=False)


@_instead_of("new_empty.default")
def new_empty(x, size, **options):
    return aten.empty.memory_format(size, dtype=options.get("dtype") or x.dtype, layout=torch.strided, device=x.device, pin_memory=False)


@_instead_of("group_norm.default")
def group_norm(x, groups, weight=None, bias=None, eps=1e-05, cudnn_enabled=True):
    n, c = x.shape[:2]
    return aten.native_group_norm.default(x, weight, bias, n, c, math.prod(x.shape[2:]), groups, eps)[0]


@_instead_of("native_batch_norm.default")
def native_batch_norm(x, weight, bias, mean, var, training, momentum, eps):
    if not training:
        return aten._native_batch_norm_legit_no_training.default(x, weight, bias, mean, var, momentum, eps)
    if mean is None:
        return aten._native_batch_norm_legit.no_stats(x, weight, bias, True, momentum, eps)
    out, saved_mean, saved_inverse, new_mean, new_var = aten._native_batch_norm_legit_functional.default(x, weight, bias, mean, var, True, momentum, eps)
    mean.copy_(new_mean)
    var.copy_(new_var)
    return out, saved_mean, saved_inverse


@_instead_of("linalg_vector_norm.default")
def linalg_vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None):
    where, kind = (dim, True) if keepdim else (dim,), dtype or x.dtype
    if ord not in (math.inf, -math.inf) and kind in (torch.bfloat16, torch.float16):
        return aten._to_copy.default(linalg_vector_norm(x, ord, dim, keepdim, dtype=torch.float32), dtype=kind)
    if kind != x.dtype:
        x = aten._to_copy.default(x, dtype=kind)
    if ord in (math.inf, -math.inf):
        most = aten.amax.default if ord > 0 else aten.amin.default
        return most(aten.abs.default(x), *((dim or [], True) if keepdim else () if dim is None else (dim,)))
    if ord == 0:
        return aten.sum.dim_IntList(aten.ne.Scalar(x, 0.0), *where, dtype=x.abs().dtype)
    if ord != 2 or x.is_complex():
        x = aten.abs.default(x)
    return aten.pow.Tensor_Scalar(aten.sum.dim_IntList(aten.pow.Tensor_Scalar(x, ord), *where), 1 / ord)


@_instead_of("zeros.default")
def zeros(size, **options):
    return _made(size, 0, options)


@_instead_of("ones.default")
def ones(size, **options):
    return _made(size, 1, options)


def _made(size, value, options):
    dtype = options.get("dtype") or torch.get_default_dtype()
    return aten.full.default(size, value, dtype=dtype, layout=torch.strided, device=options.get("device") or torch.device("cpu"), pin_memory=False)


@_instead_of("split.Tensor")
def split(x, split_size, dim=0):
    length = x.shape[dim]
    sizes = [min(split_size, length - start) for start in range(0, length, split_size)] if split_size else [0]
    return aten.split_with_sizes.default(x, sizes, dim)


@_instead_of("unbind.int")
def unbind(x, dim=0):
    parts = [aten.slice.Tensor(x, dim, i, i + 1) for i in range(x.shape[dim])]
    return [aten.squeeze.dims(part, [dim]) for part in parts]


@_instead_of("squeeze.default")
def squeeze_all(x):
    return aten.squeeze.dims(x, [*range(x.dim())])


@_instead_of("squeeze.dim")
def squeeze(x, dim):
    return aten.squeeze.dims(x, [dim])


@_instead_of("lerp.Scalar")
def lerp_by_number(x, end, weight):
    return lerp(x, end, aten.full.default([], weight, dtype=x.dtype, layout=torch.strided, device=x.device, pin_memory=False))


@_instead_of("lerp.Tensor")
def lerp(x, end, weight):
    beyond = aten.ge.Scalar(aten.abs.default(weight), 0.5)
    factor = aten.where.self(beyond, aten.sub.Tensor(weight, 1), weight)
    nearer = aten.where.self(beyond, end, x)
    return aten.add.Tensor(aten.mul.Tensor(factor, aten.sub.Tensor(end, x)), nearer)


@_instead_of("baddbmm.default")
def baddbmm(x, a, b, *, beta=1, alpha=1):
    product = aten.bmm.default(a, b)
    if alpha != 1:
        product = aten.mul.Tensor(product, alpha)
    return aten.add.Tensor(x if beta == 1 else aten.mul.Tensor(x, beta), product)


@_instead_of("mv.default")
def mv(x, vector):
    return aten.sum.dim_IntList(aten.mul.Tensor(x, vector), [1])


@_instead_of("dot.default")
def dot(x, y):
    return sum_all(aten.mul.Tensor(x, y))


@_instead_of("frac.default")
def frac(x):
    return aten.sub.Tensor(x, aten.trunc.default(x))


@_instead_of("deg2rad.default")
def deg2rad(x):
    return aten.mul.Tensor(x, torch.pi / 180)


@_instead_of("rad2deg.default")
def rad2deg(x):
    return aten.mul.Tensor(x, 180 / torch.pi)


@_instead_of("_unsafe_view.default")
def unsafe_view(x, size):
    return aten.view.default(x, size)


@_instead_of("numpy_T.default")
def numpy_t(x):
    return aten.permute.default(x, list(range(x.dim()))[::-1])


@_instead_of("mT.default")
def m_t(x):
    return transpose(x, -2, -1)


@_instead_of("detach.default")
def detach(x):
    return aten.alias.default(x)
