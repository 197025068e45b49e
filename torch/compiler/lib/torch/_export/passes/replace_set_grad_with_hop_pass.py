"""What runs between switches of gradients becomes the body of a higher-order operator."""

import torch
from torch._higher_order_ops.wrap import wrap_with_set_grad_enabled

from ..utils import node_inline_, nodes_filter, nodes_first, sequential_split
from .replace_with_hop_pass_util import _output_names_kept, _replace_with_hop_helper, _replace_with_hop_pass_helper, _replaced_calls

__all__ = ["replace_set_grad_with_hop_pass"]


def _is_set_grad_enabled_node(node):
    return node and node.op == "call_function" and node.target is torch._C._set_grad_enabled


def _is_set_grad_enabled_sub_mod(node, omit_if_same_with_ambient=False):
    """Whether a node calls a submodule that begins with a switch, to another mode than the one outside where that is asked for."""
    if node.op != "call_module":
        return False
    first = nodes_first(getattr(node.graph.owning_module, node.target).graph.nodes, lambda n: n.op != "placeholder")
    if not first or not _is_set_grad_enabled_node(first):
        return False
    return first.args[0] != torch.is_grad_enabled() if omit_if_same_with_ambient else True


def _replace_with_hop(node):
    switch = nodes_filter(getattr(node.graph.owning_module, node.target).graph.nodes, _is_set_grad_enabled_node)[0]
    _replace_with_hop_helper(node, switch, wrap_with_set_grad_enabled)


def _remove_switch_and_inline(node):
    sub = getattr(node.graph.owning_module, node.target).graph
    for switch in nodes_filter(sub.nodes, _is_set_grad_enabled_node):
        sub.erase_node(switch)
    node_inline_(node)


def _sequential_split_and_maybe_inline_subgraphs(gm, graph_signature):
    if not any(map(_is_set_grad_enabled_node, gm.graph.nodes)):
        return gm, graph_signature
    new_gm = sequential_split(gm, _is_set_grad_enabled_node)
    signature = _output_names_kept(gm, new_gm, graph_signature)

    def replace(node):
        if _is_set_grad_enabled_sub_mod(node, omit_if_same_with_ambient=True):
            _replace_with_hop(node)
        else:
            _remove_switch_and_inline(node)

    _replaced_calls(new_gm, replace)
    new_gm.recompile()
    return new_gm, signature


def replace_set_grad_with_hop_pass(gm, graph_signature):
    """The graph with calls of wrap_with_set_grad_enabled in the place of switches, and its signature."""
    return _replace_with_hop_pass_helper(gm, graph_signature, _sequential_split_and_maybe_inline_subgraphs)
