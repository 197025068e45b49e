"""The schema of an operator from the annotations of its function."""
import collections.abc
import inspect
import sys
import types
import typing

import torch
from torch import Tensor

_NUMBER = typing.Union[int, float, bool]
_NAMES = {Tensor: "Tensor", int: "SymInt", float: "float", bool: "bool", str: "str", _NUMBER: "Scalar", torch.dtype: "ScalarType",
          torch.device: "Device"}
_BY_NAME = {torch.Generator: "torch._C.Generator", typing.Optional[torch.Generator]: "torch._C.Generator?"}  # classes that schemas call by their own name
_IN_LISTS = (Tensor, typing.Optional[Tensor], int, float, bool, _NUMBER)
_IN_OPTIONAL_LISTS = (int, float, bool)
SUPPORTED_RETURN_TYPES = {Tensor: "Tensor", typing.List[Tensor]: "Tensor[]", list[Tensor]: "Tensor[]", int: "SymInt", float: "float", bool: "bool", _NUMBER: "Scalar"}


def _list_forms(item):
    return [typing.Sequence[item], typing.List[item], collections.abc.Sequence[item], list[item]]


def _parameter_types():
    """The text of each annotation that a parameter may have."""
    table = {}
    for item, name in _NAMES.items():
        table[item] = name
        table[typing.Optional[item]] = name + "?"
        if item in _IN_LISTS:
            table.update((form, name + "[]") for form in _list_forms(item))
        if item in _IN_OPTIONAL_LISTS:
            table.update((typing.Optional[form], name + "[]?") for form in _list_forms(item))
        if item is Tensor:
            table.update((form, "Tensor?[]") for form in _list_forms(typing.Optional[Tensor]))
    return table


SUPPORTED_PARAM_TYPES = _parameter_types()


def _lookup(table, annotation):
    try:
        return table.get(annotation)
    except TypeError:  # it has no hash
        return None


def _class_name(annotation):
    """What schemas call a class of scripts whose objects operators take."""
    registered = sys.modules.get("torch._library.opaque_object")
    if registered is None or not isinstance(annotation, type) or not registered.is_custom_class(annotation):
        return None
    return registered.get_opaque_type_name(annotation)


def _resolved(annotation, function):
    """An annotation that is text, as what it names."""
    if not isinstance(annotation, str):
        return annotation
    return eval(annotation, dict(getattr(function, "__globals__", {}), torch=torch), dict(vars(typing), Tensor=Tensor))


def _default_text(value, fail):
    if value is None or isinstance(value, (int, float, bool)):
        return str(value)
    if isinstance(value, (str, torch.device)):
        return f'"{value}"'
    if isinstance(value, torch.dtype):
        return str(value).removeprefix("torch.")
    fail(f"has an unsupported default value type {type(value)}. Please file an issue on GitHub so we can prioritize this.")


def _mutable(text, nr, fail):
    """A type that is written to, as the parameter with number nr."""
    if not text.startswith("Tensor"):
        fail("is in mutable_args but only Tensors or collections of Tensors can be mutated")
    return f"Tensor(a{nr}!){text.removeprefix('Tensor')}"


def _return_text(annotation, function, fail):
    annotation = _resolved(annotation, function)
    if annotation is None or annotation is type(None):
        return "()"
    single = _lookup(SUPPORTED_RETURN_TYPES, annotation) or _class_name(annotation)
    if single is not None:
        return single
    if typing.get_origin(annotation) is tuple:
        parts = [_lookup(SUPPORTED_RETURN_TYPES, a) or _class_name(a) for a in typing.get_args(annotation)]
        if all(parts):
            return f"({', '.join(parts)})"
    fail(f"Return has unsupported type {annotation}. The valid types are: {SUPPORTED_RETURN_TYPES}.")


def infer_schema(prototype_function, /, *, mutates_args, op_name=None, tags=()):
    """The schema text, as "(Tensor x, int k=1) -> Tensor", of a function whose parameters and result are annotated; mutates_args
    names the parameters that it writes to. Raises ValueError for what a schema cannot say."""
    signature = inspect.signature(prototype_function)

    def fail(message):
        raise ValueError(f"infer_schema(func): {message} Got func with signature {signature})")

    if isinstance(mutates_args, str) and mutates_args != "unknown":
        raise ValueError("mutates_args must either be a sequence of the names of the arguments that are mutated or the string 'unknown'. ")
    params, seen, keyword_only = [], set(), False
    for nr, (name, p) in enumerate(signature.parameters.items()):
        if p.kind not in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY):
            fail("We do not support positional-only args, varargs, or varkwargs.")
        if p.kind is p.KEYWORD_ONLY and not keyword_only:
            params.append("*")
            keyword_only = True
        if p.annotation is p.empty:
            fail(f"Parameter {name} must have a type annotation.")
        annotation = _resolved(p.annotation, prototype_function)
        text = _lookup(SUPPORTED_PARAM_TYPES, annotation) or _lookup(_BY_NAME, annotation) or _class_name(annotation)
        if text is None and typing.get_origin(annotation) is tuple:
            items = ", ".join(dict.fromkeys(getattr(a, "__name__", str(a)) for a in typing.get_args(annotation) if a is not ...))
            fail(f"Parameter {name} has unsupported type {annotation}. We do not support Tuple inputs in schema. As a workaround, please try to use List "
                 f"instead. For example, list[{items}].\n\nThe valid types are: {SUPPORTED_PARAM_TYPES.keys()}.")
        if text is None:
            fail(f"Parameter {name} has unsupported type {annotation}. The valid types are: {SUPPORTED_PARAM_TYPES.keys()}.")

        def fail_here(message):
            fail(f"Parameter {name} {message}")

        if mutates_args == "unknown":
            if text.startswith("Tensor"):
                text = _mutable(text, nr, fail_here)
        elif name in mutates_args:
            text = _mutable(text, nr, fail_here)
        seen.add(name)
        params.append(f"{text} {name}" + ("" if p.default is p.empty else "=" + _default_text(p.default, fail_here)))
    if mutates_args != "unknown" and set(mutates_args) - seen:
        fail(f"{set(mutates_args) - seen} in mutates_args were not found in the custom op's signature. mutates_args should contain the names of all "
             "args that the custom op mutates, or just the string 'unknown' if you don't know.")
    if signature.return_annotation is signature.empty:
        fail("No return type annotation was provided. Please add one.")
    return f"{op_name or ''}({', '.join(params)}) -> {_return_text(signature.return_annotation, prototype_function, fail)}"


def tuple_to_list(tuple_type):
    """The type of lists for one of tuples."""
    args = typing.get_args(tuple_type)
    if not args:
        return list
    items = tuple(dict.fromkeys(a for a in args if a is not Ellipsis))
    return list[items[0]] if len(items) == 1 else list[typing.Union[items]]
