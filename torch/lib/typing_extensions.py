"""The names of typing, for programs that run on older versions, too, and a few that typing does not have yet.

Source of the additions: PEP 727 (Doc), PEP 728 (NoExtraItems), PEP 747 (TypeForm), PEP 661 (Sentinel), PEP 800 (disjoint_base).
"""

import types as _types
import typing as _typing
from collections.abc import Buffer
from typing import *
from typing import (AbstractSet, BinaryIO, Collection, Container, ForwardRef, Hashable, IO, ItemsView, KeysView, MappingView, Match, ParamSpecArgs, ParamSpecKwargs,
                    Pattern, Reversible, Sized, TextIO, ValuesView)
from annotationlib import Format, get_annotations, type_repr
from types import get_original_bases
from warnings import deprecated

runtime = _typing.runtime_checkable
CapsuleType = getattr(_types, "CapsuleType", None)


class Doc:
    """Documentation of a parameter or attribute, in Annotated."""

    def __init__(self, documentation, /):
        self.documentation = documentation

    def __repr__(self):
        return f"Doc({self.documentation!r})"

    def __hash__(self):
        return hash(self.documentation)

    def __eq__(self, other):
        return self.documentation == other.documentation if isinstance(other, Doc) else NotImplemented


class Sentinel:
    """A value of its own that stands for a missing one."""

    def __init__(self, name, repr=None):
        self._name = name
        self._repr = name if repr is None else repr

    def __repr__(self):
        return self._repr

    def __or__(self, other):
        return _typing.Union[self, other]

    def __ror__(self, other):
        return _typing.Union[other, self]

    def __call__(self, *args, **kwargs):
        raise TypeError(f"{type(self).__name__!r} object is not callable")

    def __getstate__(self):
        raise TypeError(f"Cannot pickle {type(self).__name__!r} object")


sentinel = Sentinel


class _TypeForm:
    def __getitem__(self, item):
        return _types.GenericAlias(_TypeForm, item)

    def __call__(self, value, /):
        return value

    def __repr__(self):
        return "typing_extensions.TypeForm"


TypeForm = _TypeForm()
NoExtraItems = Sentinel("typing_extensions.NoExtraItems")


def IntVar(name):
    return _typing.TypeVar(name)


def disjoint_base(cls):
    """Mark a class that shares no subclass with others of the kind."""
    cls.__disjoint_base__ = True
    return cls


__all__ = [name for name in dir() if not name.startswith("_")]
