"""A carry that goes through the rows of tensors."""

import torch
from torch._higher_order_ops import _record
from torch.utils import _pytree as pytree


def scan(combine_fn, init, xs, *, dim=0, reverse=False):
    """carry, out = combine_fn(carry, row) for each row: the last carry and the stacked outs."""
    if not callable(combine_fn):
        raise RuntimeError(f"Combine_fn must be a callable, but got {combine_fn}")
    starts = pytree.tree_leaves(init)
    if not starts:
        raise RuntimeError("scan() operator requires init leaves.")
    if not all(isinstance(x, torch.Tensor) for x in starts):
        raise RuntimeError(f"All init leaves must be a Tensor but got {init}")
    leaves, spec = pytree.tree_flatten(xs)
    if not all(isinstance(x, torch.Tensor) for x in leaves):
        raise RuntimeError("All xs leaves must be a Tensor")
    if not leaves:
        return init, []
    if _record.is_recording():
        return _record.scan(combine_fn, init, xs, dim, reverse)
    rows = list(zip(*(x.unbind(dim) for x in leaves)))
    if reverse:
        rows.reverse()
    carry, outs, out_spec = init, [], None
    for row in rows:
        carry, out = combine_fn(carry, pytree.tree_unflatten(row, spec))
        flat, out_spec = pytree.tree_flatten(out)
        outs.append(flat)
    if reverse:
        outs.reverse()
    return carry, pytree.tree_unflatten([torch.stack(c) for c in zip(*outs)], out_spec)


scan_op = scan


def _fake_scan(combine_fn, init, xs=None, dim=0, reverse=False, length=None):
    """What scan gives, row by row; without xs its function is called length times."""
    flat, spec = pytree.tree_flatten(xs)
    rows = range(flat[0].shape[dim] if flat else length)
    carry, outs = init, []
    for i in reversed(rows) if reverse else rows:
        carry, out = combine_fn(carry, pytree.tree_unflatten([t.select(dim, i) for t in flat], spec) if flat else None)
        outs.append(out)
    if reverse:
        outs.reverse()
    return carry, pytree.tree_map(lambda *out: torch.stack(out), *outs)
