"""Running results of an associative function."""

import torch
from torch.utils import _pytree as pytree


def associative_scan(combine_fn, xs, dim, reverse=False, combine_mode="pointwise"):
    """Row i of the result is combine_fn of the rows 0 to i of xs along dim."""
    if not callable(combine_fn):
        raise ValueError(f"Combine_fn must be a callable, but got {combine_fn}")
    if not isinstance(dim, int):
        raise ValueError(f"Dim must be an int, but got {type(dim)}")
    if combine_mode not in ("pointwise", "generic"):
        raise ValueError(f"Combine_mode must either 'pointwise' or 'generic', but got {combine_mode}")
    leaves, spec = pytree.tree_flatten(xs)
    if not leaves:
        raise ValueError("Expected at least 1 xs leaf")
    if not all(isinstance(x, torch.Tensor) for x in leaves):
        raise ValueError("All xs leaves must be a Tensor")
    rows = [list(r) for r in zip(*(x.unbind(dim) for x in leaves))]
    if reverse:
        rows.reverse()
    outs = rows[:1]
    for row in rows[1:]:
        result = combine_fn(pytree.tree_unflatten(outs[-1], spec), pytree.tree_unflatten(row, spec))
        outs.append(pytree.tree_flatten(result)[0])
    if reverse:
        outs.reverse()
    return pytree.tree_unflatten([torch.stack(c, dim) for c in zip(*outs)], spec)


generic_associative_scan = associative_scan


def _fake_associative_scan(combine_fn, xs, dim, reverse=False):
    """What associative_scan gives, row by row."""
    flat, spec = pytree.tree_flatten(xs)
    order = range(flat[0].shape[dim])
    if reverse:
        order = reversed(order)
    outs, last = [], None
    for i in order:
        row = pytree.tree_unflatten([t.select(dim, i) for t in flat], spec)
        last = row if last is None else combine_fn(last, row)
        outs.append(pytree.tree_leaves(last))
    if reverse:
        outs.reverse()
    return pytree.tree_unflatten([torch.stack(column, dim) for column in zip(*outs)], spec)
