"""What is said of nodes, and tuples that are made to be taken apart."""

import dataclasses
import operator

from torch.fx import Node

__all__ = ["NodeInfo"]


@dataclasses.dataclass
class NodeInfo:
    """A kind of nodes: those of an operation with a target."""

    op: str
    target: object


def _reroute_tuple_getitem_pattern(graph):
    """Has those who use elements of tuples that a graph makes use what was put there."""
    for node in graph.nodes:
        whole = node.args[0] if node.target is operator.getitem else None
        if isinstance(whole, Node) and whole.target is tuple and isinstance(node.args[1], int):
            for user in list(node.users):
                user.replace_input_with(node, whole.args[0][node.args[1]])
