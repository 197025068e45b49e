"""Questions about what kind of value something is, as torch._dynamo.utils names them."""

import dataclasses
import functools
import inspect
import types

import torch

_numpy_ints = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
_numpy_floats = ("float16", "float32", "float64")

dict_keys = type({}.keys())
dict_values = type({}.values())
dict_items = type({}.items())
tuple_new = tuple.__new__


def _methods(cls):
    return {value for name, value in cls.__dict__.items() if callable(value)}


list_methods = _methods(list)
tuple_methods = _methods(tuple)
dict_methods = _methods(dict)
set_methods = _methods(set)
frozenset_methods = _methods(frozenset)
str_methods = _methods(str)


def _is_numpy(value, names):
    cls = type(value)
    return cls.__module__ == "numpy" and cls.__name__ in names


def is_numpy_int_type(value):
    return _is_numpy(value, _numpy_ints)


def is_numpy_float_type(value):
    return _is_numpy(value, _numpy_floats)


def is_numpy_ndarray(value):
    return _is_numpy(value, ("ndarray",))


def is_lru_cache_wrapped_function(value):
    return isinstance(value, functools._lru_cache_wrapper) and callable(inspect.getattr_static(value, "__wrapped__", None))


def is_function(value):
    return isinstance(value, (types.FunctionType, types.BuiltinFunctionType, types.MethodDescriptorType, types.WrapperDescriptorType))


def is_function_or_wrapper(value):
    return is_function(value) or isinstance(value, (torch._ops.OpOverloadPacket, torch._ops.OpOverload))


def is_wrapper_or_member_descriptor(value):
    return isinstance(value, (types.GetSetDescriptorType, types.MethodDescriptorType, types.WrapperDescriptorType, types.MemberDescriptorType, types.MethodWrapperType))


def is_torch_sym(value):
    return isinstance(value, (torch.SymBool, torch.SymInt))


def is_jit_model(model):
    return isinstance(model, (torch.jit._script.RecursiveScriptModule, torch.jit._script.ScriptFunction))


def is_frozen_dataclass(value):
    return not object_has_getattribute(value) and not class_has_getattribute(value) and dataclasses.is_dataclass(value) and hasattr(value, "__dataclass_params__") and value.__dataclass_params__.frozen


def is_utils_checkpoint(value):
    return value is torch.utils.checkpoint.checkpoint


def hashable(value):
    try:
        hash(value)
    except (TypeError, AttributeError):
        return False
    return True


def fqn(value):
    return f"{value.__module__}.{value.__qualname__}"


def getfile(value):
    """The file that defines something, None if there is none."""
    try:
        return inspect.getfile(value)
    except (TypeError, OSError):
        return None


def object_has_getattribute(value):
    return class_has_getattribute(type(value))


def class_has_getattribute(cls):
    """Tells whether a class of the program decides itself how attributes are looked up."""
    return isinstance(inspect.getattr_static(cls, "__getattribute__", None), types.FunctionType)


def get_custom_getattr(value, ignore_nn_module_getattr=False):
    """The __getattr__ of an object, None if it has none."""
    found = inspect.getattr_static(type(value), "__getattr__", None)
    if ignore_nn_module_getattr and found is torch.nn.Module.__getattr__:
        return None
    return found
