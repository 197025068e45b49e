"""The table of what run_decompositions takes apart."""

import torch

from ._core import core_decompositions

__all__ = ["CustomDecompTable"]


def _is_composed(op):
    """Whether an operator is composed of others, and could stay whole."""
    return isinstance(op, torch._ops.OpOverload) and op._preservable()


class CustomDecompTable(dict):
    """Operators with the functions that take them apart. It has all that are composed of others, too, as long as they are not removed."""

    def __init__(self):
        super().__init__({**torch._decomp._core_operators_besides(), **core_decompositions()})
        self.deleted = set()

    def __contains__(self, op):
        return super().__contains__(op) or _is_composed(op) and op not in self.deleted

    def __getitem__(self, op):
        if super().__contains__(op) or op not in self:
            return super().__getitem__(op)
        return op

    def get(self, op, default=None):
        return self[op] if op in self else default

    def __setitem__(self, op, function):
        super().__setitem__(op, function)
        self.deleted.discard(op)

    def __delitem__(self, op):
        self.pop(op)

    def pop(self, op, *default):
        if op not in self:
            if default:
                return default[0]
            raise KeyError(op)
        value = self[op]
        super().pop(op, None)
        if _is_composed(op):
            self.deleted.add(op)
        return value

    def copy(self):
        other = type(self)()
        dict.clear(other)
        other.update(self)
        other.deleted = set(self.deleted)
        return other

    def materialize(self):
        return dict(self)
