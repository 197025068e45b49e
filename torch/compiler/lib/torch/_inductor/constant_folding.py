"""The part of a graph that depends on its attributes alone, as a graph of its own."""

import torch
from torch.fx import GraphModule

__all__ = ["replace_node_with_constant", "run_and_get_constant_graph"]

META_TAG = "MODULE_TYPE"
MODULE_TAG = "_MAIN_MODULE"
CONST_MODULE_TAG = "_CONST_MODULE"


def _tag(gm, skip_constructor, lifted, skip_folding):
    """Notes at each node which part it is of, and gives those of the constant part that the other reads."""
    for node in gm.graph.nodes:
        constant = node.op == "get_attr" or node.name in lifted
        if node.op == "call_function" and not (skip_folding and skip_folding(node)) and not node.is_impure():
            constant = all(n.meta[META_TAG] == CONST_MODULE_TAG for n in node.all_input_nodes) and bool(node.all_input_nodes or not skip_constructor)
        node.meta[META_TAG] = CONST_MODULE_TAG if constant else MODULE_TAG
    return [
        n for n in gm.graph.nodes
        if n.meta[META_TAG] == CONST_MODULE_TAG and n.op not in ("get_attr", "placeholder") and any(u.meta[META_TAG] == MODULE_TAG for u in n.users)
    ]


def run_and_get_constant_graph(gm, skip_constructor=True, lifted_constant_names=None, skip_folding_node_fn=None):
    """The constant part of a graph as a module, and what it gives; nothing where constants are inputs."""
    lifted = lifted_constant_names or []
    outputs = _tag(gm, skip_constructor, lifted, skip_folding_node_fn)
    graph, values, read = torch.fx.Graph(), {}, set()
    stack = list(outputs)
    while stack:
        node = stack.pop()
        if node not in read:
            read.add(node)
            stack += node.all_input_nodes
    for node in gm.graph.nodes:
        if node in read or node.name in lifted:
            values[node] = graph.node_copy(node, values.__getitem__)
    graph.output(tuple(values[n] for n in outputs))
    graph.lint()
    module = GraphModule(gm, graph)
    return module, None if lifted_constant_names else module()


def replace_node_with_constant(gm, node, constant, name=None):
    """Puts an attribute in the place of a node."""
    if not name:
        taken = getattr(gm, "_frozen_param_count", 0)
        while hasattr(gm, f"_frozen_param{taken}"):
            taken += 1
        name, gm._frozen_param_count = f"_frozen_param{taken}", taken + 1
    with gm.graph.inserting_before(node):
        new = gm.graph.create_node("get_attr", name, (), {})
    node.replace_all_uses_with(new)
    new.meta.update(node.meta)
    gm.graph.erase_node(node)
    gm.register_buffer(name, constant)
    setattr(gm, name, constant)
