"""What TorchScript and functional modules share."""

import ast
import collections
import contextlib
import functools
import inspect
import sys
import types
import typing
from typing import Any, Dict, Final, List, Optional, Tuple, Union

import torch


class BroadcastingListCls:
    """A list in an annotation for which one number stands, too."""

    def __getitem__(self, types):
        return None


BroadcastingList1 = BroadcastingList2 = BroadcastingList3 = BroadcastingList4 = BroadcastingList5 = BroadcastingList6 = BroadcastingListCls()


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


class FunctionModifiers:
    """How a function is marked for scripts."""

    UNUSED = "unused (ignored and replaced with raising of an exception)"
    IGNORE = "ignore (leave as a call to Python, cannot be torch.jit.save'd)"
    EXPORT = "export (compile this function even if nothing calls it)"
    DEFAULT = "default (compile if called from an exported function / forward)"
    COPY_TO_SCRIPT_WRAPPER = "if this method is not scripted, copy the python method onto the scripted model"
    _DROP = "_drop (function is fully ignored, declaration can be unscriptable)"


class _IgnoreContextManager:
    """A with block that scripts leave to Python: keywords say of variables whether they go in or come out, and their types, as in a="inp:int"."""

    def __init__(self, **kwargs):
        pass

    def __enter__(self):
        return None

    def __exit__(self, *exc):
        return None


def _marked(fn, mark):
    fn._torchscript_modifier = mark
    return fn


def export(fn):
    return _marked(fn, FunctionModifiers.EXPORT)


def unused(fn):
    if isinstance(fn, property):
        for part in (fn.fget, fn.fset):
            if part:
                _marked(part, FunctionModifiers.UNUSED)
        return fn
    return _marked(fn, FunctionModifiers.UNUSED)


def ignore(drop=False, **kwargs):
    if callable(drop):
        return _marked(drop, FunctionModifiers.IGNORE)
    if not isinstance(drop, bool):
        raise RuntimeError(f"Argument to @torch.jit.ignore must be a bool or a function but got {drop}")
    mark = FunctionModifiers.UNUSED if drop or kwargs.get("drop_on_export") else FunctionModifiers.IGNORE
    return lambda fn: _marked(fn, mark)


def _drop(fn):
    return _marked(fn, FunctionModifiers._DROP)


def _copy_to_script_wrapper(fn):
    return _marked(fn, FunctionModifiers.COPY_TO_SCRIPT_WRAPPER)


def get_torchscript_modifier(fn):
    """The mark of a function; None for what is none."""
    if not callable(fn):
        return None
    return getattr(getattr(fn, "__func__", fn), "_torchscript_modifier", FunctionModifiers.DEFAULT)


def copy_torchscript_modifier(orig, new):
    mark = get_torchscript_modifier(orig)
    if mark is not None:
        _marked(new, mark)


def should_drop(fn):
    return get_torchscript_modifier(fn) in (FunctionModifiers.UNUSED, FunctionModifiers._DROP)


def is_ignored_fn(fn):
    return get_torchscript_modifier(fn) in (FunctionModifiers.UNUSED, FunctionModifiers.IGNORE, FunctionModifiers._DROP)


def _is_drop_fn(fn):
    return get_torchscript_modifier(fn) == FunctionModifiers._DROP


def module_has_exports(mod):
    """Whether a module has a method that is compiled though nothing calls it."""
    return any(get_torchscript_modifier(getattr(mod, name)) is FunctionModifiers.EXPORT for name in dir(mod) if hasattr(mod, name) and callable(getattr(mod, name)))


def is_static_fn(cls, fn):
    return isinstance(inspect.getattr_static(cls, fn, default=None), staticmethod)


def get_static_fn(cls, fn):
    return inspect.getattr_static(cls, fn).__func__


def can_compile_class(cls):
    """Whether a class has methods, and only methods, with a source."""
    if is_ignored_fn(cls) or issubclass(cls, (tuple, torch.autograd.Function)):
        return False
    functions = [getattr(cls, name) for name in cls.__dict__ if inspect.isroutine(getattr(cls, name, None))]
    return all(hasattr(f, "__code__") for f in functions)


def _qualified_name(obj, mangle_name=True):
    """The name of a class or function for scripts."""
    if hasattr(obj, "_jit_override_qualname"):
        return obj._jit_override_qualname
    if isinstance(obj, torch._C.ScriptFunction):
        return obj.qualified_name
    module = obj.__module__
    if module in ("__main__", "torch._classes"):
        module = "__torch__" if module == "__main__" else module
    elif mangle_name:
        module = f"__torch__.{module}"
    return f"{module}.{obj.__name__}"


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


def __getattr__(name):
    if name in ("Future", "_Await"):  # classes of the compiler, above
        from torch import jit

        return getattr(jit, name)
    if name == "fake_range":
        from torch.jit._tree import fake_range

        return fake_range
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


_NO_CONTENTS = {List: "List", Dict: "Dict", Tuple: "Tuple", Optional: "Optional", list: "list", dict: "dict", tuple: "tuple"}


def _refuse_bare(ann):
    if any(ann is bare for bare in (List, Dict, Tuple, Optional)):
        raise_error_container_parameter_missing(_NO_CONTENTS[ann])


def _has_origin(ann, *origins):
    _refuse_bare(ann)
    return typing.get_origin(ann) in origins


def is_list(ann):
    return _has_origin(ann, list)


def is_tuple(ann):
    return _has_origin(ann, tuple)


def is_dict(ann):
    return _has_origin(ann, dict)


def is_union(ann):
    return typing.get_origin(ann) in (Union, types.UnionType)


def is_optional(ann):
    _refuse_bare(ann)
    return is_union(ann) and len(ann.__args__) == 2 and type(None) in ann.__args__


def is_final(ann):
    return typing.get_origin(ann) is Final


def is_future(ann):
    from torch import jit

    if ann is jit.Future:
        raise RuntimeError("Attempted to use Future without a contained type. Please add a contained type, e.g. Future[int]")
    return typing.get_origin(ann) is jit.Future


def is_await(ann):
    from torch.jit import _await

    return typing.get_origin(ann) is _await._Await


def is_rref(ann):
    return False


def is_rref_instance(obj):
    return False


def container_checker(obj, target_type):
    """Whether a container has elements of the types that an annotation names."""
    _isinstance_refuse(target_type)
    from torch.jit._types import _matches

    return _matches(obj, target_type)


def _isinstance_refuse(target_type):
    name = _NO_CONTENTS.get(target_type) if isinstance(target_type, typing.Hashable) else None
    if name is not None:
        raise_error_container_parameter_missing(name)


def _isinstance(obj, target_type):
    if isinstance(target_type, tuple):
        return any(_isinstance(obj, t) for t in target_type)
    return container_checker(obj, target_type)


def get_annotation_str(annotation):
    """The text of an annotation in a syntax tree."""
    if isinstance(annotation, ast.Name):
        return annotation.id
    if isinstance(annotation, ast.Attribute):
        return f"{get_annotation_str(annotation.value)}.{annotation.attr}"
    if isinstance(annotation, ast.Subscript):
        return f"{get_annotation_str(annotation.value)}[{get_annotation_str(annotation.slice)}]"
    if isinstance(annotation, ast.Tuple):
        return ",".join(map(get_annotation_str, annotation.elts))
    if isinstance(annotation, ast.Constant):
        return f"{annotation.value}"
    return None


def get_callable_argument_names(fn):
    """The names of parameters that can be given by place or name; none if there are others."""
    try:
        parameters = inspect.signature(fn).parameters.items()
    except Exception:
        return []
    if any(p.kind != p.POSITIONAL_OR_KEYWORD for _, p in parameters):
        return [name for name, p in parameters if p.kind == p.POSITIONAL_OR_KEYWORD]
    return [name for name, _ in parameters]


def get_closure(fn):
    """What a function sees outside of itself: globals, then what it closes over."""
    captures = dict(fn.__globals__)
    captures.update(zip(fn.__code__.co_freevars, (cell.cell_contents for cell in fn.__closure__ or ())))
    return captures


def _lookup(names):
    def env(name):
        if name in names:
            return names[name]
        import builtins

        return getattr(builtins, name, None)

    return env


def createResolutionCallbackFromEnv(lookup_base):
    def env(qualified):
        parts = qualified.split(".")
        found = getattr(lookup_base, parts[0])
        for part in parts[1:]:
            found = getattr(found, part)
        return found

    return env


def createResolutionCallbackFromFrame(frames_up=0):
    """A function from names to what they mean in the frame of the caller."""
    frame = sys._getframe(frames_up + 1)
    return _lookup(collections.ChainMap(frame.f_locals, frame.f_globals))


def createResolutionCallbackFromClosure(fn):
    return _lookup(get_closure(fn))


def get_type_hint_captures(fn):
    """The classes that the annotations of a function name, by these names."""
    from torch.jit.frontend import _parsed

    closure = get_closure(fn)
    hints = {name: hint for name, hint in inspect.get_annotations(fn).items() if not isinstance(hint, str)}
    tree, _, _ = _parsed(fn) if hints else (None, None, None)
    if not isinstance(tree, ast.FunctionDef):
        return {}
    written = {a.arg: a.annotation for a in tree.args.args if a.annotation is not None}
    if tree.returns is not None:
        written["return"] = tree.returns
    return {get_annotation_str(written[name]): closure.get(get_annotation_str(written[name]), hint) for name, hint in hints.items() if name in written and inspect.isclass(hint)}


def _get_named_tuple_properties(obj, loc=None, rcb=None):
    """The name of a named tuple, its fields, their types and the defaults of the last ones."""
    from torch.jit import annotations

    hints = inspect.get_annotations(obj)
    kinds = [annotations.ann_to_type(hints[field], loc, rcb) if field in hints else torch._C.TensorType.get() for field in obj._fields]
    return type(obj).__name__, obj._fields, kinds, [obj._field_defaults[field] for field in obj._fields if field in obj._field_defaults]


def _get_fn_overloads(qual_name):
    return _overloads.get(qual_name)


def _clear_fn_overloads(qual_name):
    _overloads.pop(qual_name, None)


def check_empty_containers(obj):
    """Warn of a container whose elements nobody can know."""
    if any(type(obj) is type(empty) and obj == empty for empty in ([], {}, ())):
        import warnings

        warnings.warn("The inner type of a container is lost when calling torch.jit.isinstance in eager mode. For example, List[int] would become list and therefore falsely return True for List[float] or List[str].")


def raise_error_container_parameter_missing(target_type):
    inner = "int, int" if target_type.endswith("ict") else "int"
    raise RuntimeError(f"Attempted to use {target_type} without a contained type. Please add a contained type, e.g. {target_type}[{inner}]")
