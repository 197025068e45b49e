"""numpy's functions that make arrays, on tensors."""

import builtins

import torch

from torch._numpy._shapes import stack
from torch._numpy._util import normalize_axis_index
from torch._numpy._values import _array, _defaults, _dtype, _is_number, _shape, array, asarray


ascontiguousarray = asanyarray = asfarray = asarray


def zeros(shape, dtype=float, order="C", *, like=None):
    _defaults(order=order, like=like)
    return torch.zeros(shape, dtype=_dtype(dtype))


def ones(shape, dtype=None, order="C", *, like=None):
    _defaults(order=order, like=like)
    return torch.ones(shape, dtype=_dtype(dtype, torch.float64))


def empty(shape, dtype=float, order="C", *, like=None):
    _defaults(order=order, like=like)
    return torch.empty(shape, dtype=_dtype(dtype))


def full(shape, fill_value, dtype=None, order="C", *, like=None):
    _defaults(order=order, like=like)
    value = asarray(fill_value)
    return torch.full(_shape(shape), fill_value, dtype=_dtype(dtype, value.dtype)) if _is_number(fill_value) else value.to(_dtype(dtype, value.dtype)).expand(_shape(shape)).clone()


def zeros_like(a, dtype=None, order="K", subok=False, shape=None):
    _defaults(order=order, subok=subok)
    return torch.zeros_like(_array(a), dtype=_dtype(dtype)) if shape is None else zeros(shape, _dtype(dtype, _array(a).dtype))


def ones_like(a, dtype=None, order="K", subok=False, shape=None):
    _defaults(order=order, subok=subok)
    return torch.ones_like(_array(a), dtype=_dtype(dtype)) if shape is None else ones(shape, _dtype(dtype, _array(a).dtype))


def empty_like(prototype, dtype=None, order="K", subok=False, shape=None):
    _defaults(order=order, subok=subok)
    return torch.empty_like(_array(prototype), dtype=_dtype(dtype)) if shape is None else empty(shape, _dtype(dtype, _array(prototype).dtype))


def full_like(a, fill_value, dtype=None, order="K", subok=False, shape=None):
    _defaults(order=order, subok=subok)
    return torch.full_like(_array(a), fill_value, dtype=_dtype(dtype, _array(a).dtype))


def arange(start=None, stop=None, step=1, dtype=None, *, like=None):
    _defaults(like=like)
    if stop is None:
        start, stop = 0, start
    if start is None:
        start = 0
    if builtins.any(isinstance(x, complex) or isinstance(x, torch.Tensor) and x.dtype.is_complex for x in (start, stop, step)):
        raise NotImplementedError
    if type(step) in (int, float) and step == 0:
        raise ZeroDivisionError("Maximum allowed size exceeded")
    whole = builtins.all(isinstance(x, (int, torch.SymInt)) or isinstance(x, torch.Tensor) and not x.dtype.is_floating_point for x in (start, stop, step))
    dtype = _dtype(dtype, torch.int64 if whole else torch.float64)
    if builtins.all(type(x) in (int, float) for x in (start, stop, step)) and (stop - start) * step < 0:
        return torch.empty(0, dtype=dtype)
    return torch.arange(start, stop, step, dtype=dtype) if not dtype.is_complex else torch.arange(start, stop, step, dtype=torch.float64).to(dtype)


def _evenly(endpoint, retstep, axis):
    """Refuses what the functions that space numbers leave out."""
    if axis != 0 or retstep or not endpoint:
        raise NotImplementedError


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
    _evenly(endpoint, retstep, axis)
    return torch.linspace(start, stop, num, dtype=_dtype(dtype, torch.float64))


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0):
    _evenly(endpoint, False, axis)
    return torch.logspace(start, stop, num, base=base, dtype=_dtype(dtype))


def geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0):
    """Numbers of one ratio, in the type of its logarithm: dtype changes nothing."""
    _evenly(endpoint, False, axis)
    start, stop = _array(start), _array(stop)
    base = torch.pow(stop / start, 1.0 / (num - 1))
    scale = torch.log(base)
    return torch.logspace(torch.log(start) / scale, torch.log(stop) / scale, num, base=base)


def eye(N, M=None, k=0, dtype=float, order="C", *, like=None):
    _defaults(order=order, like=like)
    M = N if M is None else M
    return torch.eye(N, M, dtype=_dtype(dtype)) if k == 0 else torch.diag(torch.ones(builtins.max(N, M), dtype=_dtype(dtype)), k)[:N, :M]


def identity(n, dtype=None, *, like=None):
    _defaults(like=like)
    return torch.eye(n, dtype=_dtype(dtype))


def copy(a, order="K", subok=False):
    _defaults(order=order, subok=subok)
    return _array(a).clone()


def diag(v, k=0):
    return torch.diag(_array(v), k)


def diagonal(a, offset=0, axis1=0, axis2=1):
    a = _array(a)
    return torch.diagonal(a, offset, normalize_axis_index(axis1, a.ndim), normalize_axis_index(axis2, a.ndim))


def tril(m, k=0):
    return torch.tril(_array(m), k)


def triu(m, k=0):
    return torch.triu(_array(m), k)


def vander(x, N=None, increasing=False):
    return torch.vander(_array(x), N, increasing)


def meshgrid(*xi, copy=True, sparse=False, indexing="xy"):
    """Views of the arrays over the whole grid, copies unless told otherwise; sparse leaves them as long as they are."""
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    rank = len(xi)
    made = [_array(x).reshape([-1 if d == i else 1 for d in range(rank)]) for i, x in enumerate(xi)]
    if indexing == "xy" and rank > 1:
        made = [x.transpose(0, 1) for x in made]
    if not sparse:
        made = torch.broadcast_tensors(*made)
    return [x.clone() if copy else x for x in made]
