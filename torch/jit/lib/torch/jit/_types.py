"""What annotations in scripts are made of."""
import builtins
import collections.abc
import typing

from torch._jit_internal import check_empty_containers

Final = typing.Final


class Error(Exception):
    """What a raise statement or a failed assertion in a script becomes."""

    __module__ = "torch.jit"


def annotate(the_type, the_value):
    return the_value


_BARE = {list: "int", typing.List: "int", dict: "int, int", typing.Dict: "int, int", tuple: "int", typing.Tuple: "int", typing.Optional: "int"}


def _refuse_bare(target):
    """Refuses containers that do not say what is in them."""
    name = getattr(target, "__name__", None) or getattr(target, "_name", "")
    kind = "contained types" if _BARE[target] == "int, int" else "a contained type"
    add = "contained type" if _BARE[target] == "int, int" else "a contained type"
    raise RuntimeError(f"Attempted to use {name} without {kind}. Please add {add}, e.g. {name}[{_BARE[target]}]")


def _matches(obj, target):
    if builtins.isinstance(target, (type, type(typing.List), type(typing.Optional))) and target in _BARE:
        _refuse_bare(target)
    origin = typing.get_origin(target)
    if origin is None:
        return builtins.isinstance(obj, target)
    args = typing.get_args(target)
    if origin in (list, dict, tuple):
        check_empty_containers(obj)
    if origin is typing.Union:
        return any(_matches(obj, arg) for arg in args)
    if not builtins.isinstance(obj, origin):
        return False
    if origin is list:
        return all(_matches(x, args[0]) for x in obj)
    if origin is dict:
        return all(_matches(k, args[0]) and _matches(v, args[1]) for k, v in obj.items())
    if origin is tuple:
        return len(obj) == len(args) and all(_matches(x, arg) for x, arg in zip(obj, args))
    return True


def isinstance(obj, target_type):
    """isinstance that knows the elements of containers."""
    if builtins.isinstance(target_type, tuple):
        return any(isinstance(obj, t) for t in target_type)
    if builtins.isinstance(target_type, collections.abc.Container):
        raise RuntimeError("The second argument to `torch.jit.isinstance` must be a type or a tuple of types")
    return _matches(obj, target_type)
