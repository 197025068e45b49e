"""Nodes of graphs, and functions over the trees of their arguments."""

import builtins
import re
import types
import typing

import torch
from torch._C import _fx
from torch._C._fx import Node

__all__ = ["Node", "map_arg", "map_aggregate", "has_side_effect"]

# The types of targets and arguments, for annotations.
Target = typing.Union[typing.Callable[..., typing.Any], str]
Argument = typing.Any
BaseArgumentTypes = typing.Union[str, int, float, bool, complex, torch.dtype, torch.Tensor, torch.device, torch.memory_format, torch.layout]
ArgumentT = typing.TypeVar("ArgumentT", bound=Argument)

base_types = (str, int, float, bool, complex, torch.dtype, torch.Tensor, torch.device, torch.memory_format, torch.layout, torch._ops.OpOverload, torch.SymInt, torch.SymBool, torch.SymFloat)

_side_effectful_functions = set()


def has_side_effect(fn):
    """Keeps calls of a function when nobody uses what they give. A decorator."""
    _side_effectful_functions.add(fn)
    return fn


def _format_arg(arg, max_list_len=float("inf")):
    """An argument as graphs print it: nodes by their names, strings in dicts and lists without quotes."""
    if hasattr(arg, "_custom_fx_repr_fn"):
        return arg._custom_fx_repr_fn()
    if isinstance(arg, (list, tuple)):
        items = [_format_arg(a) for i, a in enumerate(arg) if i < max_list_len]
        if len(arg) > max_list_len:
            items.append(f"...[total_len={len(arg)}]")
        if isinstance(arg, list):
            return f"[{', '.join(items)}]"
        return f"({', '.join(items)}{',' if len(arg) == 1 else ''})"
    if isinstance(arg, dict):
        return "{" + ", ".join(f"{k}: {_format_arg(v)}" for k, v in arg.items()) + "}"
    return f"%{arg}" if isinstance(arg, Node) else str(arg)


def map_arg(a, fn):
    """The argument a with fn applied to each node in it."""
    if not callable(fn):
        raise AssertionError("torch.fx.map_arg(a, fn): fn must be a callable")
    return map_aggregate(a, lambda x: fn(x) if isinstance(x, Node) else x)


def map_aggregate(a, fn):
    """The tuple, list, dict or slice a with fn applied to each leaf."""
    if isinstance(a, tuple):
        items = tuple(map_aggregate(x, fn) for x in a)
        return type(a)(*items) if hasattr(a, "_make") else items
    if isinstance(a, list):
        from .immutable_collections import immutable_list

        return immutable_list(map_aggregate(x, fn) for x in a)
    if isinstance(a, dict):
        from .immutable_collections import immutable_dict

        return immutable_dict((k, map_aggregate(v, fn)) for k, v in a.items())
    if isinstance(a, slice):
        return slice(map_aggregate(a.start, fn), map_aggregate(a.stop, fn), map_aggregate(a.step, fn))
    return fn(a)


def _type_repr(obj):
    """How an annotation is written in code."""
    if isinstance(obj, type) and not isinstance(obj, types.GenericAlias):
        if obj.__module__ == "builtins":
            return obj.__qualname__
        return f"{obj.__module__}.{obj.__qualname__}"
    if obj is ...:
        return "..."
    if isinstance(obj, types.FunctionType):
        return obj.__name__
    return repr(obj)


_TYPING_NAMES = {list: "typing_List", dict: "typing_Dict", set: "typing_Set", frozenset: "typing_FrozenSet", tuple: "typing_Tuple"}


def _type_in_code(annotation, names=None):
    """An annotation as generated code writes it: names without dots, but those of torch, whose objects go into the dict `names`."""

    def named(text, value):
        if text.startswith("torch."):
            return text
        text = re.sub("[^0-9a-zA-Z_]+", "_", text)
        if names is not None:
            names[text] = value
        return text

    if isinstance(annotation, str):
        return named(repr(annotation), annotation)
    if isinstance(annotation, types.UnionType):
        origin = named("typing.Union", typing.Union)
    elif (origin := getattr(annotation, "__origin__", None)) is None:
        return named(_type_repr(annotation), annotation)
    elif origin in _TYPING_NAMES and hasattr(annotation, "__args__") and not isinstance(annotation, types.GenericAlias):
        origin = named(_TYPING_NAMES[origin], getattr(typing, _TYPING_NAMES[origin].removeprefix("typing_")))
    else:
        origin = named(_type_repr(origin), origin)
    arguments = getattr(annotation, "__args__", ())
    return f"{origin}[{','.join(_type_in_code(a, names) for a in arguments)}]" if arguments else origin


def _get_qualified_name(func):
    """The path by which code names a function."""
    if getattr(builtins, getattr(func, "__name__", ""), None) is func:
        return func.__name__
    path = torch._C._fx.function_path(func)
    return "_" + path if path.startswith("operator.") else path


def _random_calls():
    yield from (torch.rand, torch.randn, torch.randint, torch.randperm, torch.rand_like, torch.randn_like, torch.randint_like, torch.normal,
                torch.bernoulli, torch.multinomial)


def _impure_functions():
    if not _side_effectful_functions:
        aten = torch.ops.aten
        _side_effectful_functions.update((torch._assert, torch._assert_async, torch._C._set_grad_enabled))
        _side_effectful_functions.update((aten._assert_scalar.default, aten._assert_async.msg, aten._assert_tensor_metadata.default))
        _side_effectful_functions.update(_random_calls())
    return _side_effectful_functions


def _is_impure(node, impure_random=True):
    if node.op in ("placeholder", "output"):
        return True
    if node.op == "call_function":
        schema = getattr(node.target, "_schema", None)
        if schema is not None and getattr(schema, "is_mutable", False):
            return True
        if not impure_random and node.target in tuple(_random_calls()):
            return False
        try:
            return node.target in _impure_functions()
        except TypeError:
            return False
    if node.op == "call_module":
        owner = node.graph.owning_module
        if owner is None:
            raise AssertionError("self.graph.owning_module not set for purity check")
        module = owner.get_submodule(node.target)
        return getattr(module, "_is_impure", False)
    return False


def _update_arg(node, idx, arg):
    args = list(node.args)
    args[idx] = arg
    node.args = tuple(args)


def _update_kwarg(node, key, arg):
    node.kwargs = {**node.kwargs, key: arg}


def _insert_arg(node, idx, arg):
    if not 0 <= idx <= len(node.args):
        raise AssertionError(f"insert_args index must be between 0 and len(self.args), got {idx}")
    node.args = node.args[:idx] + (arg,) + node.args[idx:]


def _replace_all_uses_with(node, replace_with, delete_user_cb=None, *, propagate_meta=False):
    if propagate_meta:
        if len(replace_with.meta) != 0:
            raise AssertionError("Called node.replace_all_uses_with(replace_with, propagate_meta=True), but replace_with already has .meta keys")
        replace_with.meta.update(node.meta)
        _fx.copy_meta(replace_with, node)
    changed, hooks = [], getattr(node.graph.owning_module, "_replace_hooks", ())
    for user in list(node.users):
        if delete_user_cb is None or delete_user_cb(user):
            for hook in hooks:
                hook(old=node, new=replace_with.name, user=user)
            user._replace_input(node, replace_with)
            changed.append(user)
    return changed


def _replace_input_with(node, old_input, new_input):
    for hook in getattr(node.graph.owning_module, "_replace_hooks", ()):
        hook(old=old_input, new=new_input.name, user=node)
    node._replace_input(old_input, new_input)


def _normalized_arguments(node, root, arg_types=None, kwarg_types=None, normalize_to_only_use_kwargs=False):
    from .operator_schemas import normalize_function, normalize_module

    if node.op == "call_function":
        return normalize_function(node.target, node.args, node.kwargs, arg_types, kwarg_types, normalize_to_only_use_kwargs)
    if node.op == "call_module":
        return normalize_module(root, node.target, node.args, node.kwargs, normalize_to_only_use_kwargs)
    return None


def ___reduce__(node):
    raise TypeError("cannot pickle a Node without its graph")


_legal_ops = dict.fromkeys(["placeholder", "call_method", "call_module", "call_function", "get_attr", "output", "root"])


def _check_new(graph, name, op, target):
    """Raises where a node cannot be made of these."""
    if op not in _legal_ops:
        raise AssertionError(f"op '{op}' is not in _legal_ops")
    wanted = "a Callable" if op == "call_function" else "a str"
    if not (callable(target) if op == "call_function" else isinstance(target, str)):
        raise ValueError(f"Node [graph = {graph}, name = '{name}'] target {target} has type {torch.typename(target)} but {wanted} is expected")
