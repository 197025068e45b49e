"""map: a function of each element along the first dimension."""
from torch.utils import _pytree as pytree
from torch._higher_order_ops.operators import operators

map_impl = operators["map_impl"]


def map(f, xs, *args):
    elements, spec = pytree.tree_flatten(xs)
    others, other_spec = pytree.tree_flatten(args)
    if not elements:
        raise RuntimeError("Expect the mapped inputs to contain at least one tensor.")
    if len({x.shape[0] for x in elements}) > 1:
        raise RuntimeError(f"Leading dimensions of mapped xs must be consistent. Got shapes {[x.shape for x in elements]}.")
    if elements[0].shape[0] == 0:
        raise RuntimeError("Leading dimensions of mapped xs cannot be 0.")
    shape = None

    def body(*leaves):
        nonlocal shape
        out = f(pytree.tree_unflatten(list(leaves[:len(elements)]), spec), *pytree.tree_unflatten(list(leaves[len(elements):]), other_spec))
        rows, shape = pytree.tree_flatten(out)
        return rows

    return pytree.tree_unflatten(list(map_impl(body, elements, others)), shape)
