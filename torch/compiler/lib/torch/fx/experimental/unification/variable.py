"""Unknowns."""

import itertools

__all__ = ["Var", "isvar", "var", "vars"]

_numbers = itertools.count(1)


class Var:
    """An unknown, which has a name; two of the same name are one."""

    def __init__(self, *names):
        self.token = names[0] if names else f"_{next(_numbers)}"

    def __str__(self):
        return f"~{self.token}"

    __repr__ = __str__

    def __eq__(self, other):
        return type(self) is type(other) and self.token == other.token

    def __hash__(self):
        return hash((type(self), self.token))


def var(*names):
    """An unknown."""
    return Var(*names)


def vars(n, **kwargs):  # noqa: A001
    """Several unknowns."""
    return [var(**kwargs) for _ in range(n)]


def isvar(value):
    """Whether a value is an unknown."""
    return isinstance(value, Var)
