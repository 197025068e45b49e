"""Values with unknowns in them, made equal."""

from .core import reify, unify
from .variable import Var, isvar, var, vars  # noqa: A004

__all__ = ["Var", "isvar", "reify", "unify", "var", "vars"]
