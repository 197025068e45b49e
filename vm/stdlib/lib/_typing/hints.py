"""The annotations of classes, functions and modules with their text evaluated."""

import sys
import types

from .forms import Annotated, NotRequired, ReadOnly, Required, _AnnotatedAlias, _LiteralAlias
from .forward import ForwardRef, Union
from .generics import _Alias

__name__ = "typing"  # whose classes and functions these are


def _strip(hint):
    if isinstance(hint, _AnnotatedAlias):
        return _strip(hint.__origin__)
    if isinstance(hint, _Alias) and hint.__origin__ in (Required, NotRequired, ReadOnly):
        return _strip(hint.__args__[0])
    return hint


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    """Return the annotations of a class, function or module, with strings evaluated."""
    hints = {}
    if getattr(obj, "__no_type_check__", None):
        return hints
    if isinstance(obj, type):
        for base in reversed(obj.__mro__):
            scope = globalns
            if scope is None:
                scope = getattr(sys.modules.get(base.__module__), "__dict__", {})
            annotations = _class_annotations(base)
            for name, value in annotations.items():
                hints[name] = _evaluate(value, scope, dict(vars(base)) if localns is None else localns)
    else:
        if globalns is None:
            target = obj
            seen = {id(target)}
            while hasattr(target, "__wrapped__"):
                target = target.__wrapped__
                if id(target) in seen:
                    raise ValueError(f"wrapper loop when unwrapping {obj!r}")
                seen.add(id(target))
            globalns = getattr(target, "__globals__", getattr(obj, "__dict__", {}))
        for name, value in dict(getattr(obj, "__annotations__", None) or {}).items():
            hints[name] = _evaluate(value, globalns, localns)
    if not include_extras:
        hints = {name: _strip(hint) for name, hint in hints.items()}
    return hints


def _class_annotations(cls):
    if any(n in cls.__dict__ for n in ("__annotations__", "__annotate_func__", "__annotations_cache__")):
        return cls.__annotations__
    return {}


def _evaluate(value, globalns, localns):
    if value is None:
        return type(None)
    if isinstance(value, str):
        return _evaluate(eval(value, globalns, localns), globalns, localns)
    if isinstance(value, ForwardRef):
        return _evaluate(value.evaluate(globals=globalns, locals=localns), globalns, localns)
    return _evaluate_parts(value, globalns, localns)


def _evaluate_parts(value, globalns, localns):
    """A subscripted form or union whose arguments are evaluated; the text arguments of list["X"] and "X" | int are forward references."""
    if isinstance(value, (_LiteralAlias, type)) and not isinstance(value, types.GenericAlias):
        return value
    args = getattr(value, "__args__", None)
    if not isinstance(args, tuple) or not isinstance(value, (_Alias, types.GenericAlias, types.UnionType)):
        return value

    def part(arg):
        if isinstance(arg, list):  # the parameters of a Callable
            return [part(a) for a in arg]
        return arg if arg is None or isinstance(arg, str) and isinstance(value, _Alias) else _evaluate(arg, globalns, localns)

    new = tuple(part(a) for a in args)
    if isinstance(value, _AnnotatedAlias):
        origin = _evaluate(value.__origin__, globalns, localns)
        return value if origin is value.__origin__ else Annotated[(origin, *value.__metadata__)]
    if all(a is b for a, b in zip(args, new)):
        return value
    if isinstance(value, types.UnionType):
        return Union[new]
    if isinstance(value, types.GenericAlias):
        return types.GenericAlias(value.__origin__, new)
    return value._with_args(new)


def _eval_type(t, globalns, localns, type_params=(), *, recursive_guard=frozenset(), **kwargs):
    """Evaluate the forward references in t; libraries call it."""
    if type_params:
        localns = {**{p.__name__: p for p in type_params}, **(localns or {})}
    return t if isinstance(t, str) else _evaluate(t, globalns, localns)
