"""Flattening of arguments by a known tree, for the code of graphs with nested inputs."""

from torch.utils import _pytree as pytree

__all__ = ["register_pytree_flatten_spec", "tree_flatten_spec"]

# How values of a class are taken apart by a given tree.
SUPPORTED_NODES = {
    dict: lambda value, spec: [value[key] for key in spec.context],
    list: lambda value, spec: [value[i] for i in range(len(spec.children()))],
    tuple: lambda value, spec: [value[i] for i in range(len(spec.children()))],
}
SUPPORTED_NODES_EXACT_MATCH = {
    dict: lambda value, spec: len(value) == len(spec.children()),
    list: lambda value, spec: len(value) == len(spec.children()),
    tuple: lambda value, spec: len(value) == len(spec.children()),
}


def register_pytree_flatten_spec(cls, flatten_fn_spec, flatten_fn_exact_match_spec=None):
    """Says how values of a class are taken apart by a given tree, and whether they are exactly as it says."""
    SUPPORTED_NODES[cls] = flatten_fn_spec
    SUPPORTED_NODES_EXACT_MATCH[cls] = flatten_fn_exact_match_spec


def _deregister_pytree_flatten_spec(cls):
    del SUPPORTED_NODES[cls]
    del SUPPORTED_NODES_EXACT_MATCH[cls]


def tree_flatten_spec(pytree_value, spec, exact_structural_match=False):
    """The leaves of a value at the places that a tree says."""
    if spec.is_leaf():
        return [pytree_value]
    children = _children(pytree_value, spec)
    out = []
    for child, child_spec in zip(children, spec.children() if callable(getattr(spec, "children", None)) else spec.children_specs):
        out.extend(tree_flatten_spec(child, child_spec, exact_structural_match))
    return out


def _children(value, spec):
    if spec.type in SUPPORTED_NODES and spec.type not in (dict, list, tuple):
        return SUPPORTED_NODES[spec.type](value, spec)
    if isinstance(value, dict):
        return [value[key] for key in spec.context]
    if isinstance(value, (list, tuple)):
        return list(value)
    flat, _ = pytree.SUPPORTED_NODES[spec.type].flatten_fn(value)
    return flat
