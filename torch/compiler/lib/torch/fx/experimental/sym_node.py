"""What stands behind a symbolic number: its expression."""

import functools

import torch

__all__ = ["SymNode", "to_node"]


class Expression:
    """The expression of a number, known by how it prints."""

    def __init__(self, text):
        self.name = text

    is_Symbol = property(lambda self: self.name.isidentifier())
    is_number = is_integer = False

    @property
    def free_symbols(self):
        import re

        return {Expression(name) for name in re.findall(r"[a-z]+\d+", self.name)}

    def __eq__(self, other):
        return str(self) == str(other)

    def __hash__(self):
        return hash(self.name)

    def __repr__(self):
        return self.name

    __str__ = __repr__


class SymNode:
    """The node of a symbolic number."""

    def __init__(self, number):
        self._number = number
        self.pytype = {torch.SymInt: int, torch.SymFloat: float, torch.SymBool: bool}[type(number)]

    expr = property(lambda self: Expression(str(self._number)))
    _expr = expr
    shape_env = property(lambda self: _environment())
    hint = None

    def has_hint(self):
        return False

    def is_int(self):
        return self.pytype is int

    def is_float(self):
        return self.pytype is float

    def is_bool(self):
        return self.pytype is bool

    def is_symbolic(self):
        return True

    def is_constant(self):
        return False

    def maybe_as_int(self):
        return None

    maybe_as_float = maybe_as_bool = maybe_as_int

    def __str__(self):
        return str(self._number)

    __repr__ = __str__


@functools.cache
def _environment():
    from torch.fx.experimental.symbolic_shapes import ShapeEnv

    return ShapeEnv()


def to_node(self, num):
    """The node of a symbolic number; numbers stay what they are."""
    return num.node if isinstance(num, (torch.SymInt, torch.SymFloat, torch.SymBool)) else num
