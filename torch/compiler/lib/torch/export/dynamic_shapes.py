"""Dims: names and ranges of the sizes that an exported program leaves open."""

import enum
import inspect
import sys

import torch

__all__ = ["Dim", "ShapesCollection", "dims"]


class _DimHintType(enum.Enum):
    AUTO = enum.auto()
    STATIC = enum.auto()
    DYNAMIC = enum.auto()


class _DimHint:
    """What export is to do with a size that has no name."""

    def __init__(self, type, min=None, max=None):
        self.type, self.min, self.max = type, min, max

    def __call__(self, min=None, max=None):
        return _DimHint(self.type, min, max)

    def __repr__(self):
        return f"DimHint({self.type.name})"


class Dim:
    """A size with a name, which is the same wherever the name stands."""

    AUTO = _DimHint(_DimHintType.AUTO)
    STATIC = _DimHint(_DimHintType.STATIC)
    DYNAMIC = _DimHint(_DimHintType.DYNAMIC)

    def __init__(self, name, *, min=None, max=None):
        least = 0 if min is None else min
        most = sys.maxsize if max is None else max
        if most < least:
            raise AssertionError(f"Cannot create Dim with inconsistent min={min}, max={max}")
        if not name.isidentifier():
            raise AssertionError(f"Dim name must be a valid identifier, got {name}")
        self.__name__, self.min, self.max = name, least, most

    def _derived(self, other, name, fn):
        return _DerivedDim(name, self, fn)

    def __add__(self, other):
        _int_only(other, "add")
        return _DerivedDim(f"{self.__name__} + {other}" if other >= 0 else f"{self.__name__} - {-other}", self, lambda x: x + other)

    def __radd__(self, other):
        return self + other

    def __sub__(self, other):
        _int_only(other, "subtract")
        return self + -other

    def __mul__(self, other):
        _int_only(other, "multiply")
        return _DerivedDim(f"{other}*{self.__name__}", self, lambda x: x * other)

    def __rmul__(self, other):
        return self * other

    def __repr__(self):
        parts = [repr(self.__name__)]
        if self.min:
            parts.append(f"min={self.min}")
        if self.max != sys.maxsize:
            parts.append(f"max={self.max}")
        return f"Dim({', '.join(parts)})"


class _DerivedDim(Dim):
    """A size that follows from a named one."""

    def __init__(self, name, root, fn):
        self.__name__, self.root, self.fn = name, root, fn
        self.min, self.max = 0, sys.maxsize


def _int_only(other, what):
    if type(other) is not int:
        raise NotImplementedError(f"Attempted to {what} {other} to a Dim, where an integer was expected. (Only increasing linear operations with integer coefficients are supported.)")


def dims(*names, min=None, max=None):
    """Several dims of one range."""
    return tuple(Dim(name, min=min, max=max) for name in names)


class ShapesCollection:
    """Dynamic shapes by tensor instead of by argument."""

    def __init__(self):
        self._shapes = {}

    def __setitem__(self, t, shape):
        self._shapes[id(t)] = (t, shape)

    def __getitem__(self, t):
        return self._shapes.setdefault(id(t), (t, {}))[1]

    def __len__(self):
        return len(self._shapes)

    def dynamic_shapes(self, m, args, kwargs=None):
        """The tree of shapes for arguments."""
        from torch.utils import _pytree as pytree

        found = {k: v[1] for k, v in self._shapes.items()}
        named = _bind(m, args, kwargs or {})
        return {name: pytree.tree_map(lambda t: found.get(id(t)) if isinstance(t, torch.Tensor) else None, value) for name, value in named.items()}


def _bind(m, args, kwargs):
    signature = inspect.signature(m.forward if isinstance(m, torch.nn.Module) else m)
    return dict(signature.bind(*args, **kwargs).arguments)


def _checked(names, dynamic_shapes):
    """dynamic_shapes as a dict by the names of arguments."""
    from torch._dynamo.exc import UserError, UserErrorType

    if dynamic_shapes is None:
        return {}
    if isinstance(dynamic_shapes, (tuple, list)):
        if len(dynamic_shapes) != len(names):
            raise UserError(UserErrorType.INVALID_INPUT, f"Expected `dynamic_shapes` to have {len(names)} entries, one for each of {list(names)}, but got {len(dynamic_shapes)}")
        return dict(zip(names, dynamic_shapes))
    if set(dynamic_shapes) != set(names):
        raise UserError(
            UserErrorType.INVALID_INPUT,
            f"When `dynamic_shapes` is specified as a dict, its top-level keys must be the arg names {list(names)} of `inputs`, but here they are {list(dynamic_shapes)}. "
            "Alternatively, you could also ignore arg names entirely and specify `dynamic_shapes` as a list/tuple matching `inputs`.",
        )
    return dynamic_shapes
