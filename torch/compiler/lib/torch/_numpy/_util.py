"""Errors and helpers of arrays."""
import operator

import torch


class AxisError(ValueError, IndexError):
    pass


class ArgumentError(ValueError, RuntimeError):
    """What numpy calls a wrong value and torch a wrong call."""


class UFuncTypeError(TypeError, RuntimeError):
    pass


def is_sequence(seq):
    return not isinstance(seq, str) and hasattr(seq, "__len__") and hasattr(seq, "__iter__")


def normalize_axis_index(ax, ndim, argname=None):
    if not -ndim <= ax < ndim:
        raise AxisError(f"axis {ax} is out of bounds for array of dimension {ndim}")
    return ax % ndim


def normalize_axis_tuple(axis, ndim, argname=None, allow_duplicate=False):
    try:
        axis = (operator.index(axis),)
    except TypeError:
        pass
    axis = tuple(normalize_axis_index(a, ndim, argname) for a in axis)
    if not allow_duplicate and len(set(axis)) != len(axis):
        raise ValueError(f"repeated axis in `{argname}` argument" if argname else "repeated axis")
    return axis


def _coerce_to_tensor(obj, dtype=None, copy=False, ndmin=0):
    """What an array is made of, as a tensor of at least ndmin dimensions."""
    from torch._numpy import _functions

    if isinstance(obj, torch.Tensor):
        tensor = obj
    elif hasattr(obj, "tensor"):
        tensor = obj.tensor
    else:
        try:
            tensor = _functions.asarray(ndarrays_to_tensors(obj))
        except (TypeError, ValueError, RuntimeError) as e:
            raise NotImplementedError(f"failed to convert {obj} to ndarray. \nInternal error is: {e}.") from None
    if dtype is not None and tensor.dtype != dtype:
        tensor = tensor.to(dtype)
    elif copy:
        tensor = tensor.clone()
    while tensor.dim() < ndmin:
        tensor = tensor.unsqueeze(0)
    return tensor


def ndarrays_to_tensors(*inputs):
    """Arrays in the arguments, inside of lists and tuples too, replaced by their tensors."""
    from torch._numpy._ndarray import ndarray

    def one(x):
        if isinstance(x, ndarray):
            return x.tensor
        if type(x) in (list, tuple):
            return type(x)(one(v) for v in x)
        return x

    return one(inputs[0]) if len(inputs) == 1 else tuple(map(one, inputs))
