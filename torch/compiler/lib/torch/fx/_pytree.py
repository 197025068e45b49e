"""Flattening of arguments by a known tree, for the code of graphs with nested inputs."""

from torch.utils import _pytree as pytree

__all__ = ["register_pytree_flatten_spec", "tree_flatten_spec"]

_flatteners = {}


def register_pytree_flatten_spec(cls, flatten_fn_spec, flatten_fn_exact_match_spec=None):
    """Says how values of a class are taken apart by a given tree."""
    _flatteners[cls] = flatten_fn_spec


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
    if spec.type in _flatteners:
        return _flatteners[spec.type](value, spec)
    if isinstance(value, dict):
        return [value[key] for key in spec.context]
    if isinstance(value, (list, tuple)):
        return list(value)
    flat, _ = pytree.SUPPORTED_NODES[spec.type].flatten_fn(value)
    return flat
