"""Running results of an associative function."""

import functools

import torch
from torch.ops import aten
from torch.utils import _pytree as pytree


def associative_scan(combine_fn, xs, dim, reverse=False, combine_mode="pointwise"):
    """Row i of the result is combine_fn of the rows 0 to i of xs along dim. In the mode "generic" neighbours are combined at once, by vmap, in a tree (Blelloch 1990)."""
    flat, spec = pytree.tree_flatten(xs)
    dim = torch._prims_common.canonicalize_dim(flat[0].ndim, dim)
    _check(combine_fn, flat, dim, reverse, combine_mode)
    leaves = [torch.movedim(elem, dim, 0) for elem in flat]
    if reverse:
        leaves = [torch.flip(elem, [0]) for elem in leaves]
    if combine_mode == "generic":
        rows = pytree.tree_unflatten([0] * len(leaves), spec)
        combine_fn = torch.vmap(combine_fn, in_dims=(rows, rows), out_dims=0)
        out = generic_associative_scan(functools.partial(_combine, combine_fn=combine_fn, spec=spec, count=len(leaves)), leaves)
    else:
        out = pointwise_scan(functools.partial(_combine, combine_fn=combine_fn, spec=spec, count=len(leaves)), leaves)
    out = pytree.tree_unflatten(out, spec)
    if reverse:
        out = pytree.tree_map(lambda elem: elem.flip([0]), out)
    out = pytree.tree_map(lambda elem: torch.movedim(elem, 0, dim), out)
    return out


def _check(combine_fn, leaves, dim, reverse, combine_mode):
    if not callable(combine_fn):
        raise ValueError(f"Combine_fn must be a callable, but got {combine_fn}")
    if not isinstance(reverse, bool):
        raise RuntimeError(f"Reverse must be a bool, but got {type(reverse)}")
    if combine_mode not in ("pointwise", "generic"):
        raise ValueError(f"Combine_mode must either 'pointwise' or 'generic', but got {combine_mode}")
    if not all(isinstance(x, torch.Tensor) for x in leaves):
        raise ValueError("xs leaves must be a Tensor")
    if any(x.is_sparse for x in leaves):
        raise ValueError("xs leaves must dense Tensors, consider using `to_dense()`")
    if any(x.ndim <= dim for x in leaves):
        raise ValueError("All xs leaves must have at least 'dim + 1' dimensions")


def _combine(*args, combine_fn, spec, count):
    if len(args) != 2 * count:
        raise AssertionError(f"Combine_fn received wrong number of arguments, expected {2 * count}, but got {len(args)}")
    lhs = pytree.tree_unflatten(args[:count], spec)
    rhs = pytree.tree_unflatten(args[count:], spec)
    return combine_fn(lhs, rhs)


def generic_associative_scan(operator, leaves, dim=0, additional_inputs=()):
    """The running results of an operator, for lists of tensors along dim: pairs of neighbours first, then the running results of these, which give every second one."""

    def combined(first, second):
        return pytree.tree_leaves(operator(*first, *second, *additional_inputs))

    def running(elems):
        count = elems[0].shape[dim]
        if count < 2:
            return elems
        pairs = combined([aten.slice(elem, dim, 0, -1, 2) for elem in elems], [aten.slice(elem, dim, 1, None, 2) for elem in elems])
        odd = running(pairs)
        before = odd if count % 2 else [aten.slice(e, dim, 0, -1) for e in odd]
        rest = combined(before, [aten.slice(e, dim, 2, None, 2) for e in elems])
        even = [_behind_first(elem, result, dim) for elem, result in zip(elems, rest)]
        return [_interleaved(*pair, dim) for pair in zip(even, odd)]

    return running(leaves)


def _behind_first(elem, result, dim):
    """The first row of elem with result behind it; tensors without elements are left out."""
    if result.shape.numel() == 0:
        return aten.slice(elem, dim, 0, 1)
    return torch.cat([aten.slice(elem, dim, 0, 1), result], dim=dim)


def _interleaved(a, b, dim):
    """The rows of a and b in turn; a may have one more."""
    rows, missing = a.shape[dim] + b.shape[dim], a.shape[dim] != b.shape[dim]
    if missing:
        pad = [0] * (b.ndim * 2)
        pad[(b.ndim - dim - 1) * 2 + 1] = 1
        b = torch.nn.functional.pad(b, pad)
    stacked = torch.stack([a, b], dim=dim + 1)
    interleaved = torch.flatten(stacked, start_dim=dim, end_dim=dim + 1)
    if missing:
        interleaved = aten.slice(interleaved, dim, 0, rows)
    return interleaved


def pointwise_scan(operator, leaves):
    """The running results of an operator that works element by element; in a graph this is one call."""
    rows = [list(r) for r in zip(*(x.unbind(0) for x in leaves))]
    if not rows:
        return leaves
    outs = rows[:1]
    for row in rows[1:]:
        outs.append(pytree.tree_leaves(operator(*outs[-1], *row)))
    return [torch.stack(column) for column in zip(*outs)]


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


from torch._higher_order_ops._run import associative_scan as associative_scan_op  # noqa: E402, F401
