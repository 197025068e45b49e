"""A function for each row of tensors."""

import torch
from torch._higher_order_ops import _checks, _record
from torch._higher_order_ops.utils import captured, captures, is_dynamo_compiling
from torch.utils import _pytree as pytree


def map(f, xs, *args):
    """f(row, *args) for each row of the tensors in xs, stacked."""
    _checks.map_rows(xs)
    flat = pytree.tree_leaves(xs)
    if _record.is_recording():
        return _record.map_rows(f, xs, args)
    if captures(flat, args):
        return captured(lambda *args: map(*args) if is_dynamo_compiling() else _rows(*args), f, xs, *args)
    return _rows(f, xs, *args)


def _rows(f, xs, *args):
    flat, spec = pytree.tree_flatten(xs)
    outs = [f(pytree.tree_unflatten(row, spec), *args) for row in zip(*(x.unbind(0) for x in flat))]
    columns, out_spec = [], None
    for out in outs:
        leaves, out_spec = pytree.tree_flatten(out)
        columns.append(leaves)
    return pytree.tree_unflatten([torch.stack(c) for c in zip(*columns)], out_spec)


map_impl = map


def _fake_map(f, x, *args):
    """What map gives, row by row."""
    rows = [pytree.tree_map(lambda t: t[i], x) for i in range(pytree.tree_leaves(x)[0].shape[0])]
    return pytree.tree_map(lambda *out: torch.stack(out), *(f(row, *args) for row in rows))


from torch._higher_order_ops._run import map_impl  # noqa: E402, F401

MapImpl = type(map_impl)
