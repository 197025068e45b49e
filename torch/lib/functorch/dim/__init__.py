"""Dimensions as objects: a tensor that is indexed by them has them in place of positions, and operators take place for all of their elements."""

import torch

from . import _dims
from ._dims import Dim, DimensionBindError, DimensionMismatchError, DimList, Tensor, _Tensor, mapped, parts, with_dims
from ._index import getitem, setitem
from ._names import assigned_names

__all__ = ["Dim", "DimList", "DimensionBindError", "DimensionMismatchError", "Tensor", "cat", "dimlists", "dims", "index", "split", "stack"]


def _made(function, make, n, sizes):
    """As many dimensions as there are sizes or variables, one alone as it is."""
    if sizes is not None and n is not None and len(sizes) != n:
        raise ValueError(f"expected {n} sizes but found {len(sizes)}")
    if n is not None and not isinstance(n, int):
        raise TypeError(f"'{type(n).__name__}' object cannot be interpreted as an integer")
    assigned = assigned_names(2)
    count = n if n is not None else len(sizes) if sizes is not None else None
    if count is None:
        if assigned is None:
            raise SyntaxError(f"{function}() must be assigned to a sequence of variable names or have argument n specified")
        count = len(assigned[0])
    names = assigned[0] if assigned is not None and len(assigned[0]) == count else [None] * count
    out = tuple(make(names[k] or f"d{k}", sizes[k] if sizes is not None else None) for k in range(count))
    return out[0] if count == 1 and not (assigned is not None and assigned[1]) else out


def dims(n=None, sizes=None):
    """New dimensions, called as the variables that they are assigned to."""
    return _made("dims", Dim, n, sizes)


def dimlists(n=None, sizes=None):
    """New lists of dimensions."""
    return _made("dimlists", lambda name, size: DimList(size, name), n, sizes)


def stack(tensors, new_dim, dim=0):
    """The tensors along a new dimension."""
    if not len(tensors):
        raise ValueError("stack expects a non-empty sequence of tensors")
    new_dim.size = len(tensors)
    out, own = parts(mapped(torch.stack, tuple(tensors)))
    return with_dims(out, (*own, new_dim))


def cat(tensors, dim, new_dim):
    """The tensors one behind the other along a dimension, which is a new one."""
    for t in tensors:
        if isinstance(dim, Dim) and _dims.place(parts(t)[1], dim) is None:
            raise TypeError(f"Dimension {dim} does not exist in inputs")
    out, own = parts(mapped(torch.cat, tuple(_Tensor.order(t, dim) for t in tensors)))
    new_dim.size = out.shape[len(own)]
    return with_dims(out, (*own, new_dim))


def index(self, positions, dims):
    return _Tensor.index(self, positions, dims)


def split(tensor, split_size_or_sections, dim=0):
    return _Tensor.split(tensor, split_size_or_sections, dim)


# plain tensors take dimensions, too
torch.Tensor.__getitem__ = getitem
torch.Tensor.__setitem__ = setitem
torch.Tensor.expand = _Tensor.expand
torch.Tensor.split = _Tensor.split
torch.Tensor.index = _Tensor.index
