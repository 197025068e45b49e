"""Calls of regions in joint graphs: their forward and backward parts become graphs of their own, as those of the graph around them do."""

import copy
import operator

import torch
from torch._C import _fx

from .export import _tidy

__all__ = ["cut_regions"]


def cut_regions(gm, partition):
    """Replaces, in a joint graph, each call of a region by a call of its forward part, which saves what the call of its backward part takes in the place of the joint graph that stood there."""
    calls = gm.graph.find_nodes(op="call_function", target=torch.ops.higher_order.invoke_subgraph)
    forwards = {n.meta["custom"]["call_id"]: n for n in calls if n.args[1].startswith("fw_")}
    backwards = [n for n in calls if n.args[1].startswith("bw_")]
    parts = {}
    for backward in backwards:
        name = backward.args[1].removeprefix("bw_")
        if name not in parts:
            parts[name] = _Parts(gm, forwards[backward.meta["custom"]["call_id"]], backward, partition)
    of_forward = {forwards[n.meta["custom"]["call_id"]].args[1]: parts[n.args[1].removeprefix("bw_")] for n in reversed(backwards)}
    for backward in reversed(backwards):
        name = backward.args[1].removeprefix("bw_")
        part, forward = parts[name], forwards.pop(backward.meta["custom"]["call_id"])
        saved = part.call_forward(gm, forward, name)
        part.call_backward(gm, backward, name, saved)
    for forward in forwards.values():  # nothing is derived of their results
        if part := of_forward.get(forward.args[1]):
            part.call_forward(gm, forward, part.name)
    gm.graph.lint()
    gm.recompile()


class _Parts:
    """The two parts of a region."""

    def __init__(self, gm, forward, backward, partition):
        body = getattr(gm, forward.args[0].target)
        self.name = backward.args[1].removeprefix("bw_")
        self.inputs = len(body.graph.find_nodes(op="placeholder"))
        self.outputs = len(body.graph.output_node().args[0])
        joint = _outputs_first(getattr(gm, backward.args[0].target), self.inputs, self.outputs)
        self.forward, self.backward = partition(joint, [], num_fwd_outputs=self.outputs, static_lifetime_input_indices=[])

    def call_forward(self, gm, node, name):
        """Puts a call of the forward part in the place of node; gives the nodes of what it saves."""
        attribute = _part(gm, f"partitioned_fw_{name}", self.forward, node.args[0], node)
        with gm.graph.inserting_after(attribute):
            call = gm.graph.call_function(node.target, (attribute, attribute.target, *node.args[2:]))
        results = self.forward.graph.output_node().args[0]
        _tell(call, node, tuple(n.meta["val"] for n in results))
        saved = []
        with gm.graph.inserting_after(call):
            for i in range(self.outputs, len(results)):
                item = gm.graph.call_function(operator.getitem, (call, i))
                _fx.copy_example(item, results[i])
                _tell(item, call, results[i].meta["val"])
                saved.append(item)
        node.replace_all_uses_with(call)
        gm.graph.erase_node(node)
        return saved

    def call_backward(self, gm, node, name, saved):
        attribute = _part(gm, f"partitioned_bw_{name}", self.backward, node.args[0], node)
        with gm.graph.inserting_after(attribute):
            call = gm.graph.call_function(node.target, (attribute, attribute.target, *saved, *node.args[2 + self.inputs:]))
        _tell(call, node, tuple(None if n is None else n.meta.get("val") for n in self.backward.graph.output_node().args[0]))
        node.replace_all_uses_with(call)
        gm.graph.erase_node(node)


def _part(gm, name, module, like, node):
    """Reads a part, an attribute of the graph, behind node."""
    if not hasattr(gm, name):
        gm.add_module(name, module)
    with gm.graph.inserting_after(node):
        attribute = gm.graph.get_attr(name)
    _tell(attribute, like)
    return attribute


def _tell(made, like, value=None):
    """Says of a node what is known of another one, but for its value."""
    _fx.copy_origin(made, like)
    made.meta = copy.copy(like.meta)
    if value is not None:
        made.meta["val"] = value


def _outputs_first(module, inputs, outputs):
    """A copy of the joint graph of a region as partitioners have them: with names for the two kinds of inputs, and the results in front of the gradients."""
    graph, copies = torch.fx.Graph(), {}
    for i, node in enumerate(module.graph.nodes):
        if node.op == "placeholder":
            copies[node] = graph.placeholder(f"primals_{i}" if i < inputs else f"tangents_{i - inputs}")
            _fx.copy_meta(copies[node], node)
        elif node.op == "output":
            given = [None if n is None else copies[n] for n in node.args[0]]
            graph.output((*given[-outputs:], *given[:-outputs]))
            continue
        else:
            copies[node] = graph.node_copy(node, copies.__getitem__)
        copies[node].meta = copy.copy(node.meta)
    made = torch.fx.GraphModule(module, graph)
    _tidy(made)
    return made
