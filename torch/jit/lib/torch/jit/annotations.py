"""Types of scripts from annotations: those of Python, and comments of the form (int, Tensor) -> Tensor."""

import ast
import enum
import inspect
import typing
from typing import Any, Dict, List, Optional, Tuple, Union

import torch
from torch._C import (
    AnyType, BoolType, ComplexType, DeviceObjType, DictType, EnumType, FloatType, FutureType, IntType, InterfaceType, ListType, NoneType, NumberType, OptionalType, StreamObjType, StringType, TensorType, TupleType, UnionType, _script,
)
from torch._jit_internal import (
    BroadcastingList1, BroadcastingList2, BroadcastingList3, is_await, is_dict, is_future, is_ignored_fn, is_list, is_optional, is_rref, is_tuple, is_union,
)

__all__ = [
    "Any", "List", "BroadcastingList1", "BroadcastingList2", "BroadcastingList3", "Tuple", "is_tuple", "is_list", "Dict", "is_dict", "is_optional", "is_union", "TensorType", "TupleType", "FloatType", "ComplexType", "IntType", "ListType",
    "StringType", "DictType", "AnyType", "Module", "get_signature", "check_fn", "get_param_names", "parse_type_line", "get_type_line", "split_type_line", "try_real_annotations", "try_ann_to_type", "ann_to_type",
]


class Module:
    """A module whose members are given, for the names of types in comments."""

    def __init__(self, name, members):
        self.name, self.members = name, members

    def __getattr__(self, name):
        if name in self.__dict__.get("members", ()):
            return self.members[name]
        raise RuntimeError(f"Module {self.name} has no member called {name}") from None


class EvalEnv(dict):
    """The names that comments of types may use."""

    def __init__(self, rcb):
        super().__init__(
            torch=Module("torch", {"Tensor": torch.Tensor}), Tensor=torch.Tensor, typing=Module("typing", {"Tuple": Tuple}), Tuple=Tuple, List=List, Dict=Dict, Optional=Optional, Union=Union, Future=torch.jit.Future, Any=Any)
        self.rcb = rcb
        for name in ("int", "float", "bool", "str", "complex", "list", "dict", "tuple", "None", "object"):
            self[name] = None if name == "None" else getattr(__import__("builtins"), name)

    def __missing__(self, name):
        found = self.rcb(name) if self.rcb is not None else None
        if found is None:
            raise KeyError(name)
        return found


def is_function_or_method(the_callable):
    return inspect.isfunction(the_callable) or inspect.ismethod(the_callable)


def is_vararg(the_callable):
    """Whether a callable takes any number of arguments."""
    if not is_function_or_method(the_callable) and callable(the_callable):
        the_callable = the_callable.__call__
    return is_function_or_method(the_callable) and inspect.getfullargspec(the_callable).varargs is not None


def get_param_names(fn, n_args):
    if isinstance(fn, torch._ops.OpOverloadPacket):
        fn = fn.op
    if not is_function_or_method(fn) and callable(fn) and is_function_or_method(fn.__call__):
        fn = fn.__call__
    if is_function_or_method(fn):
        if is_ignored_fn(fn):
            fn = inspect.unwrap(fn)
        return inspect.getfullargspec(fn).args
    return [str(i) for i in range(n_args)]


def check_fn(fn, loc):
    """Refuse what is more, or less, than one function."""
    try:
        source = inspect.getsource(fn)
    except (OSError, TypeError):
        return
    import textwrap

    body = ast.parse(textwrap.dedent(source)).body
    if len(body) != 1 or not isinstance(body[0], ast.FunctionDef):
        raise torch.jit.frontend.FrontendError(loc, "Expected a single top-level function")


def get_signature(fn, rcb, loc, is_method):
    """The types of the parameters and of the result, by annotations or by a comment; None if there are neither."""
    if isinstance(fn, torch._ops.OpOverloadPacket):
        return try_real_annotations(fn.op, loc)
    signature = try_real_annotations(fn, loc)
    if signature is None:
        try:
            source = inspect.getsource(fn)
        except (OSError, TypeError):
            return None
        line = get_type_line(source)
        if line is not None:
            return parse_type_line(line, rcb, loc)
    return signature


def try_real_annotations(fn, loc):
    """The types that the annotations of a function name; None if it has none."""
    try:
        signature = inspect.signature(fn)
    except ValueError:
        return None
    everything = [signature.return_annotation, *(p.annotation for p in signature.parameters.values())]
    if all(a is signature.empty for a in everything):
        return None
    kinds = [ann_to_type(a, loc) for a in everything]
    return kinds[1:], kinds[0]


def get_type_line(source):
    """The line of a source that is a comment of its type, with the lines of single parameters put together; None if there is none."""
    lines = [(i, line) for i, line in enumerate(source.split("\n")) if "# type:" in line and "# type: ignore" not in line]
    if not lines:
        return None
    texts = [line.strip() for _, line in lines]
    if len(texts) == 1:
        return texts[0][texts[0].index("# type:"):]
    whole = [text for text in texts if text.startswith("# type:") and "->" in text]
    if len(whole) != 1:
        raise RuntimeError("Return type line '# type: (...) -> ...' not found on multiline type annotation\nfor type lines:\n" + "\n".join(texts) + "\n(See PEP 484 https://www.python.org/dev/peps/pep-0484/#suggested-syntax-for-python-2-7-and-straddling-code)")
    if "(...)" not in whole[0]:
        return whole[0]
    parameters = [text[text.index("# type:") + len("# type:"):].strip() for text in texts if text is not whole[0]]
    return whole[0].replace("(...)", "(" + ", ".join(parameters) + ")")


def split_type_line(type_line):
    """The texts of the parameters and of the result of a comment."""
    start = type_line.index("# type:") + len("# type:")
    try:
        arrow = type_line.index("->")
    except ValueError:
        raise RuntimeError("Syntax error in type annotation (couldn't find `->`)") from None
    return type_line[start:arrow].strip(), type_line[arrow + 2:].strip()


def _refuse_calls(text):
    """A type annotation calls nothing."""
    try:
        calls = any(isinstance(node, ast.Call) for node in ast.walk(ast.parse(text.strip(), mode="eval")))
    except SyntaxError:
        return
    if calls:
        raise RuntimeError(f"Type annotation should not contain calls, but '{text}' does")


def parse_type_line(type_line, rcb, loc):
    """The types that a comment names."""
    env = EvalEnv(rcb)
    values = []
    for what, text in zip(("argument list", "return type"), split_type_line(type_line)):
        _refuse_calls(text)
        try:
            values.append(eval(text, {}, env))
        except (NameError, SyntaxError) as e:
            raise RuntimeError(f"Failed to parse the {what} of a type annotation") from e
    arguments = values[0] if isinstance(values[0], tuple) else (values[0],)
    return [ann_to_type(a, loc) for a in arguments], ann_to_type(values[1], loc)


def is_tensor(ann):
    return inspect.isclass(ann) and issubclass(ann, torch.Tensor)


def get_enum_value_type(e, loc):
    """The type that the values of an enum have in common."""
    values = [member.value for member in e]
    if not values:
        raise ValueError(f"No enum values defined for: '{e.__class__}'")
    kinds = {type(v) for v in values}
    first = try_ann_to_type(type(values[0]), loc)
    return first if len(kinds) == 1 else torch._C.unify_type_list([try_ann_to_type(k, loc) for k in kinds])


def try_ann_to_type(ann, loc, rcb=None):
    """The type that an annotation names, None if it names none."""
    if ann is inspect.Signature.empty:
        return TensorType.get()
    for test in (is_list, is_dict, is_tuple, is_optional):
        test(ann)
    return _script.annotated_type(ann)


def ann_to_type(ann, loc, rcb=None):
    """The type that an annotation names."""
    kind = try_ann_to_type(ann, loc, rcb)
    if kind is None:
        raise ValueError(f"Unknown type annotation: '{ann}' at {loc.highlight() if loc is not None else ''}")
    return kind
