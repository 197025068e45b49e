"""What lies behind a symbolic number: its expression, and the environment that knows its symbols."""

import operator

import torch
from torch._C._dynamo import eval_frame as _c

from torch.fx.experimental._sym_methods import (
    METHOD_TO_OPERATOR, also_bool_magic_methods, always_bool_magic_methods, always_float_magic_methods, always_int_magic_methods, bitwise_ops,
    bool_becomes_int_magic_methods, bool_magic_methods, magic_methods, magic_methods_on_operator_with_trailing_underscore, method_to_operator,
    only_bool_magic_methods, only_float_magic_methods, reflectable_magic_methods, unary_magic_methods, unary_methods, unary_nonmagic_methods)

_KINDS = ((torch.SymInt, int), (torch.SymFloat, float), (torch.SymBool, bool))


class Expr:
    """The expression of a number, equal to others with the same text."""

    def __init__(self, number, text=None):
        self.number = number
        self.text = text  # as it was before anything was decided

    def __repr__(self):
        return repr(self.number) if self.text is None else self.text

    def __eq__(self, other):
        return repr(self) == repr(other)

    def __hash__(self):
        return hash(repr(self))

    def __int__(self):
        return int(self.number)

    def __float__(self):
        return float(self.number)

    def _combine(op):
        return lambda self, other: Expr(op(self.number, other.number if isinstance(other, Expr) else other))

    __add__, __sub__, __mul__, __floordiv__, __mod__ = map(_combine, (operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod))
    del _combine

    @property
    def name(self):
        return repr(self)

    @property
    def is_Symbol(self):
        return repr(self).isidentifier()

    @property
    def is_number(self):
        return not self.free_symbols

    @property
    def free_symbols(self):
        """The symbols in it, by name."""
        return set(map(Symbol, _c.symbols_in(self.number)))


class Symbol:
    """The name of a symbol, equal to the expression that is it alone."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name

    def __eq__(self, other):
        return self.name == repr(other)

    def __hash__(self):
        return hash(self.name)


class SymNode:
    """A number by its expression, with its value in this run where that is known."""

    def __init__(self, expr, shape_env, pytype, hint, constant=None, fx_node=None, optimized_summation=False):
        self._expr = expr if isinstance(expr, Expr) else Expr(expr)
        self.shape_env = shape_env
        self.pytype = pytype
        self._hint = hint
        self.constant = constant
        self.fx_node = fx_node

    @property
    def expr(self):
        number = self.shape_env.simplify(self._expr).number
        text = repr(number)
        known = self.shape_env.__dict__.setdefault("_expressions", {})  # one object for an expression, as in sympy
        return known.setdefault((text, type(number)), Expr(number, text))

    @property
    def hint(self):
        return self._hint

    def has_hint(self):
        return self._hint is not None

    def require_hint(self, fallback=None):
        if self._hint is None and fallback is None:
            raise AssertionError(f"{self._expr} has no hint")
        return fallback if self._hint is None else self._hint

    def maybe_as_int(self):
        return self.expr.number if isinstance(self.expr.number, int) else None

    def maybe_as_float(self):
        return self.expr.number if isinstance(self.expr.number, float) else None

    def maybe_as_bool(self):
        return self.expr.number if isinstance(self.expr.number, bool) else None

    def is_int(self):
        return self.pytype is int

    def is_float(self):
        return self.pytype is float

    def is_bool(self):
        return self.pytype is bool

    def is_constant(self):
        return False

    def is_symbolic(self):
        return True

    def is_nested_int(self):
        return False

    def guard_int(self, file=None, line=None):
        return int(self._expr.number)

    def guard_float(self, file=None, line=None):
        return float(self._expr.number)

    def guard_bool(self, file=None, line=None):
        return bool(self._expr.number)

    def bool_(self):
        return self.guard_bool()

    def int_(self):
        return self.guard_int()

    def expect_true(self, file=None, line=None):
        torch._check(self._expr.number)
        return True

    def wrap_int(self, num):
        return SymNode(num, self.shape_env, int, num, constant=num)

    def wrap_float(self, num):
        return SymNode(num, self.shape_env, float, num, constant=num)

    def wrap_bool(self, num):
        return SymNode(num, self.shape_env, bool, num, constant=num)

    def clone(self):
        return self

    def str(self):
        return repr(self.expr)

    def __repr__(self):
        return f"SymNode({self._expr}, shape_env={self.shape_env!r}, pytype={self.pytype.__name__}, hint={self._hint})"

    __str__ = str


def _method(function):
    """The method of nodes for a function of numbers."""

    def method(self, *others):
        number = function(self._expr.number, *(number_of(o) if isinstance(o, SymNode) else o for o in others))
        if isinstance(number, (torch.SymInt, torch.SymFloat, torch.SymBool)):
            return number.node
        return SymNode(number, self.shape_env, type(number), number, constant=number)

    return method


for _name, _function in METHOD_TO_OPERATOR.items():
    setattr(SymNode, f"{_name}_" if _name in magic_methods_on_operator_with_trailing_underscore else _name, _method(_function))


def node_of(number):
    """The node behind a symbolic number; its environment is the one that was used last."""
    from torch.fx.experimental.symbolic_shapes import ShapeEnv

    env = ShapeEnv._last
    kind = next(kind for cls, kind in _KINDS if isinstance(number, cls))
    if env is None:  # the number is one of a trace or an export, which keeps its environment to itself
        return SymNode(number, ShapeEnv(), kind, None)
    return SymNode(number, env, kind, env._ask("hint", number))


def number_of(node):
    """The number that a node describes."""
    return node._expr.number


def to_node(self, num):
    if isinstance(num, (torch.SymInt, torch.SymFloat, torch.SymBool)):
        return num.node
    return SymNode(num, self.shape_env, type(num), num, constant=num)
