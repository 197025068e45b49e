"""Small changes of graphs, and how large their values are."""

from typing import NamedTuple

import torch
from torch.fx.graph import Graph
from torch.fx.node import Node, map_arg
from torch.fx.passes.shape_prop import ShapeProp

__all__ = ["replace_target_nodes_with", "size_bytes", "get_size_of_all_nodes", "get_tensor_meta", "get_size_of_node"]


def replace_target_nodes_with(fx_module, old_op, old_target, new_op, new_target):
    """Makes nodes that call something call something else."""
    new, mapping = Graph(), {}
    for node in fx_module.graph.nodes:
        if node.op == old_op and node.target == old_target:
            args, kwargs = map_arg(node.args, lambda n: mapping[n]), map_arg(node.kwargs, lambda n: mapping[n])
            mapping[node] = new.create_node(new_op, new_target, args, kwargs, node.name)
        else:
            mapping[node] = new.node_copy(node, lambda n: mapping[n])
    fx_module.graph = new


class size_bytes(NamedTuple):
    """Bytes of a node with what it reads, and of its value alone."""

    output_size: int
    total_size: int


def get_size_of_all_nodes(fx_module, args=None):
    """Notes the sizes of all nodes."""
    if args is not None:
        ShapeProp(fx_module).propagate(*args)
    for node in fx_module.graph.nodes:
        if node.op == "output":
            break
        node.size_bytes = get_size_of_node(fx_module, node)


def get_tensor_meta(node):
    """What is known of the tensor of a node."""
    meta = node.meta.get("tensor_meta")
    if not meta:
        raise RuntimeError(f"Node {node} has no tensor metadata associated with it! Check that shape propagation has run.")
    return meta


def get_size_of_node(fx_module, node):
    """The sizes of one node."""
    total = 0
    if node.op == "call_module":
        module = dict(fx_module.named_modules())[node.target]
        total = sum(p.numel() for p in module.parameters())
    meta = get_tensor_meta(node)
    output = meta.shape.numel()
    total += output
    each = torch.tensor([], dtype=meta.dtype).element_size()
    return size_bytes(each * output, each * total)
