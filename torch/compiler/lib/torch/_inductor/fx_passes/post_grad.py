"""Passes over graphs of a forward or backward pass, when it has been cut."""

import operator

import torch
from torch.fx.graph_module import _from_native

from .reinplace import reinplaced_bases, root_of

__all__ = ["decompose_auto_functionalized", "remove_noop_ops"]


def remove_noop_ops(graph):
    """Drops clones and aliases that nobody could tell from what they show: of the same layout, unless memory of an input would become a result."""
    inputs = set(graph.find_nodes(op="placeholder"))
    results = set(torch.utils._pytree.tree_leaves(graph.output_node().args[0]))
    for node in [n for n in graph.nodes if n.target in (torch.ops.aten.clone.default, torch.ops.aten.alias.default)]:
        source = node.args[0]
        was, now = source.meta.get("val"), node.meta.get("val")
        if was is None or now is None or was.shape != now.shape or was.stride() != now.stride():
            continue
        if node in results and (root_of(source) in inputs or source in results):
            continue
        node.replace_all_uses_with(source)
        graph.erase_node(node)


def decompose_auto_functionalized(graph):
    """Replaces functional calls of operators that write by the calls themselves: in place where nothing reads what was there before, else on clones."""
    hop = torch.ops.higher_order
    calls = graph.find_nodes(op="call_function", target=hop.auto_functionalized_v2) + graph.find_nodes(op="call_function", target=hop.auto_functionalized)
    if not calls:
        return
    order = {n: i for i, n in enumerate(graph.nodes)}
    in_place = reinplaced_bases(graph)
    for node in sorted(calls, key=order.get, reverse=True):
        lower = _lower_v2 if node.target is hop.auto_functionalized_v2 else _lower_v1
        lower(graph, node, in_place.get(node, ()))
    graph.eliminate_dead_code()


def written_out(native):
    """The text of a graph of the compiler with its functional calls decomposed."""
    gm = _from_native(native)
    remove_noop_ops(gm.graph)
    decompose_auto_functionalized(gm.graph)
    gm.recompile()
    type(gm).__name__ = "<lambda>"
    return gm.print_readable(print_output=False, include_stride=True, include_device=True)


def _call(graph, like, target, *args):
    node = graph.call_function(target, args)
    node.meta.update({k: v for k, v in like.meta.items() if k != "val"})
    return node


def _memory(graph, node, base):
    """A copy of the memory that a tensor lies in, as that tensor."""
    val = base.meta["val"]
    aten = torch.ops.aten
    last = sum((n - 1) * s for n, s in zip(val.shape, val.stride())) + val.storage_offset()
    whole = _call(graph, node, aten.as_strided.default, base, [last + 1], [1], 0)
    copy = _call(graph, node, aten.clone.default, whole)
    own = _call(graph, node, aten.as_strided.default, copy, list(val.shape), list(val.stride()), val.storage_offset())
    whole.meta["val"] = copy.meta["val"] = val.new_empty([last + 1])
    own.meta["val"] = val
    return own


def _shown(graph, node, kwargs, name, bases):
    """The tensor that the keywords of an argument describe."""
    aten = torch.ops.aten
    index = kwargs[f"_{name}_base_index"]
    if index is None:
        return None
    base = bases[index]
    if f"_{name}_alias" in kwargs:
        view = _call(graph, node, aten.alias.default, base)
    elif f"_{name}_slice_dim" in kwargs:
        view = _call(graph, node, aten.slice.Tensor, base, *(kwargs[f"_{name}_slice_{part}"] for part in ("dim", "start", "end")))
    elif f"_{name}_size" in kwargs:
        size, stride = list(kwargs[f"_{name}_size"]), list(kwargs[f"_{name}_stride"])
        view = _call(graph, node, aten.as_strided.default, base, size, stride, kwargs[f"_{name}_storage_offset"])
    else:
        return base
    view.meta["val"] = _value_of_view(view)
    return view


def _value_of_view(view):
    """What the trace knows of a view; None where sizes are symbols that no trace is there for."""
    base, *args = view.args
    numbers = torch.utils._pytree.tree_map(lambda a: a.meta["val"] if isinstance(a, torch.fx.Node) else a, args)
    try:
        return view.target(base.meta["val"], *numbers)
    except RuntimeError:
        return None


def _lower_v2(graph, node, in_place):
    op, kwargs = node.args[0], node.kwargs
    with graph.inserting_before(node):
        bases = [b if b is None or i in in_place else _memory(graph, node, b) for i, b in enumerate(kwargs["_all_bases"])]
        values = {}
        for a in op._schema.arguments:
            if a.name in kwargs:
                values[a.name] = kwargs[a.name]
            elif f"_{a.name}_length" in kwargs:
                values[a.name] = [_shown(graph, node, kwargs, f"{a.name}_{i}", bases) for i in range(kwargs[f"_{a.name}_length"])]
            else:
                values[a.name] = _shown(graph, node, kwargs, a.name, bases)
        call = _written_out(graph, node, op, values)
    count = max(1, len(op._schema.returns))
    _replace_items(graph, node, call, op, {count + i: b for i, b in enumerate(bases)})


def _lower_v1(graph, node, in_place):
    op, values = node.args[0], dict(node.kwargs)
    copies, items = iter(range(len(values) * 64)), {}
    count = max(1, len(op._schema.returns))
    written = [a.name for a in op._schema.arguments if a.alias_info is not None and a.alias_info.is_write]
    with graph.inserting_before(node):
        for i, name in enumerate(written):
            value = values.get(name)
            several = isinstance(value, (list, tuple))
            kept = [x if x is None or next(copies) in in_place else _memory(graph, node, x) for x in (value if several else [value])]
            items[count + i] = values[name] = kept if several else kept[0]
        call = _written_out(graph, node, op, values)
    _replace_items(graph, node, call, op, items)


def _written_out(graph, node, op, values):
    """The call of the operator, as scripts write it: defaults at the end are left out."""
    arguments = list(op._schema.arguments)
    while arguments and arguments[-1].has_default_value() and values[arguments[-1].name] == arguments[-1].default_value:
        arguments.pop()
    call = graph.call_function(op, tuple(values[a.name] for a in arguments if not a.kwarg_only), {a.name: values[a.name] for a in arguments if a.kwarg_only})
    call.meta.update({k: v for k, v in node.meta.items() if k != "val"})
    return call


def _replace_items(graph, node, call, op, memory):
    """Gives the users of a functional call what it stood for."""
    last = call
    for item in sorted(node.users, key=lambda u: u.args[1]):
        index = item.args[1]
        if index in memory and isinstance(memory[index], list):
            for inner in list(item.users):
                inner.replace_all_uses_with(memory[index][inner.args[1]])
                graph.erase_node(inner)
        elif index in memory:
            item.replace_all_uses_with(memory[index])
        elif not item.users:
            pass
        elif len(op._schema.returns) == 1:
            call.meta["val"] = item.meta.get("val")
            item.replace_all_uses_with(call)
        else:
            with graph.inserting_after(last):
                own = last = graph.call_function(operator.getitem, (call, index))
            own.meta.update(item.meta)
            item.replace_all_uses_with(own)
        graph.erase_node(item)
    graph.erase_node(node)
