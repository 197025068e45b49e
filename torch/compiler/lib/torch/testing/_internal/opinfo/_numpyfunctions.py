"""Operators in terms of numpy, for those of op_db that are no function of numpy by another name."""

import math

import numpy as np
from torch.testing._internal.opinfo.utils import np_unary_ufunc_integer_promotion_wrapper


def _scaled(name):
    """add or subtract with torch's alpha."""
    function = getattr(np, name)

    def reference(a, b, alpha=1):
        return function(a, b) if alpha == 1 else function(a, np.multiply(alpha, b))

    return reference


def _floats(x):
    return x.astype(np.float32) if x.dtype.kind in "biu" else x


def _wide(function):
    """function of half precision computed in single precision."""
    def reference(x, *args, **kwargs):
        return function(x.astype(np.float32), *args, **kwargs).astype(np.float16) if x.dtype == np.float16 else function(x, *args, **kwargs)

    return reference


def _sigmoid(x):
    return 1 / (1 + np.exp(-x))


def _softplus(x, beta=1, threshold=20):
    scaled = beta * x
    return np.where(scaled > threshold, x, np.log1p(np.exp(np.minimum(scaled, threshold))) / beta).astype(x.dtype)


def _elu(x, alpha=1.0, scale=1.0):
    return (scale * np.where(x > 0, x, alpha * np.expm1(np.minimum(x, 0)))).astype(x.dtype)


def _celu(x, alpha=1.0):
    return np.maximum(x, 0) + np.minimum(alpha * np.expm1(np.minimum(x, 0) / alpha), 0)


def _clamp(x, min=None, max=None):
    """The lower bound first: of two bounds that cross, the upper one counts."""
    dtype = np.result_type(x, *(b for b in (min, max) if b is not None))
    x = np.asarray(x).astype(dtype)
    if min is not None:
        x = np.maximum(x, min)
    return x if max is None else np.minimum(x, max)


def _floor_divide(a, b):
    out = np.floor_divide(a, b)
    if out.dtype.kind == "f" and b.dtype.kind == "f":
        out = np.where((b == 0) & (out == out), a / b, out)  # torch divides by zero as floats do
    return out


def _extremes(x, dim=None, keepdim=False):
    return np.amin(x, axis=dim, keepdims=keepdim), np.amax(x, axis=dim, keepdims=keepdim)


def _diff(x, n=1, dim=-1, prepend=None, append=None):
    given = {key: value for key, value in (("prepend", prepend), ("append", append)) if value is not None}
    return np.diff(x, n, dim, **given)


def _add_batches(x, a, b, beta=1, alpha=1):
    product = alpha * np.sum(np.matmul(a, b), axis=0)
    return (product if beta == 0 else beta * x + product).astype(x.dtype)


def _standardized(x, axes, eps):
    mean, var = x.mean(axes, keepdims=True), x.var(axes, keepdims=True)
    rstd = 1 / np.sqrt(var + eps)
    return (x - mean) * rstd, mean, rstd


def _layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    return _native_layer_norm(x, normalized_shape, weight, bias, eps)[0]


def _native_layer_norm(x, normalized_shape, weight, bias, eps):
    axes = tuple(range(x.ndim - len(normalized_shape), x.ndim))
    out, mean, rstd = _standardized(x, axes, eps)
    out = out if weight is None else out * weight
    return (out if bias is None else out + bias), mean, rstd


def _group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    out, _, _ = _standardized(x.reshape(x.shape[0], num_groups, -1), (2,), eps)
    out = out.reshape(x.shape)
    shape = (1, -1) + (1,) * (x.ndim - 2)
    out = out if weight is None else out * weight.reshape(shape)
    return out if bias is None else out + bias.reshape(shape)


def _native_group_norm(x, weight, bias, N, C, HxW, group, eps):
    out, mean, rstd = _standardized(x.reshape(N, group, -1), (2,), eps)
    out = out.reshape(N, C, HxW)
    out = out if weight is None else out * weight.reshape(1, C, 1)
    out = out if bias is None else out + bias.reshape(1, C, 1)
    return out.reshape(x.shape), mean.reshape(N, group), rstd.reshape(N, group)


def _rms_norm(x, normalized_shape, weight=None, eps=None):
    axes = tuple(range(x.ndim - len(normalized_shape), x.ndim))
    eps = np.finfo(x.real.dtype).eps if eps is None else eps
    out = x / np.sqrt((x * x).mean(axes, keepdims=True) + eps)
    return out if weight is None else out * weight


def _loss(function):
    """A loss with torch's reduction."""
    def reference(input, target, *, size_average=True, reduce=True, reduction="mean", **kwargs):
        out = function(input, target, **kwargs)
        if reduction == "none" or not reduce:
            return out
        return out.sum() if reduction == "sum" or not size_average else out.mean()

    return reference


def _smooth_l1(a, b, beta=1.0):
    d = np.abs(a - b)
    return np.where(d < beta, d * d / (2 * beta) if beta else d, d - beta / 2).astype(d.dtype)


def _pairwise_distance(a, b, p=2.0, eps=1e-6, keepdim=False):
    d = np.abs(a - b + eps)
    if math.isinf(p):
        return d.max(-1, keepdims=keepdim)
    return np.sum(d ** p, axis=-1, keepdims=keepdim) ** (1 / p)


def _pdist(x, p=2):
    rows, columns = np.triu_indices(x.shape[0], 1)
    d = np.abs(x[rows] - x[columns])
    if p == 0:
        return (d != 0).sum(-1).astype(x.dtype)
    return (d.max(-1) if math.isinf(p) else (d ** p).sum(-1) ** (1 / p)).astype(x.dtype)


def _flatten(x, start_dim=0, end_dim=-1):
    if x.ndim == 0:
        return x.reshape(1)
    start, end = start_dim % x.ndim, end_dim % x.ndim
    return x.reshape(x.shape[:start] + (-1,) + x.shape[end + 1:])


def _searchsorted(sorted_sequence, values, out_int32=False, right=False, side="left", sorter=None):
    side = "right" if right or side == "right" else "left"
    if sorted_sequence.ndim == 1:
        found = np.searchsorted(sorted_sequence, values, side, sorter)
        return found.astype(np.int32) if out_int32 else found
    if sorted_sequence.size == 0:
        return np.zeros(values.shape, np.int32 if out_int32 else np.int64)
    out = np.empty(values.shape, np.int32 if out_int32 else np.int64)
    for at in np.ndindex(sorted_sequence.shape[:-1]):
        out[at] = np.searchsorted(sorted_sequence[at], values[at], side, None if sorter is None else sorter[at])
    return out


def _cat(arrays, dim=0):
    full = [a for a in arrays if a.shape != (0,)]
    return np.concatenate(full or arrays, axis=dim)


def _squeeze(x, dim=None):
    if dim is None:
        return np.squeeze(x)
    dims = [d % max(x.ndim, 1) for d in (dim if isinstance(dim, (list, tuple)) else (dim,))]
    return np.squeeze(x, tuple(d for d in dims if x.ndim and x.shape[d] == 1))


def _unbind(x, dim=0):
    return tuple(np.squeeze(part, dim) for part in np.split(x, x.shape[dim], dim))


def _triangle(function):
    def reference(h, w, offset=0, dtype=np.int64, device=None, layout=None):
        return np.array(function(h, offset, w), dtype=np.int64)

    return reference


def _where(x, condition, other, **kwargs):
    return np.where(condition, x, other)


def _one_hot(x, num_classes=-1):
    classes = int(x.max()) + 1 if num_classes == -1 else num_classes
    return (x[..., None] == np.arange(classes)).astype(np.int64)


def _transposed_convolution(x, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """Every element of the input adds its multiple of the kernel to the output."""
    n = weight.ndim - 2
    several = lambda v: (v,) * n if isinstance(v, int) else tuple(v) * (n if len(v) == 1 else 1)
    stride, padding, output_padding, dilation = map(several, (stride, padding, output_padding, dilation))
    batched = x.ndim == n + 2
    x = x if batched else x[None]
    per_group, outs = weight.shape[0] // groups, weight.shape[1]
    full = [(x.shape[2 + i] - 1) * stride[i] + dilation[i] * (weight.shape[2 + i] - 1) + 1 + output_padding[i] for i in range(n)]
    out = np.zeros((x.shape[0], outs * groups, *full), dtype=np.result_type(x, weight))
    for group in range(groups):
        taken = slice(group * per_group, (group + 1) * per_group)
        for at in np.ndindex(weight.shape[2:]):
            part = np.einsum("bi...,io->bo...", x[:, taken], weight[taken][(slice(None), slice(None), *at)])
            place = tuple(slice(at[i] * dilation[i], at[i] * dilation[i] + (x.shape[2 + i] - 1) * stride[i] + 1, stride[i]) for i in range(n))
            out[(slice(None), slice(group * outs, (group + 1) * outs), *place)] += part
    out = out[(slice(None), slice(None), *(slice(p, s - p) for p, s in zip(padding, full)))]
    out = out if bias is None else out + bias.reshape(1, -1, *(1,) * n)
    return out if batched else out[0]


def _vander(x, N=None):
    powers = np.arange(x.shape[-1] if N is None else N)
    return x[..., None] ** powers


def _sgn(x):
    if x.dtype.kind != "c":
        return np.sign(x)
    size = np.abs(x)
    return np.where(size == 0, 0, x / np.where(size == 0, 1, size)).astype(x.dtype)


FUNCTIONS = {
    **{name: np_unary_ufunc_integer_promotion_wrapper(getattr(np, name)) for name in "cosh exp exp2 expm1 reciprocal sinh".split()},
    "add": _scaled("add"), "sub": _scaled("subtract"), "item": np.ndarray.item, "clamp": _clamp, "clamp_min": lambda x, min: _clamp(x, min), "clamp_max": lambda x, max: _clamp(x, max=max),
    "addbmm": _add_batches, "diff": _diff, "equal": np.array_equal, "frac": lambda x: np.modf(x)[0], "floor_divide": _floor_divide, "heaviside": lambda x, y: np.heaviside(x, y).astype(x.dtype),
    "aminmax": _extremes, "native_group_norm": _native_group_norm, "native_layer_norm": _native_layer_norm, "nn_functional_relu": lambda x, inplace=False: np.maximum(x, 0),
    **{f"nn_functional_conv_transpose{n}d": _transposed_convolution for n in (1, 2, 3)},
    "nn_functional_group_norm": _group_norm, "nn_functional_layer_norm": _layer_norm, "nn_functional_rms_norm": _rms_norm, "nn_functional_elu": _elu,
    "nn_functional_prelu": lambda x, weight: np.where(x > 0, x, weight * x).astype(x.dtype), "nn_functional_celu": _celu,
    "nn_functional_selu": lambda x, inplace=False: _elu(x, 1.6732632423543772, 1.0507009873554805), "nn_functional_silu": _wide(lambda x, inplace=False: x * _sigmoid(x)),
    "nn_functional_silu_complex": lambda x, inplace=False: x * _sigmoid(x), "nn_functional_hardsigmoid": _wide(lambda x: np.clip(x + 3, 0, 6) / 6),
    "nn_functional_logsigmoid": _wide(lambda x: np.minimum(x, 0) - np.log1p(np.exp(-np.abs(x)))), "nn_functional_mish": _wide(lambda x: x * np.tanh(_softplus(x, 1, 100))),
    "nn_functional_softsign": lambda x: _floats(x) / (1 + np.abs(x)), "nn_functional_tanhshrink": lambda x: x - np.tanh(x),
    "nn_functional_threshold": lambda x, threshold, value: np.where(x <= threshold, value, x).astype(x.dtype), "view_copy": lambda x, size: np.reshape(x, size).copy(),
    "sinc": _wide(np.sinc), "sign": lambda x: x if x.dtype.kind == "b" else np.sign(x), "sgn": lambda x: x if x.dtype.kind == "b" else _sgn(x), "rsqrt": lambda x: np.reciprocal(np.sqrt(_floats(x))),
    "meshgrid_variadic_tensors": lambda *x, indexing="ij": np.meshgrid(*x, indexing=indexing), "flatten": _flatten, "searchsorted": _searchsorted, "cat": _cat, "unbind": _unbind, "unbind_copy": _unbind,
    **{name: _squeeze for name in ("squeeze", "squeeze_multiple", "squeeze_copy")},
    "fill": lambda x, value: np.full_like(x, value), "transpose": np.swapaxes, "triu_indices": _triangle(np.triu_indices), "tril_indices": _triangle(np.tril_indices),
    "nn_functional_smooth_l1_loss": _loss(_smooth_l1), "nn_functional_l1_loss": _loss(lambda a, b: np.abs(a - b)), "nn_functional_mse_loss": _loss(lambda a, b: (a - b) ** 2), "where": _where,
    "nn_functional_one_hot": _one_hot, "nn_functional_softplus": _softplus, "nn_functional_pdist": _pdist, "nn_functional_pairwise_distance": _pairwise_distance,
    "diagflat": lambda x, offset=0: np.diagflat(x, offset), "linalg_cross": lambda a, b, dim=-1: np.cross(a, b, axis=dim),
    "linalg_vecdot": lambda a, b, *, dim=-1: np.sum(a.conj() * b, axis=dim), "linalg_vander": _vander, "linalg_tensorsolve": lambda a, b, dims=None: np.linalg.tensorsolve(a, b, axes=dims),
}
