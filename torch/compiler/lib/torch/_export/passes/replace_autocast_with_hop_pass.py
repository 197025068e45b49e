"""What runs under autocast becomes the body of a higher-order operator."""

import torch
from torch._higher_order_ops.wrap import wrap_with_autocast

from ..utils import node_inline_, nodes_filter, nodes_first, sequential_split
from .replace_with_hop_pass_util import _output_names_kept, _replace_with_hop_helper, _replace_with_hop_pass_helper, _replaced_calls

__all__ = ["replace_autocast_with_hop_pass"]


def _is_autocast_node(node):
    return node and node.op == "call_function" and node.target in (torch.amp.autocast_mode._enter_autocast, torch.amp.autocast_mode._exit_autocast)


def _is_enter_autocast_node(node):
    return node and node.op == "call_function" and node.target is torch.amp.autocast_mode._enter_autocast


def _is_exit_autocast_node(node):
    return _is_autocast_node(node) and not _is_enter_autocast_node(node)


def _is_autocast_sub_mod(node):
    """Whether a node calls a submodule that begins with entering autocast."""
    if node.op != "call_module":
        return False
    first = nodes_first(getattr(node.graph.owning_module, node.target).graph.nodes, lambda n: n.op != "placeholder")
    return bool(first and _is_autocast_node(first))


def _check_valid_autocast_block(enter_autocast_node, exit_autocast_node):
    if not _is_enter_autocast_node(enter_autocast_node) or not _is_exit_autocast_node(exit_autocast_node) or exit_autocast_node.args[0] is not enter_autocast_node:
        raise AssertionError(f"{enter_autocast_node} and {exit_autocast_node} enclose no region of autocast")


def _replace_with_hop(node):
    sub = getattr(node.graph.owning_module, node.target).graph
    switches = nodes_filter(sub.nodes, _is_autocast_node)
    if len(switches) > 1:
        _check_valid_autocast_block(switches[0], switches[-1])
        sub.erase_node(switches[-1])
    _replace_with_hop_helper(node, switches[0], wrap_with_autocast)


def _split_autocast(gm):
    """A module whose submodules are the outermost regions of autocast, and what is between them."""
    enters, depth, previous = set(), 0, None
    for node in gm.graph.nodes:
        if _is_enter_autocast_node(node):
            enters |= {node} if depth == 0 else set()
            depth += 1
        elif depth == 0 and previous is not None and _is_exit_autocast_node(previous):
            enters.add(node)
        elif _is_exit_autocast_node(node):
            depth -= 1
        previous = node
    return sequential_split(gm, lambda node: node in enters)


def _sequential_split_and_maybe_inline_subgraphs(gm, graph_signature):
    if not any(map(_is_autocast_node, gm.graph.nodes)):
        return gm, graph_signature
    new_gm = _split_autocast(gm)
    signature = _output_names_kept(gm, new_gm, graph_signature)
    _replaced_calls(new_gm, lambda node: _replace_with_hop(node) if _is_autocast_sub_mod(node) else node_inline_(node))
    new_gm.recompile()
    return new_gm, signature


def replace_autocast_with_hop_pass(gm, graph_signature):
    """The graph with calls of wrap_with_autocast in the place of regions, and its signature."""
    return _replace_with_hop_pass_helper(gm, graph_signature, _sequential_split_and_maybe_inline_subgraphs)
