"""Questions to graphs: what nodes depend on, and whether more dependencies would make a cycle."""

import torch
from torch.fx.node import Node
from torch.utils import _pytree as pytree
from torch.utils._ordered_set import OrderedSet


def _get_flat_args(node, node_to_additional_deps):
    """The nodes among the arguments of a node, and what it depends on besides."""
    leaves = pytree.tree_leaves((node.args, node.kwargs))
    return [*(leaf for leaf in leaves if isinstance(leaf, Node)), *node_to_additional_deps.get(node, ())]


def _get_flat_args_unique(node, node_to_additional_deps):
    """The same, each once."""
    return OrderedSet(_get_flat_args(node, node_to_additional_deps))


def _detect_cycles(graph, node_to_additional_deps):
    """Says where the graph has a cycle, if it has one: searched from the output along the dependencies."""
    path, on_path, done = [], set(), set()

    def dependencies(node):
        return iter(_get_flat_args(node, node_to_additional_deps))

    pending = []

    def enter(node):
        path.append(node)
        on_path.add(node)
        pending.append(dependencies(node))

    enter(graph.output_node())
    while pending:
        dependency = next(pending[-1], None)
        if dependency is None:
            pending.pop()
            left = path.pop()
            on_path.discard(left)
            done.add(left)
        elif dependency in on_path:
            return f"cycle detected in path: {[*path, dependency]}"
        elif dependency not in done:
            enter(dependency)
    return "no cycle detected"


def _graph_device_type(graph):
    """The type of the device that the graph's first placeholder with a tensor is on."""
    for node in graph.nodes if graph is not None else ():
        for key in ("val", "example_value"):
            value = node.meta.get(key)
            if node.op == "placeholder" and isinstance(value, torch.Tensor):
                return value.device.type
    return "cpu"
