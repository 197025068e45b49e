"""What a module's __init__ annotates, and scripts do not see."""

import ast
import inspect
import warnings

import torch
from torch._jit_internal import is_final
from torch.jit.frontend import dedented

__all__ = ["AttributeTypeIsSupportedChecker"]

_LOST = ("The TorchScript type system doesn't support instance-level annotations on empty non-base types in `__init__`. Instead, either 1) use a type annotation in the class body, or 2) wrap the type in "
         "`torch.jit.Attribute`.")

# which annotations an empty value loses
_EMPTY = {"list": ("List", "list"), "dict": ("Dict", "dict"), "None": ("Optional",)}


def _emptiness(value):
    """list, dict or None for an empty value of these, else an empty text."""
    if isinstance(value, ast.List) and not value.elts:
        return "list"
    if isinstance(value, ast.Dict) and not value.keys:
        return "dict"
    return "None" if isinstance(value, ast.Constant) and value.value is None else ""


def _lost(annotation, value):
    """Whether an annotation says of an empty value what its type does not."""
    return isinstance(annotation, ast.Subscript) and isinstance(annotation.value, ast.Name) and annotation.value.id in _EMPTY.get(_emptiness(value), ())


def _is_annotate(function):
    """Whether a callee is written torch.jit.annotate."""
    words = []
    while isinstance(function, ast.Attribute):
        words.append(function.attr)
        function = function.value
    return words == ["annotate", "jit"] and isinstance(function, ast.Name) and function.id == "torch"


class AttributeTypeIsSupportedChecker(ast.NodeVisitor):
    """Warns of annotations in the __init__ of a module that are lost, since the values are empty."""

    def check(self, nn_module):
        try:
            source = dedented(inspect.getsource(type(nn_module).__init__))
        except (OSError, TypeError):
            return
        body = ast.parse(source).body
        if body and isinstance(body[0], ast.FunctionDef):
            self.visit(body[0])

    def visit_AnnAssign(self, node):
        target = node.target
        if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self" and _lost(node.annotation, node.value):
            warnings.warn(_LOST)

    def visit_Call(self, node):
        if _is_annotate(node.func) and len(node.args) == 2 and _lost(*node.args):
            warnings.warn(_LOST)
        self.generic_visit(node)


_CONSTANTS = (bool, float, int, str, type(None), torch.device, torch.layout, torch.dtype, torch.qscheme)


def _not_constant(value):
    """The first part of a value that is no constant of scripts, in a list; an empty one if there is none."""
    if isinstance(value, _CONSTANTS):
        return []
    if isinstance(value, (tuple, list)):
        return next((found for item in value if (found := _not_constant(item))), [])
    return [value]


def _names_of_constants(module):
    names = list(getattr(module, "__constants__", ()))
    return names + [name for name, hint in getattr(type(module), "__annotations__", {}).items() if is_final(hint) and name not in names]


def check_constants(module):
    """Refuse constants of a module that scripts have none of, and warn of names that are none."""
    kinds = (("submodule", module._modules), ("buffer", module._buffers), ("parameter", module._parameters))
    for name in _names_of_constants(module):
        kind = next((kind for kind, found in kinds if name in found), None)
        if kind is not None:
            warnings.warn(f"'{name}' was found in ScriptModule constants,  but it is a non-constant {kind}. Consider removing it.", stacklevel=2)
        elif not hasattr(module, name):
            warnings.warn(f"'{name}' was found in ScriptModule constants, but was not actually set in __init__. Consider removing it.", stacklevel=2)
        elif wrong := _not_constant(getattr(module, name)):
            owner, types = f"{type(module).__name__}.{name}", ", ".join(map(torch.typename, _CONSTANTS))
            raise TypeError(f"\n'{torch.typename(type(wrong[0]))}' object in attribute '{owner}' is not a valid constant.\nValid constants are:\n1. a nn.ModuleList\n2. a value of type {{{types}}}\n3. a list or tuple of (2)\n")
