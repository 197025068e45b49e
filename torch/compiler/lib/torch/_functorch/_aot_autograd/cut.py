"""Cutting a joint graph in two: where the forward ends, so that what it computed and the backward reads is saved, or so that least is saved."""

import operator

import torch
from torch._C import _fx
from torch._C._dynamo import eval_frame as _c

__all__ = ["cut_where_forward_ends", "cut_at_least_cost", "extract"]


def cut_where_forward_ends(joint, num_fwd_outputs):
    """The graph modules of forward, whose results are followed by what is saved, and of backward, which takes that and the gradients of the results."""
    nodes = list(joint.graph.nodes)
    primals, tangents = _inputs(nodes, "primals"), _inputs(nodes, "tangents")
    results = list(joint.graph.output_node().args[0])
    outputs, gradients = results[:num_fwd_outputs], results[num_fwd_outputs:]
    forward = _forward_nodes(nodes, primals, tangents, outputs)
    saved = [n for n in nodes if n in forward and _is_saved(joint, n, forward)]
    return _parts(joint, primals, tangents, outputs, gradients, saved)


def cut_at_least_cost(joint, num_fwd_outputs):
    """The same, by PyTorch's minimum cut: calls that are cheap are made again in the backward."""
    from torch._functorch.compile_utils import fx_graph_cse

    joint.graph = fx_graph_cse(joint.graph)
    nodes = list(joint.graph.nodes)
    primals, tangents = _inputs(nodes, "primals"), _inputs(nodes, "tangents")
    results = list(joint.graph.output_node().args[0])
    outputs, gradients = results[:num_fwd_outputs], results[num_fwd_outputs:]
    late = _led_to(nodes, tangents)
    early = _reached(outputs) | set(primals)
    late |= {n for n in gradients if n is not None and n not in early}
    if not late - set(tangents):
        return cut_where_forward_ends(joint, num_fwd_outputs)
    judged = [n for n in nodes if n.op not in ("get_attr", "output")]
    places = {n: i for i, n in enumerate(judged)}
    returned = {n for n in results if n is not None}
    saved = _c.min_cut([
        (_operator(n), [places[o] for o in n.all_input_nodes if o in places], _bytes(n), n in early, n in late, n in primals, n in returned, n.is_impure() and n.op != "placeholder")
        for n in judged])
    first, second = _parts(joint, primals, tangents, outputs, gradients, [judged[i] for i in saved])
    _bring_when_needed(second)
    return first, second


def _operator(node):
    if node.op == "placeholder":
        return ""
    if node.target is operator.getitem:
        return "getitem"
    return node.target._schema.name.removeprefix("aten::") if isinstance(node.target, torch._ops.OpOverload) else "call"


def _bytes(node):
    """The size of a tensor in bytes, -1 where a node gives several."""
    val = node.meta.get("val")
    return val.numel() * val.element_size() if isinstance(val, torch.Tensor) else -1


def _bring_when_needed(gm):
    """Moves what the backward computes again, and what else no tangent leads to, right in front of the first node that reads it."""
    nodes = list(gm.graph.nodes)
    readers = [nodes.index(user) for n in nodes if n.op == "placeholder" and "tangents" in str(n.target) for user in n.users]
    if not readers:
        return
    graph, copies = torch.fx.Graph(), {}

    def copy(node):
        copies[node] = graph.node_copy(node, copies.__getitem__)

    def bring(node):
        needed, open_ = set(), [node]
        while open_:
            n = open_.pop()
            if n not in needed and n not in copies:
                needed.add(n)
                open_ += n.all_input_nodes
        for n in sorted(needed, key=nodes.index):
            copy(n)

    for node in nodes:
        if node.op == "placeholder":
            copy(node)
    for node in nodes[min(readers):]:
        bring(node)
    gm.graph = graph
    gm.recompile()


def _parts(joint, primals, tangents, outputs, gradients, saved):
    backward = extract(joint, [*saved, *tangents], gradients)
    used = {n.name for n in backward.graph.find_nodes(op="placeholder") if n.users}
    saved = [n for n in saved if n.name in used]
    backward = extract(joint, [*saved, *tangents], gradients)
    for node in backward.graph.nodes:
        if node.op != "call_function":
            continue
        _fx.move_to_backward(node, node)
        node.meta["autograd_backward"] = True
    return extract(joint, primals, [*outputs, *saved]), backward


def _reached(ends):
    """What leads to nodes."""
    reached, open_ = set(), [n for n in ends if isinstance(n, torch.fx.Node)]
    while open_:
        node = open_.pop()
        if node not in reached:
            reached.add(node)
            open_ += node.all_input_nodes
    return reached


def _led_to(nodes, starts):
    """What nodes lead to, in order."""
    found = set(starts)
    for node in nodes:
        if node.op != "output" and any(n in found for n in node.all_input_nodes):
            found.add(node)
    return found


def _inputs(nodes, kind):
    return [n for n in nodes if n.op == "placeholder" and kind in str(n.target)]


def _forward_nodes(nodes, primals, tangents, outputs):
    """What stands in front of the end of the forward: of the last node that was recorded by it or, where that is not told, that its results need."""
    told = [n for n in nodes if n.meta.get("partitioner_tag") == "is_forward"]
    if not told:
        reached = _reached(outputs)
        told = [n for n in nodes if n in reached]
    last = max(nodes.index(n) for n in [*told, *primals]) if told or primals else -1
    return {n: None for n in nodes[:last + 1] if n not in tangents and n.op != "output"}


def _is_saved(joint, node, forward):
    if node.op == "get_attr" or (node.users and all(user.target is operator.getitem for user in node.users)):
        return False
    return any(user not in forward for user in node.users)


def extract(joint, inputs, outputs):
    """The part of a graph that leads from inputs to outputs."""
    graph, copies = torch.fx.Graph(), {}
    for node in inputs:
        copies[node] = graph.placeholder(node.name)
        _fx.copy_meta(copies[node], node)
        copies[node].meta = dict(node.meta)
    for node in joint.graph.nodes:
        if node in copies or node.op in ("placeholder", "output") or not all(n in copies for n in node.all_input_nodes):
            continue
        copies[node] = graph.node_copy(node, copies.__getitem__)
    for node in outputs:
        if isinstance(node, torch.fx.Node) and node not in copies:
            raise AssertionError(f"Node {node} was invalid, but is output")
    graph.output(tuple(copies[n] if isinstance(n, torch.fx.Node) else n for n in outputs))
    graph.eliminate_dead_code()
    return torch.fx.GraphModule(joint, graph)
