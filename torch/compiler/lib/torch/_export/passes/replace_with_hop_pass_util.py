"""Parts of a graph that become bodies of higher-order operators."""

import operator

import torch
from torch.fx import Node

from ..utils import node_inline_

__all__ = []


def _sub_graph_of(node):
    if node.op != "call_module" or not isinstance(node.target, str):
        raise AssertionError(f"expected a call of a submodule, got {node.op} {node.target}")
    return getattr(node.graph.owning_module, node.target)


def _replace_with_hop_helper(node, enter_block_node, wrap_hoo):
    """The call of a submodule becomes one of the operator on the submodule; what enter_block_node was called with goes in front."""
    graph, sub = node.graph, _sub_graph_of(node)
    owner = graph.owning_module
    with graph.inserting_before(node):
        body = graph.get_attr(node.target)
        body.meta["nn_module_stack"] = dict(enter_block_node.meta.get("nn_module_stack", {}))
        outputs = next(iter(reversed(sub.graph.nodes))).args
        if not isinstance(outputs, (tuple, list)) or len(outputs) != 1:
            raise AssertionError(f"the output of a submodule is expected to have one operand, not {outputs}")
        call = graph.call_function(wrap_hoo, (*enter_block_node.args, body, *node.args))
        if isinstance(outputs[0], (tuple, list)):
            node.replace_all_uses_with(call)
            call.meta.update(val=tuple(x.meta.get("val") for x in outputs[0]))
        elif isinstance(outputs[0], Node):
            item = graph.call_function(operator.getitem, (call, 0))
            item.meta.update(node.meta)
            item.meta["val"] = outputs[0].meta.get("val")
            node.replace_all_uses_with(item)
            next(iter(reversed(sub.graph.nodes))).args = ((outputs[0],),)
            call.meta["val"] = (outputs[0].meta.get("val"),)
            sub.recompile()
        else:
            node_inline_(node)
            graph.erase_node(call)
            return
        call.meta["nn_module_stack"] = dict(enter_block_node.meta.get("nn_module_stack", {}))
    graph.erase_node(node)
    for start in [n for n in sub.graph.nodes if n.target is enter_block_node.target and n.name == enter_block_node.name]:
        sub.graph.erase_node(start)
    sub.recompile()
    owner.recompile()


def _replace_with_hop_pass_helper(gm, graph_signature, sequential_split_and_maybe_inline_subgraphs):
    """Runs a pass on a graph and on the graphs of the bodies in it."""
    new_gm, new_signature = sequential_split_and_maybe_inline_subgraphs(gm, graph_signature)
    for node in list(new_gm.graph.nodes):
        if node.op == "get_attr" and isinstance(getattr(new_gm, node.target, None), torch.fx.GraphModule):
            body, _ = _replace_with_hop_pass_helper(getattr(new_gm, node.target), None, sequential_split_and_maybe_inline_subgraphs)
            setattr(new_gm, node.target, body)
    new_gm.recompile()
    new_gm.graph.lint()
    return new_gm, new_signature


def _output_names_kept(gm, new_gm, graph_signature):
    """The signature with the names that the nodes of the result have behind a pass."""
    if graph_signature is None:
        return None
    old, new = (next(iter(reversed(g.graph.nodes))).args[0] for g in (gm, new_gm))
    for spec, before, after in zip(graph_signature.output_specs, old, new):
        if isinstance(before, Node) and isinstance(after, Node) and getattr(spec.arg, "name", None) == before.name:
            spec.arg.name = after.name
    return graph_signature


def _replaced_calls(gm, replace):
    for node in list(gm.graph.nodes):
        if node.op == "call_module":
            replace(node)
