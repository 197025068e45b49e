"""What scripts use of sympy to state conditions on the expressions of symbolic numbers (torch.fx.experimental.symbolic_shapes)."""

import operator

import torch
from torch._absent import attributes as _attributes
from torch.fx.experimental.sym_node import Expr

from ._linear import Symbol, symbols  # noqa: F401

true, false = True, False


def sympify(value):
    """A number as an expression; expressions and truths stay as they are."""
    if isinstance(value, (torch.SymInt, torch.SymFloat, torch.SymBool)):
        return value.node.expr
    return value if isinstance(value, (Expr, bool)) else Expr(value)


Integer = Float = sympify


def _relation(name, function):
    def relation(lhs, rhs):
        return Expr(function(*(side.number if isinstance(side, Expr) else side for side in (lhs, rhs))))

    relation.__name__ = relation.__qualname__ = name
    return relation


Eq, Ne, Lt, Le, Gt, Ge = (_relation(name, getattr(operator, name.lower())) for name in ("Eq", "Ne", "Lt", "Le", "Gt", "Ge"))
Max, Min = _relation("Max", torch.sym_max), _relation("Min", torch.sym_min)


def Not(condition):
    return Expr(torch.sym_not(condition.number if isinstance(condition, Expr) else condition))


_absent = _attributes("sympy")


def __getattr__(name):
    return _absent(name)
