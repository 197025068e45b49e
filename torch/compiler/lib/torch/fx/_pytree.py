"""Flattening of arguments by a known tree, for the code of graphs with nested inputs."""

from collections import namedtuple

from torch.utils import _pytree as pytree

__all__ = ["register_pytree_flatten_spec", "tree_flatten_spec"]

# How values of a class are taken apart by a given tree.
SUPPORTED_NODES = {
    dict: lambda value, spec: [value[key] for key in spec.context],
    list: lambda value, spec: [value[i] for i in range(len(spec.children()))],
    tuple: lambda value, spec: [value[i] for i in range(len(spec.children()))],
    namedtuple: lambda value, spec: [value[i] for i in range(len(spec.children()))],
}
SUPPORTED_NODES_EXACT_MATCH = {
    dict: lambda value, spec: len(value) == len(spec.children()),
    list: lambda value, spec: len(value) == len(spec.children()),
    tuple: lambda value, spec: len(value) == len(spec.children()),
    namedtuple: lambda value, spec: len(value) == len(spec.children()),
}


def register_pytree_flatten_spec(cls, flatten_fn_spec, flatten_fn_exact_match_spec=None):
    """Says how values of a class are taken apart by a given tree, and whether they are exactly as it says."""
    SUPPORTED_NODES[cls] = flatten_fn_spec
    SUPPORTED_NODES_EXACT_MATCH[cls] = flatten_fn_exact_match_spec


def _deregister_pytree_flatten_spec(cls):
    del SUPPORTED_NODES[cls]
    del SUPPORTED_NODES_EXACT_MATCH[cls]


def tree_flatten_spec(pytree_value, spec, exact_structural_match=False):
    """The leaves of a value at the places that a tree says; the value may be a proxy."""
    if spec.is_leaf():
        return [pytree_value]
    flatten = SUPPORTED_NODES.get(spec.type)
    if flatten is None:
        children = pytree.SUPPORTED_NODES[spec.type].flatten_fn(pytree_value)[0]
    else:
        children = flatten(pytree_value, spec)
        same = SUPPORTED_NODES_EXACT_MATCH.get(spec.type)
        if exact_structural_match and same is not None and not same(pytree_value, spec):
            raise RuntimeError(f"Cannot flatten pytree {pytree_value}, given spec: {spec}")
    return [leaf for child, part in zip(children, spec.children()) for leaf in tree_flatten_spec(child, part, exact_structural_match)]
