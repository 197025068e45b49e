"""Programs whose operators change their arguments again."""

import operator

import torch
from torch._higher_order_ops.auto_functionalize import auto_functionalized, auto_functionalized_v2

__all__ = ["unsafe_remove_auto_functionalized_pass"]


def remove_self_clone(graph):
    """Takes away copies of inputs into themselves."""
    for node in list(graph.nodes):
        if node.op == "call_function" and node.target is torch.ops.aten.copy_.default and node.args[0] is node.args[1]:
            node.replace_all_uses_with(node.args[0])
            graph.erase_node(node)


def _bases_of(node):
    """The values that a call would have changed, in the order in which it gives what they become."""
    if node.target is auto_functionalized_v2:
        return list(node.kwargs["_all_bases"])
    mutable = [a.name for a in node.args[0]._schema.arguments if a.alias_info is not None and a.alias_info.is_write]
    return [node.kwargs[name] for name in mutable]


def _arguments_of(node):
    """The arguments of the operator itself."""
    if node.target is not auto_functionalized_v2:
        return dict(node.kwargs)
    bases, given = node.kwargs["_all_bases"], {}
    for a in node.args[0]._schema.arguments:
        if a.alias_info is None or not a.alias_info.is_write:
            given[a.name] = node.kwargs[a.name]
        elif f"_{a.name}_length" in node.kwargs:
            places = [node.kwargs[f"_{a.name}_{i}_base_index"] for i in range(node.kwargs[f"_{a.name}_length"])]
            given[a.name] = [None if i is None else bases[i] for i in places]
        else:
            i = node.kwargs[f"_{a.name}_base_index"]
            given[a.name] = None if i is None else bases[i]
    return given


def unsafe_remove_auto_functionalized_pass(ep):
    """The program with calls of operators as they are written, which is wrong where what they change is read afterwards as it was."""
    for module in ep.graph_module.modules():
        if not isinstance(module, torch.fx.GraphModule):
            continue
        graph = module.graph
        for node in list(graph.nodes):
            if node.op == "call_function" and node.target in (auto_functionalized, auto_functionalized_v2):
                _replace(graph, node, ep.graph_signature)
        remove_self_clone(graph)
        graph.lint()
        module.recompile()
    return ep


def _replace(graph, node, signature):
    op, bases = node.args[0], _bases_of(node)
    results = max(len(op._schema.returns), 1)
    with graph.inserting_before(node):
        given = _arguments_of(node)
        only_by_name = {a.name for a in op._schema.arguments if a.kwarg_only}
        call = graph.call_function(op, tuple(v for k, v in given.items() if k not in only_by_name), {k: v for k, v in given.items() if k in only_by_name})
    call.meta.update(node.meta)
    for item in list(node.users):
        at = item.args[1]
        if at >= results:
            replacement = bases[at - results]
        elif len(op._schema.returns) > 1:
            with graph.inserting_before(item):
                replacement = graph.call_function(operator.getitem, (call, at))
            replacement.meta.update(item.meta)
        else:
            replacement = call
        for spec in signature.output_specs:
            if getattr(spec.arg, "name", None) == item.name:
                spec.arg.name = replacement.name
        item.replace_all_uses_with(replacement)
        graph.erase_node(item)
    graph.erase_node(node)
