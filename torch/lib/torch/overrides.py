"""Overriding of torch functions by classes and modes."""
import contextlib
import functools

import torch
from torch import _C


class DisableTorchFunctionSubclass:
    """Classes with __torch_function__ are passed over."""

    def __enter__(self):
        _C._disable_torch_function(False, 1)

    def __exit__(self, *exc):
        _C._disable_torch_function(False, -1)


class DisableTorchFunction:
    """Classes and modes are passed over."""

    def __enter__(self):
        _C._disable_torch_function(True, 1)

    def __exit__(self, *exc):
        _C._disable_torch_function(True, -1)


class TorchFunctionMode:
    """Sees every torch function that is called inside the context."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        raise NotImplementedError

    def __enter__(self):
        _C._push_on_torch_function_stack(self)
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        _C._pop_torch_function_stack()

    @classmethod
    def push(cls, *args, **kwargs):
        return cls(*args, **kwargs)


class BaseTorchFunctionMode(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


@contextlib.contextmanager
def _enable_torch_function():
    yield


def has_torch_function(relevant_args):
    return _C._has_torch_function(relevant_args)


def has_torch_function_unary(arg):
    return _C._has_torch_function((arg,))


def has_torch_function_variadic(*args):
    return _C._has_torch_function(args)


def is_tensor_like(inp):
    return type(inp) is torch.Tensor or hasattr(inp, "__torch_function__")


def _get_overloaded_args(relevant_args, get_type_fn=None):
    """One argument of each class that overrides functions: subclasses before their bases."""
    found = []
    for arg in relevant_args:
        cls = type(arg)
        if cls is torch.Tensor or not hasattr(cls, "__torch_function__") or any(type(f) is cls for f in found):
            continue
        at = next((i for i, f in enumerate(found) if issubclass(cls, type(f))), len(found))
        found.insert(at, arg)
    return found


def handle_torch_function(public_api, relevant_args, *args, **kwargs):
    """What a function written in Python calls where has_torch_function says that a class or mode wants the call."""
    overloaded = _get_overloaded_args(relevant_args)
    types = tuple(map(type, overloaded))
    if _C._len_torch_function_stack() > 0:
        mode = _C._pop_torch_function_stack()
        try:
            result = mode.__torch_function__(public_api, types, args, kwargs)
        finally:
            _C._push_on_torch_function_stack(mode)
        if result is not NotImplemented:
            return result
    for arg in overloaded:
        result = type(arg).__torch_function__(public_api, types, args, kwargs)
        if result is not NotImplemented:
            return result
    name = f"{public_api.__module__}.{public_api.__name__}"
    raise TypeError(f"no implementation found for '{name}' on types that implement __torch_function__: {[type(a) for a in overloaded]}")


def wrap_torch_function(dispatcher):
    def outer(func):
        @functools.wraps(func)
        def wrapped(*args, **kwargs):
            relevant = dispatcher(*args, **kwargs)
            if has_torch_function(relevant):
                return handle_torch_function(wrapped, relevant, *args, **kwargs)
            return func(*args, **kwargs)

        return wrapped

    return outer


def _get_current_function_mode():
    n = _C._len_torch_function_stack()
    return _C._get_function_stack_at(n - 1) if n > 0 else None


def _get_current_function_mode_stack():
    return [_C._get_function_stack_at(i) for i in range(_C._len_torch_function_stack())]


def is_tensor_method_or_property(func):
    return getattr(torch.Tensor, getattr(func, "__name__", ""), None) is func or getattr(func, "__name__", "") == "__get__"


def resolve_name(f):
    """The name under which scripts find a function."""
    if isinstance(f, (torch._ops.OpOverload, torch._ops.OpOverloadPacket)):
        return str(f)
    module, name = getattr(f, "__module__", None), getattr(f, "__name__", None)
    if name is not None and getattr(torch.Tensor, name, None) is f:
        return f"torch.Tensor.{name}"
    return f"{module}.{name}" if module and name else None
