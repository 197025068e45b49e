"""numpy's functions of numbers and products, on tensors."""

import torch

from torch._numpy._elementwise import _in_bytes, imag
from torch._numpy._shapes import _joined
from torch._numpy._util import normalize_axis_index
from torch._numpy._values import _array, _defaults, _dtype, _finish, _floating, _is_number, _operands, _strong


def around(a, decimals=0, out=None):
    a = _array(a)
    return _finish(torch.round(a, decimals=decimals) if a.dtype.is_floating_point else a.clone(), out)


round = around


def astype(a, dtype, order="K", casting="unsafe", subok=True, copy=True):
    _defaults(order=order, subok=subok)
    return a.to(_dtype(dtype), copy=bool(copy))


def isclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
    a, b = _strong(a, b)
    return torch.isclose(_floating(a), _floating(b), rtol, atol, equal_nan)


def diff(a, n=1, axis=-1, prepend=None, append=None):
    a = _array(a)
    axis = normalize_axis_index(axis, a.ndim)
    if n < 0:
        raise ValueError(f"order must be non-negative but got {n}")
    if n == 0:
        return a
    ends = [None if end is None else _array(end) for end in (prepend, append)]
    ends = [end if end is None or end.ndim else end.expand([1 if d == axis % a.ndim else size for d, size in enumerate(a.shape)]) for end in ends]
    return torch.diff(a, n, axis, *ends)


def vdot(a, b):
    a, b = _strong(a, b)
    return _in_bytes(torch.vdot, a.flatten(), b.flatten())


def inner(a, b):
    return _in_bytes(torch.inner, *_strong(a, b))


def outer(a, b, out=None):
    return _finish(torch.outer(_array(a), _array(b)), out)


def tensordot(a, b, axes=2):
    a, b = _strong(a, b)
    return _in_bytes(lambda a, b: torch.tensordot(a, b, axes), a, b)


def einsum(*operands, out=None, dtype=None, order="K", casting="safe", optimize=False):
    """The sum of products that the subscripts, a text first or a list after each array, ask for."""
    if isinstance(operands[0], str):
        subscripts, arrays = operands[:1], operands[1:]
        return _finish(torch.einsum(*subscripts, *_joined(arrays)), out, dtype)
    arrays = _joined(operands[:len(operands) // 2 * 2:2])
    given = [part for pair in zip(arrays, operands[1::2]) for part in pair]
    return _finish(torch.einsum(*given, *operands[len(given):]), out, dtype)


def kron(a, b):
    return torch.kron(_array(a), _array(b))


def trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    return _finish(torch.diagonal(_array(a), offset, axis1, axis2).sum(-1), out, dtype)


def cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    return torch.linalg.cross(*_operands(a, b), dim=-1 if axis is None else axis)


def _variables(x, y, rowvar, dtype):
    """The rows of both arrays. Only where there are two of them can variables be columns."""
    x = _array(x)
    if y is not None:
        x, y = (torch.atleast_2d(_array(v)) for v in (x, y))
        if not rowvar:
            x, y = (v if v.shape[0] == 1 else v.T for v in (x, y))
        x = torch.cat((x, y), dim=0)
    return x if dtype is None else x.to(_dtype(dtype))


def cov(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, *, dtype=None):
    weights = {key: None if v is None else _array(v) for key, v in (("fweights", fweights), ("aweights", aweights))}
    return torch.cov(_variables(m, y, rowvar, dtype), correction=(0 if bias else 1) if ddof is None else ddof, **weights)


def corrcoef(x, y=None, rowvar=True, bias=None, ddof=None, *, dtype=None):
    if bias is not None or ddof is not None:
        raise NotImplementedError
    return torch.corrcoef(_variables(x, y, rowvar, dtype))


def bincount(x, /, weights=None, minlength=0):
    x = _array(x)
    if x.numel() and (x.dtype.is_floating_point or x.dtype.is_complex):
        raise TypeError(f"Cannot cast array data from {x.dtype} to torch.int64 according to the rule 'safe'")
    return torch.bincount(x.to(torch.int64), None if weights is None else _array(weights), minlength)


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    return torch.nan_to_num(_array(x), nan, posinf, neginf)


def iscomplex(x):
    return imag(x) != 0


def isreal(x):
    return imag(x) == 0


def fill(a, value):
    a.fill_(value)


def _scalar(dtype):
    def function(value=0):
        return torch.as_tensor(value, dtype=dtype) if _is_number(value) else _array(value).to(dtype)

    return function


bool_, int8, int16, int32, int64, uint8 = map(_scalar, (torch.bool, torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8))
float16, float32, float64, complex64, complex128 = map(_scalar, (torch.float16, torch.float32, torch.float64, torch.complex64, torch.complex128))
