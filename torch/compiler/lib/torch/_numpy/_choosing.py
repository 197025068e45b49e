"""numpy's functions that choose elements, look for them and put them in order, on tensors."""

import torch

from torch._numpy._util import normalize_axis_index
from torch._numpy._values import _array, _defaults, _finish, _is_number


def where(condition, x=None, y=None):
    if (x is None) != (y is None):
        raise ValueError("either both or neither of x and y should be given")
    condition = _array(condition).to(torch.bool)
    if x is None:
        return torch.where(condition)
    return torch.where(condition, *(v if _is_number(v) else _array(v) for v in (x, y)))


def nonzero(a):
    return torch.nonzero(_array(a), as_tuple=True)


def take(a, indices, axis=None, out=None, mode="raise"):
    a, indices = _array(a), _array(indices)
    if axis is None:
        return a.flatten()[indices]
    axis %= a.ndim
    if indices.ndim == 0:
        return torch.select(a, axis, indices)
    return torch.index_select(a, axis, indices.flatten()).reshape(a.shape[:axis] + indices.shape + a.shape[axis + 1:])


def take_along_axis(arr, indices, axis):
    return torch.take_along_dim(_array(arr), _array(indices), axis)


def _sortable(a):
    a = _array(a)
    if a.dtype.is_complex:
        raise NotImplementedError(f"sorting {a.dtype} is not supported")
    return a


def sort(a, axis=-1, kind=None, order=None):
    _defaults(order=order)
    a = _sortable(a)
    return torch.sort(a.flatten() if axis is None else a, dim=-1 if axis is None else normalize_axis_index(axis, a.ndim), stable=True)[0]


def argsort(a, axis=-1, kind=None, order=None):
    _defaults(order=order)
    a = _sortable(a)
    return torch.argsort(a.flatten() if axis is None else a, dim=-1 if axis is None else normalize_axis_index(axis, a.ndim), stable=True)


def searchsorted(a, v, side="left", sorter=None):
    return torch.searchsorted(_array(a), _array(v), side=side)


def clip(a, a_min=None, a_max=None, out=None, *, min=None, max=None):
    low, high = a_min if a_min is not None else min, a_max if a_max is not None else max
    return _finish(torch.clamp(_array(a), None if low is None else _array(low), None if high is None else _array(high)), out)


def extract(condition, arr):
    return _array(arr)[_array(condition).to(torch.bool)]
