"""flat_apply: calls of functions whose arguments no graph can have, written as calls with the leaves of these arguments."""

import dataclasses

import torch
from torch.fx.node import base_types
from torch.utils import _pytree as pytree


def is_graphable(value):
    """Tells whether a node can take or give a value."""
    return isinstance(value, base_types)


def is_graphable_type(kind):
    return issubclass(kind, base_types)


def to_graphable(stuff):
    """The leaves of a tree, which nodes can take, and its structure."""
    leaves, spec = pytree.tree_flatten(stuff)
    for leaf in leaves:
        if not is_graphable(leaf):
            raise RuntimeError(f"Expected all pytree.tree_leaves of (args, kwargs) to be graphable types, but found non-fx-graphable type {type(leaf)}. "
                               "If this type is meant to be constant, mark it as via pytree.register_constant; otherwise, register it as a pytree.")
    return leaves, spec


def from_graphable(flat_args, spec):
    return pytree.tree_unflatten(flat_args, spec)


@dataclasses.dataclass(frozen=True, slots=True)
class _ConstantFunction:
    """A function as a constant of a structure."""

    func: object

    def __call__(self, *args, **kwargs):
        return self.func(*args, **kwargs)


pytree.register_constant(_ConstantFunction)


def func_to_graphable(func):
    """A function as a structure without leaves, which nodes can take."""
    return pytree.tree_flatten(_ConstantFunction(func))


def is_valid_output(x):
    return all(map(is_valid_output, x)) if isinstance(x, (tuple, list)) else is_graphable(x)


class FlatApply(torch._ops.HigherOrderOperator):
    """flat_apply(func, in_spec, *leaves) is func(*args, **kwargs) with the arguments that in_spec makes of the leaves."""

    def __init__(self):
        super().__init__("flat_apply")

    def __call__(self, func, in_spec, *flat_args, checked_output=True, **unused):
        operators = (torch._ops.OpOverload, torch._ops.OpOverloadPacket, torch._ops.HigherOrderOperator)
        if not isinstance(func, operators) and not pytree._is_constant_holder(func):
            raise AssertionError(f"func must be an op type, constant holder, or opaque callable, got {type(func)}")
        if unused:
            raise AssertionError(f"unexpected keyword arguments: {unused}")
        return impl(func, in_spec, flat_args, checked_output)


def impl(func, in_spec, flat_args, checked_output):
    if isinstance(func, pytree.TreeSpec):
        func = pytree._retrieve_constant(func)
        if not isinstance(func, _ConstantFunction):
            raise AssertionError(f"expected retrieved constant to be _ConstantFunction, got {type(func)}")
    args, kwargs = from_graphable(flat_args, in_spec)
    out = func(*args, **kwargs)
    if checked_output and not is_valid_output(out):
        raise AssertionError(f"output must be graphable or nested list/tuple of graphables, got {type(out)}")
    return out


flat_apply = FlatApply()
