"""Signatures of operators, and calls brought into one form."""

import enum
import inspect
import numbers
import typing
import warnings
from typing import Any, NamedTuple

import torch
import torch.jit._builtins
from torch._jit_internal import boolean_dispatched
from torch.fx.node import _get_qualified_name

__all__ = ["ArgsKwargsPair", "check_for_mutable_operation", "get_signature_for_torch_op", "create_type_hint", "type_matches", "normalize_function", "normalize_module"]


class ArgsKwargsPair(NamedTuple):
    """Arguments of a call."""

    args: tuple
    kwargs: dict


_SIMPLE = {
    "Tensor": torch.Tensor, "Device": torch.device, "Layout": int, "number": numbers.Number, "Future": torch.jit.Future, "AnyEnumType": enum.Enum,
    "QScheme": torch.per_tensor_affine.__class__ if hasattr(torch, "per_tensor_affine") else Any, "__torch__.torch.classes.quantized.Conv2dPackedParamsBase": Any,
    "NoneType": type(None), "Storage": torch.UntypedStorage, "t": typing.TypeVar("t"), "Dtype": int, "ScalarType": int, "MemoryFormat": int,
    "int": int, "float": float, "bool": bool, "str": str, "complex": complex, "Scalar": numbers.Number, "SymInt": int, "Any": Any, "Generator": torch.Generator, "Stream": Any,
}


def _torchscript_type_to_python_type(ts_type):
    """The type of Python that a type of TorchScript stands for."""
    text = ts_type if isinstance(ts_type, str) else getattr(ts_type, "annotation_str", str(ts_type))
    return _python_type(text)


def _python_type(text):
    text = text.strip()
    if text.endswith("?"):
        return typing.Optional[_python_type(text[:-1])]
    if text.endswith("]") and "[" in text:
        head, _, inner = text[:-1].partition("[")
        if not inner or inner.isdigit() or head in _SIMPLE and head not in ("List", "Optional", "Tuple", "Dict", "Union", "Future"):
            return typing.List[_python_type(head)]
        parts = [_python_type(p) for p in _split(inner)]
        if head == "List":
            return typing.List[parts[0]]
        if head == "Optional":
            return typing.Optional[parts[0]]
        if head == "Tuple":
            return typing.Tuple[tuple(parts)]
        if head == "Dict":
            return typing.Dict[parts[0], parts[1]]
        if head == "Union":
            return typing.Union[tuple(parts)]
        return Any
    return _SIMPLE.get(text.partition("(")[0], Any)


def _split(text):
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += (c == "[") - (c == "]")
        if c == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    return [*parts, text[start:]]


def _torchscript_schema_to_signature(ts_schema):
    """The inspect.Signature of a schema."""
    parameters, kinds = [], inspect.Parameter
    for arg in ts_schema.arguments:
        # A parameter that is called like a word of the language can be given by position only, and so can those before it.
        name = arg.name if arg.name not in ("self", "from") else "input" if arg.name == "self" else "from_"
        if arg.name == "from":
            parameters = [p.replace(kind=kinds.POSITIONAL_ONLY) for p in parameters]
        kind = kinds.KEYWORD_ONLY if arg.kwarg_only else kinds.POSITIONAL_ONLY if arg.name == "from" else kinds.POSITIONAL_OR_KEYWORD
        default = arg.default_value if arg.has_default_value() else kinds.empty
        parameters.append(kinds(name, kind, default=default, annotation=_torchscript_type_to_python_type(arg.type)))
    results = [_torchscript_type_to_python_type(r.type) for r in ts_schema.returns]
    out = None if not results else results[0] if len(results) == 1 else tuple[tuple(results)]
    return inspect.Signature(parameters, return_annotation=out)


_manual_overrides = {}


def _nonzero_schemas():
    def nonzero(self):
        pass

    def nonzero_as_tuple(self, *, as_tuple: bool):
        pass

    return [inspect.signature(nonzero), inspect.signature(nonzero_as_tuple)]


def check_for_mutable_operation(target, args, kwargs):
    """Raises where a call with these arguments would change one of them."""
    signatures, schemas = get_signature_for_torch_op(target, return_schemas=True)
    if not signatures or not schemas:
        return
    matched = []
    for signature, schema in zip(signatures, schemas):
        try:
            signature.bind(*args, **kwargs)
            matched.append(schema)
        except TypeError:
            pass
    if len(matched) == 1:
        _refuse_mutable(matched[0], target)


def _refuse_mutable(schema, target):
    if schema.is_mutable:
        raise RuntimeError(f"Tried to trace mutable operation {schema}. FX only supports functional code, so operations that mutate operands in-place (e.g. via `out` arguments) are not supported")


def get_signature_for_torch_op(op, return_schemas=False):
    """The signatures of the overloads of a function of torch, None if it is no operator; return_schemas asks for the schemas beside them."""
    if isinstance(op, torch._ops.OpOverload):
        schemas = [op._schema]
    elif isinstance(op, torch._ops.OpOverloadPacket):
        schemas = [getattr(op, name)._schema for name in op.overloads()]
    else:
        if op is torch.nonzero:
            return (_nonzero_schemas(), None) if return_schemas else None
        name = torch.jit._builtins._find_builtin(op)
        if name is None:
            return (None, None) if return_schemas else None
        schemas = torch._C._jit_get_schemas_for_operator(name)
    signatures = [_torchscript_schema_to_signature(schema) for schema in schemas]
    return (signatures, schemas) if return_schemas else signatures


def create_type_hint(x):
    """The type of a list or tuple from those of its items: of the first that the others are subclasses of."""
    if not isinstance(x, (list, tuple)):
        return x
    base = None
    if not all(isinstance(t, type) or t is Any for t in x):
        warnings.warn(f"We were not able to successfully create type hint from the type {x}")
        return x
    for t in x:
        if base is None or _is_subclass(base, t):
            base = t
        elif not _is_subclass(t, base):
            return list[Any] if isinstance(x, list) else tuple[Any, ...]
    if isinstance(x, list):
        return list[base if base is not None else Any]
    return tuple[base if base is not None else Any, ...]


def _is_subclass(a, b):
    try:
        return issubclass(a, b)
    except TypeError:
        return a == b


_type_eval_globals = {"Tensor": torch.Tensor, "Device": torch.device, "Layout": torch.layout, "number": numbers.Number, "NoneType": type(None), "List": list, "Dict": dict, "Tuple": tuple}


def type_matches(signature_type, argument_type):
    """Whether an argument of a type can be given where a signature wants another."""
    origin = getattr(signature_type, "__origin__", signature_type)
    if signature_type is argument_type:
        return True
    if origin is typing.Union and signature_type != argument_type:
        return any(type_matches(part, argument_type) for part in signature_type.__args__)
    if origin is list:
        of = signature_type.__args__[0]
        if getattr(argument_type, "__origin__", None) is list:
            return type_matches(of, argument_type.__args__[0])
        if of is int and argument_type is int:  # int[] takes one int for all
            return True
        if getattr(argument_type, "__origin__", None) is tuple:
            return all(type_matches(of, part) for part in argument_type.__args__ if part is not Ellipsis)
        return False
    if signature_type is int and argument_type is torch.dtype:  # dtypes are ints in schemas
        return True
    if signature_type is numbers.Number and argument_type in (int, float, complex):
        return True
    if inspect.isclass(argument_type) and inspect.isclass(signature_type):
        return issubclass(argument_type, signature_type)
    return signature_type is Any


def _shown(target):
    """What errors call a function: those of torch that are no Python belong to a class of their own."""
    name = getattr(target, "__name__", "")
    return f"torch._VariableFunctionsClass.{name}" if getattr(torch, name, None) is target and not hasattr(target, "__code__") else _get_qualified_name(target)


def normalize_function(target, args, kwargs=None, arg_types=None, kwarg_types=None, normalize_to_only_use_kwargs=False):
    """The arguments of a call of a function of torch with all defaults, by keyword where asked; None where no signature, or more than one, fits."""
    kwargs = kwargs or {}
    if not isinstance(target, (torch._ops.OpOverloadPacket, torch._ops.OpOverload)) and torch.jit._builtins._find_builtin(target) is None:
        function = target
        if target in boolean_dispatched:
            dispatch = boolean_dispatched[target]
            if_true, if_false = dispatch["if_true"], dispatch["if_false"]
            if list(inspect.signature(if_true).parameters) != list(inspect.signature(if_false).parameters):
                return None
            function = if_true
        try:
            if not callable(function):
                raise AssertionError(f"{type(target)} is not callable")
            signature = inspect.signature(inspect.unwrap(function))
        except ValueError:
            return _by_schema(target, args, kwargs, arg_types, kwarg_types, normalize_to_only_use_kwargs)
        return _args_kwargs_to_normalized_args_kwargs(signature, args, kwargs, normalize_to_only_use_kwargs)
    return _by_schema(target, args, kwargs, arg_types, kwarg_types, normalize_to_only_use_kwargs)


def _by_schema(target, args, kwargs, arg_types, kwarg_types, keywords_only):
    if not callable(target):
        raise AssertionError(f"{target} is not callable")
    signatures = get_signature_for_torch_op(target)
    if not signatures:
        return None
    matched = []
    for signature in signatures:
        try:
            signature.bind(*args, **kwargs)
            matched.append(signature)
        except TypeError:
            pass
    if len(matched) == 1:
        return _args_kwargs_to_normalized_args_kwargs(matched[0], args, kwargs, keywords_only)
    if len(matched) > 1:
        if arg_types is not None or kwarg_types is not None:
            arg_types, kwarg_types = arg_types or (), kwarg_types or {}
            for signature in signatures:
                try:
                    bound = signature.bind(*arg_types, **kwarg_types)
                except TypeError:
                    continue
                if all(type_matches(signature.parameters[name].annotation, kind) for name, kind in bound.arguments.items()):
                    return _args_kwargs_to_normalized_args_kwargs(signature, args, kwargs, keywords_only)
        else:
            texts = "\n".join(str(s) for s in matched)
            raise RuntimeError(f"Tried to normalize arguments to {_shown(target)} but the schema match was ambiguous! Please provide argument types to the normalize_arguments() call. "
                               f"Available schemas:\n{texts}")
    return None


def normalize_module(root, target, args, kwargs=None, normalize_to_only_use_kwargs=False):
    """The same for a call of a submodule of torch.nn."""
    try:
        module = root.get_submodule(target)
    except AttributeError as e:
        raise RuntimeError(f"Tried to normalize node with target {target} but root did not have that target!") from e
    if getattr(torch.nn, type(module).__name__, None) is not type(module):
        return None
    return _args_kwargs_to_normalized_args_kwargs(inspect.signature(module.forward), args, kwargs or {}, normalize_to_only_use_kwargs)


def _args_kwargs_to_normalized_args_kwargs(sig, args, kwargs, normalize_to_only_use_kwargs):
    kinds = {p.kind for p in sig.parameters.values()}
    if not kinds <= {inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY}:
        # operators with parameters called like a word of the language
        if list(sig.parameters) != ["input", "from", "to", "generator"] and list(sig.parameters)[:2] != ["input", "from_"]:
            return None
    bound = sig.bind(*args, **kwargs)
    bound.apply_defaults()
    new_args, new_kwargs = [], {}
    for i, (name, p) in enumerate(sig.parameters.items()):
        if not normalize_to_only_use_kwargs and i < len(args):
            new_args.append(bound.arguments[name])
        else:
            new_kwargs[name] = bound.arguments[name]
    return ArgsKwargsPair(tuple(new_args), new_kwargs)
