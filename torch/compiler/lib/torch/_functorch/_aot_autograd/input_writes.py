"""Changes of inputs in recorded graphs."""

import torch


def take_input_writes(graph, inputs):
    """Takes the copies into inputs out of a graph; gives what each of these inputs becomes."""
    written = {}
    for node in list(graph.nodes):
        if node.op == "call_function" and node.target is torch.ops.aten.copy_.default and node.args[0] in inputs:
            written[node.args[0]] = node.args[1]
            node.replace_all_uses_with(node.args[1])
            graph.erase_node(node)
    return written
