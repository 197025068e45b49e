"""What is wrong with arguments of the operators, which is raised while tracing too."""

import torch
from torch.utils import _pytree as pytree


def scan(combine_fn, init, xs, dim, reverse):
    if not callable(combine_fn):
        raise RuntimeError(f"Combine_fn must be a callable, but got {combine_fn}")
    starts = pytree.tree_leaves(init)
    if not starts:
        raise RuntimeError("scan() operator requires init leaves.")
    if not all(isinstance(x, torch.Tensor) for x in starts):
        raise RuntimeError(f"All init leaves must be a Tensor but got {init}")
    leaves = pytree.tree_leaves(xs)
    if not all(isinstance(x, torch.Tensor) for x in leaves):
        raise RuntimeError("All xs leaves must be a Tensor")
    if not leaves:
        return
    if not isinstance(reverse, bool):
        raise RuntimeError(f"Reverse must be a bool, but got {type(reverse)}")
    if not (dim >= 0 and dim < max(leaves[0].dim(), 1) or 0 > dim >= -leaves[0].dim()):
        raise IndexError(f"Dimension out of range (expected to be in range of [{-leaves[0].dim()}, {leaves[0].dim() - 1}], but got {dim})")
    if dim < 0:
        dim += leaves[0].dim()
    if any(x.dim() <= dim for x in leaves):
        raise RuntimeError("All xs leaves must have at least 'dim + 1' dimensions")
    if any(x.shape[dim] != leaves[0].shape[dim] for x in leaves):
        raise RuntimeError("All xs leaves must have the same scan dimension size")


def map_rows(xs):
    flat = pytree.tree_leaves(xs)
    if not all(isinstance(x, torch.Tensor) for x in flat):
        raise RuntimeError(f"Mapped xs can only consist of tensors. Got xs {flat}.")
    counts = [x.shape[0] for x in flat]
    if not all(counts):
        raise RuntimeError("Leading dimensions of mapped xs cannot be 0.")
    if any(n != counts[0] for n in counts):
        raise RuntimeError(f"Leading dimensions of mapped xs must be consistent. Got shapes {[x.shape for x in flat]}.")
