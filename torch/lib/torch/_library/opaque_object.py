"""Classes of scripts whose objects operators take: symbolic ones are inputs of graphs, constant ones are written into their code."""

import enum
import logging
import re
import weakref
from dataclasses import dataclass
from typing import Any, NewType

import torch
from torch._custom_class_base import CustomClassBase, CustomClassBaseMeta
from torch._library.fake_class_registry import global_fake_class_registry, register_fake_class  # noqa: F401

log = logging.getLogger(__name__)
OpaqueType = NewType("OpaqueType", torch._C.ScriptObject)
OpaqueTypeStr = "__torch__.torch.classes.aten.OpaqueObject"


class MemberType(enum.Enum):
    """What tracing makes of a member: it reads that of the object, or goes into it."""

    USE_REAL = "use_real"
    INLINED = "inlined"


class FakeOpaqueObject:
    """What stands for an object of which nothing is known."""

    def __init__(self):
        pass

    @classmethod
    def __obj_unflatten__(cls, flattened_ctx):
        raise RuntimeError("FakeOpaqueObject should not be created through __obj_unflatten__ and should be special handled. Please file an issue to Github.")


global_fake_class_registry.register(OpaqueTypeStr, FakeOpaqueObject)


@dataclass
class _OpaqueTypeInfo:
    """What a class was registered with."""

    class_name: str
    opaque_typ: str
    guard_fn: Any
    members: dict
    hoist: bool = False
    reconstruct_fn: Any = None


_OPAQUE_TYPES = weakref.WeakKeyDictionary()
_OPAQUE_TYPES_BY_NAME = {}
_BUILTIN = (str, int, float, bool, complex, list, dict, set, frozenset, tuple, bytes, type(None), torch.Tensor, torch.dtype, torch.device, torch.Size)
_ROLES = {"reference": "symbolic", "value": "constant", "symbolic": "symbolic", "constant": "constant"}


def _full_name(cls):
    return f"{cls.__module__}.{cls.__qualname__}"


def _check_constant(cls, guard_fn):
    """A constant is compared where it is guarded, looked up by its hash, and written into code."""
    kind = f"Value-type opaque object of type {cls} is expected to have a "
    if cls.__eq__ is object.__eq__:
        raise TypeError(kind + "non-default `__eq__` implementation as we will use this in torch.compile to guard on the equality of objects.")
    if cls.__hash__ in (None, object.__hash__):
        raise TypeError(kind + "non-default `__hash__` implementation as we will use this in torch.compile for FakeTensor caching.")
    if not hasattr(cls, "__fx_repr__"):
        raise TypeError(kind + _REPR)
    if guard_fn is not None:
        raise TypeError(f"No need to specify `guard_fn` for value-type opaque class {cls} as it will be guarded based on `__eq__`.")


_REPR = ("`__fx_repr__` method implementation as we will use this to reconstruct the object in the FX codegen. __fx_repr__ should return a tuple of "
         "(repr_string, dict[str, type]).")


def register_custom_class(cls, *, typ, hoist=False, guard_fn=None, members=None, reconstruct_fn=None):
    """Lets operators take objects of a class; typ says whether graphs have them as inputs ("symbolic") or in their code ("constant")."""
    if cls in _BUILTIN:
        raise ValueError(f"Unable to register built-in type {cls} as an opaque type. Please wrap it in a custom class and register the custom class as opaque.")
    if typ not in _ROLES:
        raise AssertionError(f"Custom class type must be either 'symbolic' or 'constant', got '{typ}'")
    role = _ROLES[typ]
    if role == "constant":
        _check_constant(cls, guard_fn)
    if not isinstance(cls, CustomClassBaseMeta):
        raise TypeError(f"Custom class {cls} must subclass torch._custom_class_base.CustomClassBase or 'metaclass=torch._custom_class_base.CustomClassBaseMeta'. This is required so "
                        "that FakeScriptObject can be registered as a virtual subclass, allowing isinstance() checks to work during torch.compile tracing. ")
    name = _full_name(cls)
    if name in _OPAQUE_TYPES_BY_NAME:
        raise RuntimeError(f"Type '{name}' is already registered as an opaque type")
    info = _OpaqueTypeInfo(name, role, guard_fn, members or {}, hoist, reconstruct_fn)
    _OPAQUE_TYPES[cls] = _OPAQUE_TYPES_BY_NAME[name] = info


def register_opaque_type(cls, *, typ, hoist=False, guard_fn=None, members=None, reconstruct_fn=None):
    """The earlier name of register_custom_class."""
    log.warning("register_opaque_type is deprecated, use register_custom_class instead")
    if typ in ("reference", "value"):
        log.warning("typ='%s' is deprecated, use typ='%s' instead", typ, _ROLES[typ])
    register_custom_class(cls, typ=typ, hoist=hoist, guard_fn=guard_fn, members=members, reconstruct_fn=reconstruct_fn)


def _resolve_opaque_type_info(cls):
    if isinstance(cls, str):
        return _OPAQUE_TYPES_BY_NAME.get(cls)
    if not isinstance(cls, type):
        return None
    return next((_OPAQUE_TYPES[c] for c in cls.__mro__ if c in _OPAQUE_TYPES), None)


get_opaque_obj_info = _resolve_opaque_type_info


def is_custom_class(cls):
    return _resolve_opaque_type_info(cls) is not None


def is_opaque_type(cls):
    log.warning("is_opaque_type is deprecated, use is_custom_class instead")
    return is_custom_class(cls)


def _of_role(cls, role):
    return (info := _resolve_opaque_type_info(cls)) is not None and info.opaque_typ == role


def is_opaque_symbolic_type(cls):
    return _of_role(cls, "symbolic")


def is_opaque_constant_type(cls):
    return _of_role(cls, "constant")


def is_opaque_reference_type(cls):
    log.warning("is_opaque_reference_type is deprecated, use is_opaque_symbolic_type instead")
    return is_opaque_symbolic_type(cls)


def is_opaque_value_type(cls):
    log.warning("is_opaque_value_type is deprecated, use is_opaque_constant_type instead")
    return is_opaque_constant_type(cls)


def is_custom_class_obj(value):
    """Whether an object is of a registered class."""
    return is_custom_class(type(value))


def is_opaque_value(value):
    return is_custom_class_obj(value)


def get_opaque_type_name(cls):
    """The name that schemas have for a class."""
    if (info := _resolve_opaque_type_info(cls)) is None:
        raise ValueError(f"Class {cls} is not registered as an opaque type. Call register_custom_class({getattr(cls, '__name__', cls)}) first.")
    return info.class_name


def get_opaque_obj_repr(obj):
    """The code that makes an object, with the names that it uses."""
    if not hasattr(obj, "__fx_repr__"):
        raise TypeError(f"Value-type opaque object of type {obj} is expected to have a {_REPR}")
    made = obj.__fx_repr__()
    if not isinstance(made, tuple) or len(made) != 2:
        raise TypeError(f"__fx_repr__ for {type(obj)} must return a tuple of (repr_string, dict[str, type])")
    return made


def get_member_type(cls, member_name):
    info = _resolve_opaque_type_info(cls)
    return None if info is None else info.members.get(member_name)


def has_members(cls):
    return bool((info := _resolve_opaque_type_info(cls)) is not None and info.members)


def should_hoist(cls):
    return (info := _resolve_opaque_type_info(cls)) is not None and info.hoist


def get_reconstruct_fn(cls):
    return None if (info := _resolve_opaque_type_info(cls)) is None else info.reconstruct_fn


_WORD = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")


def plain_schema(schema):
    """A schema with the registered classes as the one type that objects have."""
    return _WORD.sub(lambda m: "PyObject" if m.group() in _OPAQUE_TYPES_BY_NAME else m.group(), schema) if _OPAQUE_TYPES_BY_NAME else schema
