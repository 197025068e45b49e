"""Operators of scripts that change their arguments, as calls of auto_functionalized_v2 that give what the arguments become."""

import operator

import torch

__all__ = ["without_writes"]


def without_writes(graph):
    """Replaces each such operator of a graph that functionalize has recorded: it writes into clones made for it
    alone."""
    for node in list(graph.nodes):
        schema = getattr(node.target, "_schema", None)
        if node.op == "call_function" and schema is not None and schema.is_mutable and not schema.name.startswith("aten::"):
            _replace(graph, node, schema)


def _replace(graph, node, schema):
    given = dict(zip((a.name for a in schema.arguments), node.args)) | node.kwargs
    order = {n: i for i, n in enumerate(graph.nodes)}
    kwargs, places, bases, written = {}, {}, [], []

    def base_index(x, base):
        if x is None:
            return None
        bases.append(base)
        written.append(x)
        return len(bases) - 1

    for a in schema.arguments:
        value = given.get(a.name, a.default_value)
        if a.alias_info is None or not a.alias_info.is_write:
            kwargs[a.name] = value
        elif isinstance(value, (list, tuple)):
            places[f"_{a.name}_length"] = len(value)
            places |= {f"_{a.name}_{i}_base_index": base_index(x, x and x.args[0]) for i, x in enumerate(value)}
        else:
            places[f"_{a.name}_base_index"] = base_index(value, value and value.args[0])

    with graph.inserting_before(node):
        call = graph.call_function(torch.ops.higher_order.auto_functionalized_v2, (node.target,), {**kwargs, **places, "_all_bases": bases})
        call.meta.update(node.meta)
        users = {user.args[1]: user for user in node.users} if len(schema.returns) > 1 else {}
        values = [users[i].meta.get("val") if i in users else None for i in range(len(schema.returns))] if len(schema.returns) > 1 else [node.meta.get("val")]
        call.meta["val"] = (*values, *(x.meta.get("val") for x in written))
        items = []
        for i, value in enumerate(call.meta["val"]):
            if i in users:
                node.prepend(users[i])
                users[i].args = (call, i)
                items.append(users[i])
                continue
            items.append(graph.call_function(operator.getitem, (call, i)))
            items[-1].meta.update(node.meta)
            items[-1].meta["val"] = value
    for x, item in zip(written, items[len(values):]):
        x.replace_all_uses_with(item, delete_user_cb=lambda user: order.get(user, -1) > order[node])
    node.replace_all_uses_with(items[0])
    graph.erase_node(node)
    for copy in set(written) - set(bases):
        graph.erase_node(copy)
