"""The graphs that higher-order operators of a program take: their inputs are called what the program calls the operands."""

import torch
from torch.fx import Graph, GraphModule, Node

__all__ = ["name_bodies"]


def name_bodies(gm):
    """Names the inputs of the bodies of torch.cond after the operands, within bodies too."""
    for node in gm.graph.find_nodes(op="call_function", target=torch.ops.higher_order.cond):
        for place in node.args[1:3]:
            body = getattr(gm, place.target)
            if isinstance(body, GraphModule):
                _name_inputs(body, node.args[3])
                name_bodies(body)


def _name_inputs(body, operands):
    inputs = body.graph.find_nodes(op="placeholder")
    wanted = [x.name if isinstance(x, Node) else n.name for x, n in zip(operands, inputs)]
    if len(wanted) != len(inputs) or len(set(wanted)) != len(wanted) or wanted == [n.name for n in inputs]:
        return
    graph, values = Graph(), {}
    for node, name in zip(inputs, wanted):
        values[node] = graph.placeholder(name)
        values[node].meta = node.meta
    for node in body.graph.nodes:
        if node not in values:
            values[node] = graph.node_copy(node, values.__getitem__)
    body.graph = graph
