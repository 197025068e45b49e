"""Named tuples and dictionaries with known keys."""

import collections
import sys

from .annotations import _annotations_now, _namespace_annotations, _set_annotations
from .forms import NotRequired, Required
from .forward import _convert
from .generics import Generic, _Alias

__name__ = "typing"  # whose classes and functions these are


class NamedTupleMeta(type):
    def __new__(cls, typename, bases, ns):
        annotations = _namespace_annotations(ns)
        fields = list(annotations)
        defaults = []
        for name in fields:
            if name in ns:
                defaults.append(name)
            elif defaults:
                raise TypeError(f"Non-default namedtuple field {name} cannot follow default field{'s' if len(defaults) > 1 else ''} "
                                f"{', '.join(defaults)}")
        nt = collections.namedtuple(typename, fields, defaults=[ns[n] for n in defaults], module=ns["__module__"])
        _set_annotations(nt, ns, annotations)
        for base in bases:
            if base is not _NamedTupleClass and base is not Generic and not isinstance(base, _Alias):
                raise TypeError("can only inherit from a NamedTuple type and Generic")
        for key, value in ns.items():
            if key in ("__new__", "__init__", "__slots__", "__getnewargs__", "_fields", "_field_defaults", "_make", "_replace",
                       "_asdict", "_source"):
                raise AttributeError("Cannot overwrite NamedTuple attribute " + key)
            if key not in ("__classcell__", "__classdictcell__", "__annotate__", "__annotate_func__", "__annotations__", "__module__",
                           "__static_attributes__", "__firstlineno__", "__qualname__") and key not in nt._fields:
                setattr(nt, key, value)
        if "__qualname__" in ns:
            nt.__qualname__ = ns["__qualname__"]
        return nt


def NamedTuple(typename, fields=(), /, **kwargs):
    """A namedtuple with annotations, as a class to derive from or a function."""
    pairs = list(fields) or list(kwargs.items())
    nt = collections.namedtuple(typename, [n for n, _ in pairs])
    nt.__annotations__ = {n: _convert(t) for n, t in pairs}
    try:
        nt.__module__ = sys._getframe(1).f_globals.get("__name__", "__main__")
    except (AttributeError, ValueError):
        pass
    return nt


_NamedTupleClass = type.__new__(NamedTupleMeta, "NamedTuple", (), {})


def _namedtuple_mro_entries(bases):
    return (_NamedTupleClass,)


NamedTuple.__mro_entries__ = _namedtuple_mro_entries


class _TypedDictMeta(type):
    def __new__(cls, name, bases, ns, total=True):
        for base in bases:
            if type(base) is not _TypedDictMeta and base is not Generic:
                raise TypeError("cannot inherit from both a TypedDict type and a non-TypedDict base class")
        generic = (Generic,) if any(issubclass(b, Generic) for b in bases) else ()
        own = {n: _convert(t) for n, t in _namespace_annotations(ns).items()}
        kept = {k: v for k, v in ns.items() if k not in ("__annotate_func__", "__annotate__", "__classdictcell__")}
        tp = type.__new__(_TypedDictMeta, name, (*generic, dict), kept)
        annotations, required, optional = {}, set(), set()
        for base in bases:
            if type(base) is _TypedDictMeta:
                annotations.update(_annotations_now(base))
            required |= base.__dict__.get("__required_keys__", frozenset())
            optional |= base.__dict__.get("__optional_keys__", frozenset())
        annotations.update(own)
        for key, t in own.items():
            origin = getattr(t, "__origin__", None)
            needed = origin is Required or total and origin is not NotRequired
            (required if needed else optional).add(key)
            (optional if needed else required).discard(key)
        _set_annotations(tp, ns, annotations, [b for b in bases if type(b) is _TypedDictMeta])
        tp.__required_keys__ = frozenset(required)
        tp.__optional_keys__ = frozenset(optional)
        tp.__total__ = total
        return tp

    def __init__(cls, name, bases, ns, total=True):
        super().__init__(name, bases, ns)

    def __call__(cls, *args, **kwargs):
        return dict(*args, **kwargs)

    def __instancecheck__(cls, instance):
        raise TypeError("TypedDict does not support instance and class checks")

    def __subclasscheck__(cls, other):
        raise TypeError("TypedDict does not support instance and class checks")


def TypedDict(typename, fields, /, *, total=True):
    """A dict with known keys, as a class to derive from or a function."""
    ns = {"__annotations__": dict(fields)}
    try:
        ns["__module__"] = sys._getframe(1).f_globals.get("__name__", "__main__")
    except (AttributeError, ValueError):
        pass
    return _TypedDictMeta(typename, (), ns, total=total)


_TypedDictClass = type.__new__(_TypedDictMeta, "TypedDict", (), {})


TypedDict.__mro_entries__ = lambda bases: (_TypedDictClass,)


def is_typeddict(tp):
    return type(tp) is _TypedDictMeta and tp is not _TypedDictClass
