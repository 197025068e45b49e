"""Chains of nodes of a graph that a pattern describes: classes of modules, functions, names of targets."""
from torch import nn
from torch.ao.quantization.utils import MatchAllNode
from torch.fx import Node
from torch.nn.utils.parametrize import type_before_parametrizations


def _match(modules, node, current):
    if isinstance(current, type) and issubclass(current, MatchAllNode):
        return True
    if not isinstance(node, Node):
        return False
    if isinstance(current, type) and issubclass(current, nn.Module):
        return node.op == "call_module" and type_before_parametrizations(modules[node.target]) == current
    if callable(current):
        return node.op == "call_function" and node.target is current
    return isinstance(current, str) and node.target == current


def apply_match(modules, pattern, node, matched_node_pattern):
    """The nodes before, followed by those from this one on that the pattern describes: each is the first user of the one before. None where it does not fit."""
    first, *rest = pattern if isinstance(pattern, tuple) else (pattern,)
    if not _match(modules, node, first):
        return None
    matched = [*matched_node_pattern, node]
    if not rest:
        return matched
    user = next(iter(node.users), None)
    return None if user is None else apply_match(modules, tuple(rest), user, matched)
