"""Operators that are not of the core set, in terms of those that are."""

import torch

__all__ = ["core_decompositions"]

_TABLE = []


def _instead_of(*names):
    """Registers a function for operators of torch.ops.aten, by their names."""

    def register(f):
        _TABLE.extend((name, f) for name in names)
        return f

    return register


def core_decompositions():
    """Functions by operator."""
    table = {}
    for name, f in _TABLE:
        packet, overload = name.split(".")
        table[getattr(getattr(torch.ops.aten, packet), overload)] = f
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
    return aten.sqrt.default(aten.var.correction(x, *where, correction=1.0 if correction is None else correction, **more))


@_instead_of("mse_loss.default")
def mse_loss(x, target, reduction=1):
    squares = aten.pow.Tensor_Scalar(aten.sub.Tensor(x, target), 2)
    if reduction == 0:
        return squares
    return aten.mean.default(squares) if reduction == 1 else sum_all(squares)


@_instead_of("stack.default")
def stack(tensors, dim=0):
    dim %= tensors[0].dim() + 1
    shape = list(tensors[0].shape)
    if dim == 0:
        return aten.view.default(aten.cat.default(tensors), [len(tensors), *shape])
    return aten.cat.default([aten.unsqueeze.default(x, dim) for x in tensors], dim)


@_instead_of("addcmul.default")
def addcmul(x, a, b, *, value=1):
    return aten.add.Tensor(x, aten.mul.Tensor(aten.mul.Tensor(a, value), b))


@_instead_of("addcdiv.default")
def addcdiv(x, a, b, *, value=1):
    return aten.add.Tensor(x, aten.mul.Tensor(aten.div.Tensor(a, b), value))


@_instead_of("rsub.Scalar", "rsub.Tensor")
def rsub(x, other, alpha=1):
    return aten.sub.Tensor(other, x) if alpha == 1 else aten.sub.Tensor(other, aten.mul.Tensor(x, alpha))


@_instead_of("masked_fill.Scalar", "masked_fill.Tensor")
def masked_fill(x, mask, value):
    if not isinstance(value, torch.Tensor):
        value = aten.scalar_tensor.default(value, dtype=x.dtype, layout=torch.strided, device=x.device)
    return aten.where.self(mask, value, x)


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
    return aten.full.default(size, value, dtype=dtype, layout=torch.strided, device=x.device, pin_memory=False)


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


@_instead_of("squeeze.dim")
def squeeze(x, dim):
    return aten.squeeze.dims(x, [dim])


@_instead_of("lerp.Scalar", "lerp.Tensor")
def lerp(x, end, weight):
    return aten.add.Tensor(x, aten.mul.Tensor(aten.sub.Tensor(end, x), weight))


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
