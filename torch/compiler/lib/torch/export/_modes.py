"""Stretches of a program that run with gradients switched otherwise: they become graphs of their own, called by wrap_with_set_grad_enabled."""

import operator

import torch
from torch._C._dynamo import eval_frame as _c
from torch.fx import Graph, GraphModule

__all__ = ["wrap_modes"]


def wrap_modes(gm, modes, outer):
    """Wraps the nodes of a graph whose mode, by node, is not the outer one; gives the nodes that stand for others."""
    stretches, current = [], []
    for node in gm.graph.nodes:
        if node.op != "call_function" and not (node.op == "get_attr" and current):
            continue
        if modes.get(node, outer) != outer and node.op == "call_function":
            current.append(node)
        elif current:
            stretches.append(current)
            current = []
    if current:
        stretches.append(current)
    replaced = {}
    for i, nodes in enumerate(stretches):
        replaced.update(_wrap(gm, nodes, not outer, 2 * i + 1, 2 * len(stretches) + 1))
    return replaced


def _wrap(gm, nodes, mode, number, label):
    graph, inside, values, inputs = Graph(), set(nodes), {}, []
    for node in nodes:
        for used in node.all_input_nodes:
            if used not in inside and used not in values:
                inputs.append(used)
                values[used] = graph.placeholder(used.name)
                values[used].meta = dict(used.meta)
    for node in nodes:
        values[node] = graph.node_copy(node, lambda n: values[n])
    outputs = [n for n in nodes if any(u not in inside for u in n.users)]
    graph.output(tuple(values[n] for n in outputs))
    target = f"submod_{number}"
    sub = GraphModule(gm, graph)
    type(sub).__name__ = target
    gm.add_submodule(target, sub)
    replaced = {}
    with gm.graph.inserting_before(nodes[0]):
        held = gm.graph.create_node("get_attr", target, name=f"submod_{label}")
        call = gm.graph.call_function(torch.ops.higher_order.wrap_with_set_grad_enabled, (mode, held, *inputs))
        call.meta["val"] = tuple(n.meta.get("val") for n in outputs)
        for i, n in enumerate(outputs):
            item = gm.graph.call_function(operator.getitem, (call, i))
            item.meta = dict(n.meta)
            _c.describe_as(item, n)
            _c.stand_for(item, n)
            n.replace_all_uses_with(item)
            replaced[n] = item
    names = [n.name for n in outputs]
    for node in reversed(nodes):
        gm.graph.erase_node(node)
    for item, name in zip([call] if len(names) == 1 else list(replaced.values()), names):
        _c.name_exactly(item, name)
    return replaced
