"""What TorchScript and functional modules share."""

import contextlib
import functools
from typing import Any, Dict, Final, List, Optional, Tuple, Union

import torch


class _BroadcastingList:
    def __getitem__(self, types):
        return None


BroadcastingList1 = BroadcastingList2 = BroadcastingList3 = _BroadcastingList()


def boolean_dispatch(arg_name, arg_index, default, if_true, if_false, module_name, func_name):
    """A function that is one of two, as the argument of the name says."""

    def fn(*args, **kwargs):
        flag = kwargs.get(arg_name, args[arg_index] if arg_index < len(args) else default)
        return (if_true if flag else if_false)(*args, **kwargs)

    if func_name is not None:
        fn.__name__ = func_name
    if module_name is not None:
        fn.__module__ = module_name
    fn.__doc__ = if_false.__doc__ or if_true.__doc__
    return fn


# The signatures of functions with several, by module and qualified name.
_overloads = {}


def _overload(func):
    _overloads.setdefault(f"{func.__module__}.{func.__qualname__}", []).append(func)
    return func


_overload_method = _overload


def is_scripting():
    return False


def ignore(drop=False, **kwargs):
    return drop if callable(drop) else lambda fn: fn


def unused(fn):
    return fn


def export(fn):
    return fn


def _copy_to_script_wrapper(fn):
    return fn


def _qualified_name(obj, mangle_name=True):
    return f"__torch__.{obj.__name__}" if obj.__module__ == "__main__" else f"{obj.__module__}.{obj.__name__}"


boolean_dispatched = {}  # functions that a flag leads to one of two others; here each of them is one function


@contextlib.contextmanager
def _disable_emit_hooks():
    """No hooks see what is compiled within; none are ever set here."""
    yield


class _disable_emit_hooks_decorator(contextlib.ContextDecorator):
    def __enter__(self):
        return self

    def __exit__(self, *args):
        return None
