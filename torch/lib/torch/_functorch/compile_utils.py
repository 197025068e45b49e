"""What compilers do with graphs of ATen operators: common subexpressions, names without overloads, inputs and outputs."""
import torch
from torch import fx
from torch.utils import _pytree as pytree

__all__ = ["fx_graph_cse", "get_aten_target", "get_outputs", "get_placeholders", "strip_overloads"]

_FRESH = ("empty", "empty_like", "empty_strided", "empty_permuted", "new_empty", "new_empty_strided")


def get_aten_target(node):
    """The operator of a node, without its overload."""
    return getattr(node.target, "overloadpacket", node.target)


def _repeatable(node):
    """Whether a second call of the same operator with the same operands gives the same."""
    if node.op != "call_function" or node.is_impure():
        return False
    if torch.Tag.nondeterministic_seeded in getattr(node.target, "tags", ()):
        return False
    name = getattr(get_aten_target(node), "__name__", "")
    return name not in _FRESH and "rand" not in name and "dropout" not in name


def _hashable(value):
    """A key for operands: numbers that are equal and of different types are not the same."""
    if isinstance(value, (list, tuple)):
        return (type(value).__name__, *map(_hashable, value))
    if isinstance(value, dict):
        return ("dict", *((k, _hashable(v)) for k, v in value.items()))
    if isinstance(value, slice):
        return ("slice", _hashable(value.start), _hashable(value.stop), _hashable(value.step))
    return (type(value), value)


def fx_graph_cse(fx_g):
    """A copy of a graph in which equal calls are made once."""
    graph, copies, seen = fx.Graph(), {}, {}
    for node in fx_g.nodes:
        if _repeatable(node):
            args, kwargs = fx.node.map_arg((node.args, node.kwargs), copies.__getitem__)
            key = (node.target, _hashable(args), _hashable(dict(kwargs)))
            try:
                known = seen.get(key)
            except TypeError:
                known, key = None, None
            if known is not None:
                copies[node] = known
                continue
            copies[node] = graph.node_copy(node, copies.__getitem__)
            if key is not None:
                seen[key] = copies[node]
        else:
            copies[node] = graph.node_copy(node, copies.__getitem__)
    return graph


def strip_overloads(gm):
    """Calls of overloads become calls of their operators, which choose by their operands."""
    for node in gm.graph.nodes:
        if isinstance(node.target, torch._ops.OpOverload):
            node.target = node.target.overloadpacket
    gm.recompile()


def get_placeholders(graph):
    return graph.find_nodes(op="placeholder")


def get_outputs(graph):
    """The values that a graph gives, one by one."""
    for node in graph.find_nodes(op="output"):
        return pytree.tree_leaves(node.args[0])
    raise AssertionError("No output node found")
