"""numpy's reductions and running sums, on tensors."""

import torch

from torch._numpy._util import normalize_axis_index
from torch._numpy._values import _array, _defaults, _dtype, _finish, _floating, _shape


def _reduced(f, a, axis, keepdims):
    """f over axes, all of them for None. Over no axis each element is reduced by itself."""
    if isinstance(axis, (tuple, list)) and len(axis) == 0 or a.ndim == 0 and axis is None:
        return f(a.unsqueeze(0), 0, False)
    if axis is None:
        axis = tuple(range(a.ndim))
    return f(a, axis, bool(keepdims))


def _over_one_axis(f, a, axis, keepdims):
    """f, which takes no more than one axis."""
    if isinstance(axis, (tuple, list)):
        if len(axis) == 0:
            return f(a.unsqueeze(0), 0, False)
        if len(axis) > 1:
            raise NotImplementedError("does not handle tuple axis")
        axis = axis[0]
    if axis is None:
        result = f(a)
        return result.reshape([1] * a.ndim) if keepdims else result
    return f(a, axis, bool(keepdims))


def sum(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None):
    _defaults(where=where, initial=initial)
    a = _array(a)
    result = torch.sum(a, dtype=_dtype(dtype)) if axis is None and not keepdims else _reduced(lambda a, d, k: torch.sum(a, d, k, dtype=_dtype(dtype)), a, axis, keepdims)
    return _finish(result, out)


def prod(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None):
    _defaults(where=where, initial=initial)
    a = _array(a)
    return _finish(_over_one_axis(lambda a, *where: torch.prod(a, *where, dtype=_dtype(dtype)), a, axis, keepdims), out)


def mean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=None):
    _defaults(where=where)
    a = _floating(a)
    return _finish(_reduced(lambda a, d, k: torch.mean(a, d, k, dtype=_dtype(dtype)), a, axis, keepdims), out)


average = mean


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=None):
    _defaults(where=where)
    return _finish(_reduced(lambda a, d, k: torch.var(a, d, correction=ddof, keepdim=k), _floating(a).to(_dtype(dtype, _floating(a).dtype)), axis, keepdims), out)


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=None):
    _defaults(where=where)
    return _finish(_reduced(lambda a, d, k: torch.std(a, d, correction=ddof, keepdim=k), _floating(a).to(_dtype(dtype, _floating(a).dtype)), axis, keepdims), out)


def amax(a, axis=None, out=None, keepdims=False, initial=None, where=None):
    _defaults(where=where, initial=initial)
    return _finish(torch.amax(_array(a)) if axis is None and not keepdims else _reduced(torch.amax, _array(a), axis, keepdims), out)


def amin(a, axis=None, out=None, keepdims=False, initial=None, where=None):
    _defaults(where=where, initial=initial)
    return _finish(torch.amin(_array(a)) if axis is None and not keepdims else _reduced(torch.amin, _array(a), axis, keepdims), out)


max, min = amax, amin


def ptp(a, axis=None, out=None, keepdims=False):
    return _finish(amax(a, axis, keepdims=keepdims) - amin(a, axis, keepdims=keepdims), out)


def _ordered(a, name):
    """The array in a type that has an order in torch."""
    a = _array(a)
    if a.dtype.is_complex:
        raise NotImplementedError(f"{name} with dtype={a.dtype}.")
    return a.to(torch.uint8) if a.dtype == torch.bool else a


def argmax(a, axis=None, out=None, *, keepdims=False):
    return _finish(_over_one_axis(torch.argmax, _ordered(a, "argmax"), axis, keepdims), out)


def argmin(a, axis=None, out=None, *, keepdims=False):
    return _finish(_over_one_axis(torch.argmin, _ordered(a, "argmin"), axis, keepdims), out)


def all(a, axis=None, out=None, keepdims=False, *, where=None):
    _defaults(where=where)
    return _finish(_over_one_axis(torch.all, _array(a), axis, keepdims), out)


def any(a, axis=None, out=None, keepdims=False, *, where=None):
    _defaults(where=where)
    return _finish(_over_one_axis(torch.any, _array(a), axis, keepdims), out)


def count_nonzero(a, axis=None, *, keepdims=False):
    a = _array(a)
    result = _reduced(lambda a, d, k: torch.count_nonzero(a, d), a, axis, False)
    if not keepdims:
        return result
    gone = {d % a.ndim for d in (range(a.ndim) if axis is None else _shape(axis))} if a.ndim else ()
    return result.reshape([1 if d in gone else n for d, n in enumerate(a.shape)])


def cumsum(a, axis=None, dtype=None, out=None):
    a = _array(a)
    dtype = _dtype(dtype, a.dtype)
    if dtype == torch.bool:
        raise NotImplementedError('"cumsum_out_cpu" not implemented for \'Bool\'')
    return _finish(torch.cumsum(a.flatten() if axis is None else a, 0 if axis is None else normalize_axis_index(axis, a.ndim), dtype=dtype), out)


def cumprod(a, axis=None, dtype=None, out=None):
    a = _array(a)
    dtype = _dtype(dtype, a.dtype)
    if dtype == torch.bool:
        raise NotImplementedError('"cumprod_out_cpu" not implemented for \'Bool\'')
    return _finish(torch.cumprod(a.flatten() if axis is None else a, 0 if axis is None else normalize_axis_index(axis, a.ndim), dtype=dtype), out)


def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    _defaults(overwrite_input=overwrite_input)
    return quantile(a, 0.5, axis, out, overwrite_input, keepdims=keepdims)


def percentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    q = _array(q)
    return quantile(a, (q if q.dtype.is_floating_point else q.to(torch.float64)) / 100.0, axis, out, overwrite_input, method, keepdims)


def quantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    """The quantiles stand first. Over all elements q is a row too, even one number; keepdims puts the axis back where it was, counted with the row of quantiles."""
    _defaults(overwrite_input=overwrite_input)
    a = _array(a)
    if a.dtype not in (torch.float32, torch.float64):
        a = a.to(torch.float32 if a.dtype == torch.float16 else torch.float64)
    q = _array(q).to(a.dtype)
    if isinstance(axis, (tuple, list)):
        if len(axis) != 1:
            raise NotImplementedError("does not handle tuple axis")
        axis, = axis
    if axis is None:
        result = torch.quantile(a.flatten(), q.flatten(), 0, interpolation=method)
        return _finish(result.expand([1] * a.ndim) if keepdims else result, out)
    result = torch.quantile(a, q, axis, interpolation=method)
    return _finish(result.unsqueeze(axis) if keepdims else result, out)
