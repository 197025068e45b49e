"""Which functions of Python are operators of scripts."""

import cmath
import math

import torch

__all__ = []

_OF_MATH = (
    "ceil", "copysign", "erf", "erfc", "exp", "expm1", "fabs", "floor", "gamma", "lgamma", "log", "log10", "log1p", "pow", "sqrt", "isnan", "asinh", "atanh", "cosh", "sinh", "tanh", "acos", "asin",
    "atan", "atan2", "cos", "sin", "tan", "asinh", "acosh", "fmod", "modf", "factorial", "frexp", "isinf", "degrees", "radians", "ldexp", "gcd", "isfinite", "remainder",
)


def _modules_containing_builtins():
    for path in ("torch", "torch._C._nn", "torch._C._fft", "torch._C._linalg", "torch._C._special", "torch.fft", "torch.linalg", "torch.special"):
        module = torch
        for part in path.split(".")[1:]:
            module = getattr(module, part, None)
        if module is not None:
            yield module


def _find_builtin(fn):
    """The operator that a function is, aten::add; None for any other function."""
    name = getattr(fn, "__name__", None)
    if not isinstance(name, str):
        return None
    if getattr(math, name, None) is fn and name in _OF_MATH:
        return f"aten::{'mathremainder' if name == 'remainder' else name}"
    if getattr(cmath, name, None) is fn:
        return f"aten::{name}"
    for module in _modules_containing_builtins():
        if getattr(module, name, None) is fn:
            for candidate in (name, f"{module.__name__.split('.')[-1].lstrip('_')}_{name}"):
                try:
                    if torch._C._jit_get_schemas_for_operator(f"aten::{candidate}"):
                        return f"aten::{candidate}"
                except RuntimeError:
                    continue
    return None


def _get_builtin_table():
    """Operators by the ids of their functions."""
    return {id(f): name for module in _modules_containing_builtins() for f in vars(module).values() if callable(f) and (name := _find_builtin(f)) is not None}
