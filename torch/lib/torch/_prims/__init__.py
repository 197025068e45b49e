"""The primitives that references are written in: operators of torch.ops.prims that neither broadcast nor promote."""

import enum
import functools

import torch
import torch._prims_common as utils
from torch._library.operator import Operator
from torch._prims import context
from torch._prims._table import BINARY, OTHERS, UNARY

__all__ = ["RETURN_TYPE"]


class RETURN_TYPE(enum.Enum):
    """What a primitive gives: new tensors, a view, its argument changed, or none."""

    NEW = 0
    VIEW = 1
    INPLACE = 2
    NONE = 3


def _defined(name, schema, function):
    operator = Operator(f"prims::{name}{schema}", ())
    for key in ("CPU", "CompositeExplicitAutograd"):
        operator.register_kernel(key, function, False)
    globals()[name] = operator.overload
    __all__.append(name)


def _like(first, others):
    """Raises where tensors differ in type or shape: nothing is promoted or broadcast."""
    for x in others:
        if x.dtype != first.dtype:
            raise RuntimeError(f"Tensor with dtype {x.dtype} is not the expected dtype of {first.dtype}!")
    for x in others:
        if x.shape != first.shape:
            raise RuntimeError(f"Shape {x.shape} is not the expected shape {first.shape}!")


def _of_two(function):
    @functools.wraps(function)
    def checked(self, other):
        _like(self, (other,))
        return function(self, other)

    return checked


for _name, _function in UNARY.items():
    _defined(_name, "(Tensor self) -> Tensor", _function)
for _name, _function in BINARY.items():
    _defined(_name, "(Tensor self, Tensor other) -> Tensor", _of_two(_function))
for _schema, _function in OTHERS.items():
    _name, _, _rest = _schema.partition("(")
    _defined(_name, "(" + _rest, _function)


_defined("_tensor_version", "(Tensor self) -> SymInt", lambda self: self._version)


def expand_dims(a, dimensions, ndim=None):
    """A view with dimensions of size 1, at places of the result."""
    dims = sorted(utils.canonicalize_dims(a.ndim if ndim is None else ndim, dimensions))
    if len(set(dims)) != len(dims):
        raise ValueError(f"Received duplicate dimensions to expand in {dimensions}")
    for d in dims:
        a = a.unsqueeze(d)
    return a


__all__.append("expand_dims")
