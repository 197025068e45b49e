"""Classes in Python that stand for C++ classes while programs are traced."""

import logging
import sys

import torch

__all__ = ["find_fake_class", "has_fake_class", "register_fake_class", "deregister_fake_class", "maybe_to_fake_obj"]

log = logging.getLogger(__name__)


class FakeScriptObject:
    """What stands for an object; attributes are those of the object of the class in Python."""

    def __init__(self, wrapped_obj, script_class_name, x):
        object.__setattr__(self, "wrapped_obj", wrapped_obj)
        object.__setattr__(self, "script_class_name", script_class_name)
        object.__setattr__(self, "real_obj", x)

    def __getattr__(self, name):
        registered = sys.modules.get("torch._library.opaque_object")
        real = object.__getattribute__(self, "real_obj")
        if registered is None or not registered.is_opaque_value(real):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        if registered.get_member_type(type(real), name) is not None:
            return getattr(real, name)
        raise AttributeError(_told("__getattr__", name) + "If this attr is a method or constant attribute, you can allow this member access by registering it via "
                             "`register_custom_class(members=...)`.")

    def __setattr__(self, name, value):
        raise AttributeError(_told("__setattr__", name) + "If you need thisfunctionality, consider creating a custom TorchBind Object instead(but note that this is more difficult).")


def _told(how, name):
    return (f"Tried to call {how} with attr '{name}' on a FakeScriptObject, implying that you are calling this inside of a fake kernel. The fake kernel should not depend on the "
            "contents of the OpaqueObject at all, so we're erroring out. ")


def stand_in_of(x):
    """What stands for an object of a class that a script has registered as symbolic, while programs are traced; other objects stay."""
    registered = sys.modules.get("torch._library.opaque_object")
    if registered is None or isinstance(x, FakeScriptObject) or not registered.is_opaque_symbolic_type(type(x)):
        return x
    return FakeScriptObject(registered.FakeOpaqueObject(), registered.get_opaque_type_name(type(x)), x)


class FakeScriptMethod:
    """A method of such an object."""

    def __init__(self, self_fake_obj, method_name, schema):
        self.self_fake_obj, self.method_name, self.schema = self_fake_obj, method_name, schema

    def __call__(self, *args, **kwargs):
        return getattr(self.self_fake_obj.wrapped_obj, self.method_name)(*args, **kwargs)


class FakeClassRegistry:
    """The classes by the full names of those that they stand for."""

    def __init__(self):
        self._registered_class = {}

    def has_impl(self, full_qualname):
        return full_qualname in self._registered_class

    def get_impl(self, full_qualname):
        self._check_registered(full_qualname)
        return self._registered_class[full_qualname]

    def register(self, full_qualname, fake_class=None):
        if self.has_impl(full_qualname):
            log.warning("%s is already registered. Previous fake class is overridden with  %s.", full_qualname, fake_class)
        self._registered_class[full_qualname] = fake_class

    def deregister(self, full_qualname):
        return self._registered_class.pop(full_qualname, None)

    def clear(self):
        self._registered_class.clear()

    def _check_registered(self, full_qualname):
        if full_qualname not in self._registered_class:
            raise RuntimeError(f"{full_qualname} is not registered. Please use register_fake_class to register it first.")


global_fake_class_registry = FakeClassRegistry()


def _names_of(qualname):
    namespace, separator, name = qualname.partition("::")
    if not separator:
        raise ValueError(f"Expected qualname to be in the form of 'namespace::name', but got {qualname}")
    return f"__torch__.torch.classes.{namespace}.{name}", namespace, name


def register_fake_class(qualname, fake_class=None):
    """Lets a class in Python, which has the static method __obj_unflatten__, stand for a C++ class; a decorator without one."""

    def inner(fake_class):
        full, namespace, name = _names_of(qualname)
        torch._C._get_custom_class_python_wrapper(namespace, name)
        if not hasattr(fake_class, "__obj_unflatten__"):
            raise RuntimeError(f"{fake_class} doesn't define a classmethod __obj_unflatten__.")
        global_fake_class_registry.register(full, fake_class)
        return fake_class

    return inner if fake_class is None else inner(fake_class)


def deregister_fake_class(qualname):
    """The class no longer stands for the C++ class."""
    return global_fake_class_registry.deregister(_names_of(qualname)[0])


def has_fake_class(full_qualname):
    """Whether a class stands for a C++ class."""
    return global_fake_class_registry.has_impl(full_qualname)


def find_fake_class(full_qualname):
    """The class that stands for a C++ class, None if there is none."""
    return global_fake_class_registry.get_impl(full_qualname) if has_fake_class(full_qualname) else None


def tracing_with_real(x):
    """Whether the object itself is used while programs are traced."""
    return hasattr(x, "tracing_mode") and x.tracing_mode() == "real"


def maybe_to_fake_obj(fake_mode, x):
    """What stands for an object of a C++ class in a mode."""
    registered = sys.modules.get("torch._library.opaque_object")
    if registered is not None and registered.is_opaque_value(x):
        return FakeScriptObject(registered.FakeOpaqueObject(), registered.get_opaque_type_name(type(x)), x)
    if tracing_with_real(x):
        return x
    name = x._type().qualified_name()
    made = find_fake_class(name)
    if made is None:
        raise ValueError(f" ScriptObject's {name} haven't registered a fake class. Please use register_fake_class to register it first.")
    return FakeScriptObject(made.__obj_unflatten__(x.__obj_flatten__()), name, x)
