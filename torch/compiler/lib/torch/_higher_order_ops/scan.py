"""A carry that goes through the rows of tensors."""

import torch
from torch._higher_order_ops import _checks, _record
from torch._higher_order_ops.utils import captured, captures, is_dynamo_compiling
from torch.utils import _pytree as pytree


def scan(combine_fn, init, xs, *, dim=0, reverse=False):
    """carry, out = combine_fn(carry, row) for each row: the last carry and the stacked outs."""
    _checks.scan(combine_fn, init, xs, dim, reverse)
    starts = pytree.tree_leaves(init)
    leaves, spec = pytree.tree_flatten(xs)
    if not leaves:
        return init, []
    if dim < 0:
        dim += leaves[0].dim()
    if dim:
        leaves = [torch.movedim(elem, dim, 0) for elem in leaves]
    if reverse:
        leaves = [torch.flip(elem, [0]) for elem in leaves]
    xs = pytree.tree_unflatten(leaves, spec)
    if _record.is_recording():
        carry, out = _record.scan(combine_fn, init, xs)
    elif captures(starts, leaves) and leaves[0].shape[0]:
        carry, out = captured(lambda *args: scan(*args) if is_dynamo_compiling() else _steps(*args), combine_fn, init, xs)
    else:
        carry, out = _steps(combine_fn, init, xs)
    return carry, pytree.tree_map(lambda x: None if x is None else _placed(x, dim, reverse), out)


def _placed(out, dim, reverse):
    """The steps of an output in the order of those of xs, and along the same dimension, where the output has as many."""
    if reverse:
        out = torch.flip(out, [0])
    return torch.movedim(out, 0, dim) if 0 < dim < out.dim() else out


def _steps(combine_fn, init, xs):
    leaves, spec = pytree.tree_flatten(xs)
    carry, outs, out_spec = init, [], None
    for row in zip(*(x.unbind(0) for x in leaves)):
        carry, out = combine_fn(carry, pytree.tree_unflatten(row, spec))
        flat, out_spec = pytree.tree_flatten(out)
        outs.append(flat)
    if not outs:  # a step tells what there would be
        _, out = combine_fn(init, pytree.tree_unflatten([x.new_zeros(x.shape[1:]) for x in leaves], spec))
        return init, pytree.tree_map(lambda x: None if x is None else x.new_empty((0, *x.shape)), out)
    return carry, pytree.tree_unflatten([None if c[0] is None else torch.stack(c) for c in zip(*outs)], out_spec)


from torch._higher_order_ops._run import scan as scan_op  # noqa: E402, F401


def _fake_scan(combine_fn, init, xs=None, dim=0, reverse=False, length=None):
    """What scan gives, row by row; without xs its function is called length times."""
    flat, spec = pytree.tree_flatten(xs)
    if flat and dim < 0:
        dim += flat[0].dim()
    rows = range(flat[0].shape[dim] if flat else length)
    carry, outs = init, []
    for i in reversed(rows) if reverse else rows:
        carry, out = combine_fn(carry, pytree.tree_unflatten([t.select(dim, i) for t in flat], spec) if flat else None)
        outs.append(out)
    return carry, pytree.tree_map(lambda *out: _placed(torch.stack(out), dim, reverse), *outs)

ScanOp = type(scan_op)
