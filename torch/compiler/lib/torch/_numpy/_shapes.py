"""numpy's functions that give elements another order or place, on tensors."""

import torch

from torch._numpy._util import normalize_axis_tuple
from torch._numpy._values import _array, _defaults, _dtype, _dtype_name, _finish, _operands, _shape


def shape(a):
    return tuple(_array(a).shape)


def ndim(a):
    return _array(a).ndim


def size(a, axis=None):
    a = _array(a)
    return a.numel() if axis is None else a.shape[axis]


def reshape(a, *newshape, order="C"):
    _defaults(order=order)
    newshape = newshape[0] if len(newshape) == 1 else newshape
    return _array(a).reshape(_shape(newshape))


def ravel(a, order="C"):
    _defaults(order=order)
    return _array(a).flatten()


def flatten(a, order="C"):
    _defaults(order=order)
    return _array(a).flatten().clone()


def transpose(a, *axes):
    a = _array(a)
    if len(axes) == 1 and (axes[0] is None or isinstance(axes[0], (tuple, list))):
        axes = axes[0]
    return a.permute(tuple(axes or reversed(range(a.ndim))))


def swapaxes(a, axis1, axis2):
    return torch.swapaxes(_array(a), axis1, axis2)


def moveaxis(a, source, destination):
    return torch.moveaxis(_array(a), source, destination)


def squeeze(a, axis=None):
    a = _array(a)
    return torch.squeeze(a) if axis is None else torch.squeeze(a, axis)


def expand_dims(a, axis):
    a = _array(a)
    if not isinstance(axis, tuple):
        return torch.unsqueeze(a, axis)
    ndim = a.ndim + len(axis)
    if len({d % ndim for d in axis}) != len(axis):
        raise ValueError("repeated axis")
    places = {d % ndim for d in axis}
    sizes = iter(a.shape)
    return a.reshape([1 if d in places else next(sizes) for d in range(ndim)])


def _joined(arrays):
    return _operands(*[_array(a) for a in arrays])


def _cast_to(arrays, dtype, casting):
    """The arrays in a type, which the rule must allow."""
    if dtype is None:
        return arrays
    import numpy

    dtype = _dtype(dtype)
    for a in arrays:
        if not numpy.can_cast(_dtype_name(a.dtype), _dtype_name(dtype), casting=casting):
            raise TypeError(f"Cannot cast array data from {a.dtype} to {dtype} according to the rule '{casting}'")
    return [a.to(dtype) for a in arrays]


def concatenate(ar_tuple, axis=0, out=None, dtype=None, casting="same_kind"):
    if out is not None and dtype is not None:
        raise TypeError("concatenate() only takes `out` or `dtype` as an argument, but both were provided.")
    if len(ar_tuple) == 0:
        raise ValueError("need at least one array to concatenate")
    arrays = _cast_to(_joined(ar_tuple), dtype, casting)
    if axis is None:
        arrays, axis = [a.flatten() for a in arrays], 0
    return _finish(torch.cat(arrays, axis), out)


def stack(arrays, axis=0, out=None, *, dtype=None, casting="same_kind"):
    if len(arrays) == 0:
        raise ValueError("need at least one array to concatenate")
    return _finish(torch.stack(_cast_to(_joined(arrays), dtype, casting), axis), out)


def vstack(tup, *, dtype=None, casting="same_kind"):
    return torch.vstack(_cast_to(_joined(tup), dtype, casting))


def hstack(tup, *, dtype=None, casting="same_kind"):
    return torch.hstack(_cast_to(_joined(tup), dtype, casting))


def dstack(tup, *, dtype=None, casting="same_kind"):
    return torch.dstack(_cast_to(_joined(tup), dtype, casting))


def column_stack(tup, *, dtype=None, casting="same_kind"):
    return torch.column_stack(_cast_to(_joined(tup), dtype, casting))


row_stack = vstack


def split(ary, indices_or_sections, axis=0):
    return tuple(torch.tensor_split(_array(ary), indices_or_sections, axis))


array_split = split


def tile(A, reps):
    return torch.tile(_array(A), _shape(reps))


def repeat(a, repeats, axis=None):
    return torch.repeat_interleave(_array(a), repeats, axis)


def flip(m, axis=None):
    m = _array(m)
    return torch.flip(m, tuple(range(m.ndim)) if axis is None else _shape(axis))


def fliplr(m):
    return torch.fliplr(_array(m))


def flipud(m):
    return torch.flipud(_array(m))


def roll(a, shift, axis=None):
    return torch.roll(_array(a), shift, axis)


def rot90(m, k=1, axes=(0, 1)):
    m = _array(m)
    return torch.rot90(m, k, normalize_axis_tuple(axes, m.ndim))


def broadcast_to(array, shape, subok=False):
    _defaults(subok=subok)
    return _array(array).expand(_shape(shape))


def broadcast_arrays(*args, subok=False):
    _defaults(subok=subok)
    return tuple(torch.broadcast_tensors(*[_array(a) for a in args]))


def _one_or_list(made):
    return list(made) if isinstance(made, tuple) else made


def atleast_1d(*arys):
    return _one_or_list(torch.atleast_1d(*[_array(a) for a in arys]))


def atleast_2d(*arys):
    return _one_or_list(torch.atleast_2d(*[_array(a) for a in arys]))


def atleast_3d(*arys):
    return _one_or_list(torch.atleast_3d(*[_array(a) for a in arys]))
