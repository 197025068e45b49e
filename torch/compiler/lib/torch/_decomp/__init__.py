"""Operators in terms of others: the table that tracers are given, and what chooses from it."""

import torch
from torch.export._core import core_decompositions

__all__ = ["core_aten_decompositions", "decomposition_table", "get_decompositions", "meta_table", "pre_autograd_decomposition_table", "register_decomposition", "remove_decompositions"]

decomposition_table = {}
pre_autograd_decomposition_table = {}
meta_table = {}

global_decomposition_table = {"post_autograd": decomposition_table, "pre_autograd": pre_autograd_decomposition_table, "meta": meta_table}


def _overloads(op):
    """The overloads that an operator, a packet or a list of these stands for."""
    if isinstance(op, (list, tuple)):
        return [o for part in op for o in _overloads(part)]
    if isinstance(op, torch._ops.OpOverloadPacket):
        return [getattr(op, name) for name in op.overloads()]
    return [op]


def register_decomposition(aten_op, registry=None, *, type="post_autograd", unsafe=False):
    """Registers a function for operators."""
    if type not in global_decomposition_table:
        raise AssertionError(f"type must be one of {set(global_decomposition_table)}, got {type}")
    table = global_decomposition_table[type] if registry is None else registry

    def register(f):
        for op in _overloads(aten_op):
            if op in table:
                raise RuntimeError(f"duplicate registrations for {op}")
            table[op] = f
        return f

    return register


def get_decompositions(aten_ops, type="post_autograd"):
    """The part of the table that is for some operators."""
    if type not in global_decomposition_table:
        raise AssertionError(f"type must be one of {set(global_decomposition_table)}, got {type}")
    table = global_decomposition_table[type]
    return {op: table[op] for part in aten_ops for op in _overloads(part) if op in table}


def remove_decompositions(decompositions, aten_ops):
    """Takes operators out of a table."""
    for op in _overloads(list(aten_ops)):
        decompositions.pop(op, None)


def core_aten_decompositions():
    """A table with the operators that are not of the core set."""
    from torch.export.decomp_utils import CustomDecompTable

    return CustomDecompTable()


decomposition_table.update(core_decompositions())

from torch._decomp import decompositions, gradients, images, norms  # noqa: E402, F401  (they register what else there is)
