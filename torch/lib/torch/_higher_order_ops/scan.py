"""scan: a function of a carried value and an element, along a dimension."""
import torch
from torch.utils import _pytree as pytree
from torch._higher_order_ops.operators import operators

scan_op = operators["scan"]


def scan(combine_fn, init, xs, *, dim=0, reverse=False):
    if not callable(combine_fn):
        raise ValueError(f"Combine_fn must be a callable, but got {combine_fn}")
    state, state_spec = pytree.tree_flatten(init)
    elements, element_spec = pytree.tree_flatten(xs)
    if not state:
        raise RuntimeError("scan() operator requires init leaves.")
    if not elements:
        return pytree.tree_unflatten(state, state_spec), []
    elements = [torch.movedim(x, dim, 0) for x in elements]
    if reverse:
        elements = [torch.flip(x, [0]) for x in elements]
    shape = None

    def step(*leaves):
        nonlocal shape
        carry, out = combine_fn(pytree.tree_unflatten(list(leaves[:len(state)]), state_spec), pytree.tree_unflatten(list(leaves[len(state):]), element_spec))
        carried, spec = pytree.tree_flatten(carry)
        if spec != state_spec:
            raise RuntimeError(f"The tree structure of the carries and init are not identical, but got {spec} and {state_spec}.")
        rows, shape = pytree.tree_flatten(out)
        return (*carried, *rows)

    result = scan_op(step, state, elements)
    rows = result[len(state):]
    if reverse:
        rows = [torch.flip(r, [0]) for r in rows]
    return pytree.tree_unflatten(list(result[:len(state)]), state_spec), pytree.tree_unflatten(list(rows), shape)
