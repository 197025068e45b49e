"""reinplace: calls of functional operators become calls that write, where nothing reads what they write over."""

import operator

import torch
from torch.fx import Interpreter, Node
from torch.utils import _pytree as pytree

__all__ = ["reinplace"]

_aten = torch.ops.aten

# what puts a part back into a tensor, with the view that takes this part
_VIEWS = {
    _aten.diagonal_scatter.default: _aten.diagonal.default,
    _aten.select_scatter.default: _aten.select.int,
    _aten.slice_scatter.default: _aten.slice.Tensor,
    _aten.as_strided_scatter.default: _aten.as_strided.default,
}


class _Run(Interpreter):
    """Runs a graph once and keeps what its nodes give."""

    def __init__(self, module):
        super().__init__(module, garbage_collect_values=False)
        self.values = {}

    def run_node(self, n):
        self.values[n] = super().run_node(n)
        return self.values[n]


def _storages(value):
    return {x.untyped_storage()._cdata for x in pytree.tree_leaves(value) if isinstance(x, torch.Tensor)}


def _inplace_of(op):
    """The operator that writes into the first operand of another one, None if there is none."""
    if not isinstance(op, torch._ops.OpOverload) or op.namespace != "aten" or op._schema.is_mutable:
        return None
    if op in _VIEWS:
        return op
    name, overload = op.__name__.split(".")
    packet = getattr(_aten, name + "_", None)
    return getattr(packet, overload, None) if packet is not None and not name.endswith("_") else None


def _makes_view(n):
    """Whether a node among those that share memory is a view, of which only the uses matter."""
    return isinstance(n.target, torch._ops.OpOverload) or n.target is operator.getitem


def _written_over(x):
    """Whether elements of a tensor share memory."""
    return any(size > 1 and stride == 0 for size, stride in zip(x.shape, x.stride()))


def reinplace(gm, *sample_args):
    """Rewrites the graph of a module, which keeps its results and never changes its inputs."""
    run = _Run(gm)
    run.run(*pytree.tree_map(lambda x: x.clone() if isinstance(x, torch.Tensor) else x, sample_args))
    order = {n: i for i, n in enumerate(gm.graph.nodes)}
    values = run.values
    aliases = {}
    for n, value in values.items():
        if n.op != "output":
            for storage in _storages(value):
                aliases.setdefault(storage, set()).add(n)
    given = set().union(*(_storages(values[n]) for n in order if n.op == "placeholder"), set())
    dropped = {}
    for n in list(gm.graph.nodes):
        instead = _inplace_of(n.target) if n.op == "call_function" and n not in dropped else None
        if instead is None or not n.args or not isinstance(n.args[0], Node):
            continue
        target = n.args[0]
        before, after = values[target], values[n]
        if not isinstance(before, torch.Tensor) or not isinstance(after, torch.Tensor) or _written_over(before):
            continue
        if before.dtype != after.dtype or before.shape != after.shape:
            continue
        (storage,) = _storages(before)
        if storage in given:
            continue
        same = aliases[storage]
        if any(x is target for x in pytree.tree_leaves((n.args[1:], n.kwargs))):  # it would read what it writes
            continue
        undone = _put_back(n, target, same, order, values)
        if any(order[u] > order[n] and u not in undone and not (u in same and _makes_view(u)) for a in same for u in a.users):
            continue
        dropped.update(undone)
        if n.target in _VIEWS:
            with gm.graph.inserting_before(n):
                part = gm.graph.call_function(_VIEWS[n.target], (target, *n.args[2:]), dict(n.kwargs))
                copied = gm.graph.call_function(_aten.copy_.default, (part, n.args[1]))
            order[part] = order[copied] = order[n]
            values[part] = values[copied] = before
            same.add(part)
            dropped[n] = target
        else:
            n.target = instead
        for u in list(n.users):
            u.replace_input_with(n, target)
        same |= {a for s in _storages(after) for a in aliases[s]}
        for s in _storages(after):
            aliases[s] = same
        values[n] = before
    for n, base in dropped.items():
        while base in dropped:
            base = dropped[base]
        n.replace_all_uses_with(base)
        gm.graph.erase_node(n)
    gm.recompile()
    return gm


def _shows(u, base, part):
    """Whether what u puts a part back to is where the part is."""
    try:
        place = _VIEWS[u.target](base, *u.args[2:], **u.kwargs)
    except (RuntimeError, IndexError):
        return False
    return (place.shape, place.stride(), place.storage_offset()) == (part.shape, part.stride(), part.storage_offset())


def _put_back(n, target, same, order, values):
    """The nodes that put a part which n has written in place back to where it is, step by step into larger parts, each with what it then is."""
    undone, written = {}, {n: target}
    for u in sorted({u for a in same for u in a.users if order[u] > order[n]}, key=order.get):
        if u.target not in _VIEWS or u.args[0] not in same or not isinstance(u.args[1], Node):
            continue
        base, part = u.args[0], written.get(u.args[1])
        if part is None or not _shows(u, values[base], values[part]):
            continue
        if values[base].shape == values[u].shape:
            undone[u] = written[u] = base
    return undone
