"""Products with one matrix on the right become one product."""

import itertools
import operator

import torch
from torch.fx._symbolic_trace import symbolic_trace
from torch.fx.node import Node

__all__ = ["merge_matmul", "split_result_tensors", "may_depend_on", "are_nodes_independent"]


def split_result_tensors(result, inputs):
    """The rows of a product of stacked inputs, for each of them."""
    if isinstance(result, torch.fx.Proxy):
        sizes = [0] * len(inputs)
    else:
        sizes = [x.shape[0] for x in inputs]
    return torch.split(result, sizes)


def may_depend_on(a, b, search_depth=6):
    """Whether a may read what b makes; True where the search goes no further."""
    if a == b:
        return True
    if len(a.all_input_nodes) == 0:
        return False
    if search_depth == 0:
        return True
    return any(may_depend_on(i, b, search_depth - 1) for i in a.all_input_nodes)


def are_nodes_independent(nodes):
    """Whether no node may read another."""
    return not any(may_depend_on(i, j) or may_depend_on(j, i) for i, j in itertools.combinations(nodes, 2))


def merge_matmul(in_mod):
    """A GraphModule in which products that share their right side are one."""
    gm = symbolic_trace(in_mod)
    by_right, left_of = {}, {}
    for node in gm.graph.nodes:
        if node.op == "call_function" and node.target is torch.matmul:
            left, right = node.args
            left_of[node] = left
            by_right.setdefault(right.target if right.op == "get_attr" else right, []).append(node)
    by_right = {right: nodes for right, nodes in by_right.items() if len(nodes) > 1 and are_nodes_independent([left_of[n] for n in nodes])}
    for right, nodes in by_right.items():
        lefts = [left_of[n] for n in nodes]
        if isinstance(right, str):  # an attribute, which each product may have read for itself
            right = gm.graph.get_attr(right)
        stacked = gm.graph.call_function(torch.cat, (lefts,), {})
        product = gm.graph.call_function(torch.matmul, (stacked, right), {})
        parts = gm.graph.call_function(split_result_tensors, (product, lefts), {})
        picked = [gm.graph.call_function(operator.getitem, (parts, i), {}) for i in range(len(lefts))]
        for node, part in zip(nodes, picked):
            node.replace_all_uses_with(part)
            gm.graph.erase_node(node)
    from torch.fx.passes.tools_common import legalize_graph

    legalize_graph(gm)
    gm.recompile()
    gm.graph.lint()
    return gm
