"""Which functional calls of operators that write can write where their arguments lie."""

import torch

__all__ = ["reinplaced_bases", "root_of"]


def _shows(node):
    """Whether a node shows the memory of its first argument."""
    schema = getattr(node.target, "_schema", None) if node.op == "call_function" else None
    if schema is None or not schema.arguments or not node.args:
        return False
    info = schema.arguments[0].alias_info
    return info is not None and not info.is_write


def root_of(node):
    """The node whose memory a node shows."""
    while _shows(node):
        node = node.args[0]
    return node


def _bases(node):
    """The tensors that a functional call writes to, in the order of its results, as lists of their numbers and of the items that they become."""
    op = node.args[0]
    count = max(1, len(op._schema.returns))
    items = {u.args[1]: u for u in node.users}
    if node.target is torch.ops.higher_order.auto_functionalized_v2:
        return [(i, b, items.get(count + i)) for i, b in enumerate(node.kwargs["_all_bases"]) if b is not None]
    found, number = [], 0
    written = [a.name for a in op._schema.arguments if a.alias_info is not None and a.alias_info.is_write]
    for place, name in enumerate(written):
        value, item = node.kwargs.get(name), items.get(count + place)
        if isinstance(value, (list, tuple)):
            inner = {u.args[1]: u for u in item.users} if item is not None else {}
            found += [(number + i, x, inner.get(i)) for i, x in enumerate(value) if x is not None]
            number += len(value)
        else:
            found += [] if value is None else [(number, value, item)]
            number += 1
    return found


def reinplaced_bases(graph):
    """By functional call, the numbers of the tensors that it may write to as they lie: nothing behind it reads what was there. An input must take the result in the end."""
    nodes = list(graph.nodes)
    order = {n: i for i, n in enumerate(nodes)}
    hop = torch.ops.higher_order
    kept = {}
    became = {}  # the item of a call that writes in place: what it was made of
    final = {n.args[0]: n for n in nodes if n.target is torch.ops.aten.copy_.default and n.args[0].op == "placeholder"}

    for node in reversed(nodes):
        if node.op != "call_function" or node.target not in (hop.auto_functionalized_v2, hop.auto_functionalized):
            continue
        roots = [root_of(base) for _, base, _ in _bases(node)]
        for number, base, item in _bases(node):
            root = root_of(base)
            if roots.count(root) > 1 or not _free(nodes, order, node, root, final):
                continue
            if root.op in ("placeholder", "get_attr"):
                copy = final.get(root)
                if copy is None or item is None or not _leads_to(copy.args[1], item, became):
                    continue
            kept.setdefault(node, set()).add(number)
            if item is not None:
                became[item] = base
    return kept


def _leads_to(node, item, became):
    """Whether a value is what a call made of an item in place, or the item itself."""
    while node is not item and node in became:
        node = became[node]
    return node is item


def _free(nodes, order, call, root, final):
    """Whether nothing behind a call reads the memory of a node, but the copy that ends it."""
    shown = [n for n in nodes if root_of(n) is root]
    for n in shown:
        for user in n.users:
            if order[user] > order[call] and user is not final.get(root):
                return False
    return True

