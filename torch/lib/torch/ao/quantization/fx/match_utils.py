"""Patterns of operators in graphs."""

import sys

import torch
from torch.ao.quantization.utils import MatchAllNode
from torch.fx import Node

__all__ = []


def matches(node, wanted, modules):
    """Whether a node is what one part of a pattern asks for: a class of modules, a function or the name of a method."""
    if node.op == "call_module":
        return isinstance(wanted, type) and type(modules.get(node.target)) is wanted
    if node.op == "call_function":
        return not isinstance(wanted, (type, str)) and node.target is wanted or wanted in ("shape",) and node.target is getattr and node.args[1:] == (wanted,)
    return node.op == "call_method" and node.target == wanted


def chain(node, pattern, modules):
    """The nodes, in order, of a pattern that ends at a node; None if it does not fit. Between its parts nothing else may be used."""
    parts = pattern if isinstance(pattern, tuple) else (pattern,)
    found = []
    for i, wanted in enumerate(reversed(parts)):
        if not isinstance(node, Node) or not matches(node, wanted, modules) or i > 0 and len(node.users) > 1:
            return None
        found.append(node)
        node = next((arg for arg in node.args if isinstance(arg, Node)), None)
    return found[::-1]


def by_length(configs):
    """Configurations whose pattern has more parts first."""
    return sorted((c for c in configs if c.pattern is not None), key=lambda c: -len(c.pattern) if isinstance(c.pattern, tuple) else -1)


def _is_match(modules, node, pattern, max_uses=sys.maxsize):
    """Whether a pattern of nested tuples fits at a node: the last operator, then one pattern for each of its arguments. What is inside of it has no other user."""
    if isinstance(pattern, type) and issubclass(pattern, MatchAllNode):
        return True
    wanted, *inner = pattern if isinstance(pattern, tuple) else (pattern,)
    if not isinstance(node, Node):
        return not inner and node == wanted
    if len(node.users) > max_uses:
        return False
    if isinstance(wanted, type) and issubclass(wanted, torch.nn.Module):
        if node.op != "call_module" or type(modules[node.target]) is not wanted:
            return False
    elif callable(wanted):
        if node.op != "call_function" or node.target is not wanted:
            return False
        if node.target is getattr and node.args[1] != pattern[1]:
            return False
    elif isinstance(wanted, str):
        if node.op != "call_method" or node.target != wanted:
            return False
    elif node.target != wanted:
        return False
    return not inner or len(inner) == len(node.args) and all(_is_match(modules, arg, part, max_uses=1) for arg, part in zip(node.args, inner))
