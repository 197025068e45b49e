"""Which functions of Python are operators of scripts."""

import cmath
import math

import torch

__all__ = []

_OF_MATH = (
    "ceil", "copysign", "erf", "erfc", "exp", "expm1", "fabs", "floor", "gamma", "lgamma", "log", "log10", "log1p", "pow", "sqrt", "isnan", "asinh", "atanh", "cosh", "sinh", "tanh", "acos", "asin",
    "atan", "atan2", "cos", "sin", "tan", "asinh", "acosh", "fmod", "modf", "factorial", "frexp", "isinf", "degrees", "radians", "ldexp", "gcd", "isfinite", "remainder",
)


# Modules with functions that are operators, and how the names of these operators begin.
_MODULES = (("torch", ""), ("torch._C._nn", ""), ("torch.fft", "fft_"), ("torch.linalg", "linalg_"), ("torch.special", "special_"), ("torch.sparse", "_sparse_"))

# Functions of torch that are written in Python over several operators.
_WRITTEN_IN_PYTHON = (
    "cdist", "cholesky", "compile", "cond", "eig", "lobpcg", "lstsq", "lu", "matrix_rank", "norm", "qr", "solve", "stft", "symeig", "tensordot", "unique", "unique_consecutive", "vmap", "while_loop",
)

# Functions whose operators are called otherwise.
_CALLED_OTHERWISE = {
    "torch.sparse.sampled_addmm": "sparse_sampled_addmm", "torch.sparse.spdiags": "_spdiags", "torch.sparse.spsolve": "_spsolve", "math.remainder": "mathremainder", "cmath.phase": "angle",
    "cmath.rect": "polar", "torch.nn.functional.logsigmoid": "log_sigmoid",
}


def _modules_containing_builtins():
    """Each module with functions that are operators, its name, and how the names of these operators begin."""
    for path, prefix in _MODULES:
        module = torch
        for part in path.split(".")[1:]:
            module = getattr(module, part, None)
        if module is not None:
            yield module, path, prefix


def _find_builtin(fn):
    """The operator that a function is, aten::add; None for any other function."""
    name = getattr(fn, "__name__", None)
    if not isinstance(name, str):
        return None
    if getattr(math, name, None) is fn:
        return f"aten::{_CALLED_OTHERWISE.get('math.' + name, name)}" if name in _OF_MATH else None
    if getattr(cmath, name, None) is fn:
        return f"aten::{_CALLED_OTHERWISE.get('cmath.' + name, name)}"
    for module, path, prefix in _modules_containing_builtins():
        own = name.removeprefix(prefix)
        if getattr(module, own, None) is fn:
            return None if path == "torch" and own in _WRITTEN_IN_PYTHON else f"aten::{_CALLED_OTHERWISE.get(f'{path}.{own}', prefix + own)}"
    return None


def _get_builtin_table():
    """Operators by the ids of their functions."""
    named = ((f, _find_builtin(f)) for module, _, _ in _modules_containing_builtins() for f in list(vars(module).values()) if callable(f) and not isinstance(f, type))
    return {id(f): name for f, name in named if name is not None}
