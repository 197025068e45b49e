"""Custom operators by their qualified names, in the form that torch.library has replaced."""
import inspect

import torch.library
from torch._custom_op.impl import _custom_op_with_schema, _find_custom_op, parse_qualname, validate_namespace
from torch._library.infer_schema import infer_schema

__all__ = ["custom_op", "impl", "impl_abstract", "impl_save_for_backward", "impl_backward"]


def custom_op(qualname, func_or_schema=None):
    """Defines an operator, from a schema or from the annotations of a function."""
    ns, name = parse_qualname(qualname)
    validate_namespace(ns)

    def define(function):
        if not inspect.isfunction(function):
            raise ValueError(f"custom_op(...)(func): Expected `func` to be a Python function, got: {type(function)}")
        if function.__name__ != name:
            raise ValueError(f"custom_op(qualname='{qualname}', ...)(func): expected `func` to have name '{name}' but got '{function.__name__}'. Please either "
                             "change the name of `func` or the qualname that is passed to `custom_op`")
        _custom_op_with_schema(qualname, infer_schema(function, mutates_args=()))
        return function

    if func_or_schema is None:
        return define
    if isinstance(func_or_schema, str):
        return _custom_op_with_schema(qualname, func_or_schema)
    return define(func_or_schema)


def impl(qualname, *, device_types=("cpu", "cuda"), func=None):
    """Gives an operator a kernel for devices."""
    return _registering(func, lambda function: _find_custom_op(qualname, also_check_torch_library=True).impl(device_types, _stacklevel=3)(function))


def impl_abstract(qualname, *, func=None):
    """Gives an operator what says sizes and types of its results."""
    return torch.library.register_fake(qualname, func, _stacklevel=2)


def impl_save_for_backward(qualname, *, func=None):
    """Gives an operator what says which values its derivative reads."""
    return _registering(func, lambda function: _find_custom_op(qualname, also_check_torch_library=True).impl_save_for_backward(_stacklevel=3)(function))


def impl_backward(qualname, output_differentiability=None, *, func=None):
    """Gives an operator its derivative."""
    return _registering(func, lambda function: _find_custom_op(qualname, also_check_torch_library=True).impl_backward(
        output_differentiability, _stacklevel=3)(function))


def _registering(function, register):
    """A decorator that registers, or the function if it is already there."""

    def decorate(function):
        register(function)
        return function

    return decorate if function is None else decorate(function)


def _destroy(qualname):
    """Takes an operator back."""
    _find_custom_op(qualname)._destroy()
