"""rearrange: dimensions split, reordered and joined."""
import math

import torch
from functorch.dim import DimensionBindError

from ._parsing import _ellipsis, parse_pattern, validate_rearrange_expressions

__all__ = ["rearrange"]


def rearrange(tensor, pattern, **axes_lengths):
    """A tensor, or several that are stacked first, with its dimensions as the right side of a pattern has those on the left side."""
    if not isinstance(tensor, torch.Tensor):
        tensor = torch.stack(tensor)
    left, right = parse_pattern(pattern, axes_lengths)
    validate_rearrange_expressions(left, right, axes_lengths)
    more = _open_dimensions(left, tensor.dim())
    if not left.composition or not tensor.dim() and not more and not left.identifiers:
        return tensor.reshape([1] * len(right.composition)) if tensor.dim() else tensor
    names, sizes, units, at = [], [], [], 0
    for group in left.composition:
        if group == _ellipsis:
            names += [(_ellipsis, i) for i in range(more)]
            sizes += tensor.shape[at:at + more]
            at += more
            continue
        if not group:
            units.append(len(names))
            names.append(None)
            sizes.append(tensor.shape[at])
        else:
            sizes += _split(group, tensor.shape[at], axes_lengths, len(names))
            names += group
        at += 1
    tensor = tensor.reshape(sizes)
    if units:
        tensor = tensor.sum(units)
        names, sizes = [n for n in names if n is not None], list(tensor.shape)
    size_of = dict(zip(names, sizes))
    order, shape = [], []
    for group in right.composition:
        parts = [(_ellipsis, i) for i in range(more)] if group == _ellipsis else [p for name in group for p in ([(_ellipsis, i) for i in range(more)] if name == _ellipsis else [name])]
        order += parts
        shape += [size_of[p] for p in parts] if group == _ellipsis else [math.prod(size_of[p] for p in parts)]
    return tensor.permute([names.index(p) for p in order]).reshape(shape)


def _open_dimensions(left, dim):
    """How many dimensions the ellipsis of a pattern stands for."""
    if not left.has_ellipsis:
        if len(left.composition) != dim:
            raise ValueError(f"Number of dimensions in pattern ({len(left.composition)}) must be equal to the number of dimensions in the tensor ({dim})")
        return 0
    named = sum(not group for group in left.composition) + len(left.identifiers) - 1
    if named > dim:
        raise ValueError(f"Number of dimensions in pattern ({named}) must be less than or equal to the number of dimensions in the tensor ({dim})")
    return dim - (len(left.composition) - 1)


def _split(group, size, lengths, first):
    """The sizes of the dimensions that make one, of which one may be open; first is the number of the first one."""
    known = [lengths.get(name) for name in group]
    product = math.prod(n for n in known if n is not None)
    texts = [f"d{first + i}" for i in range(len(group))]
    unknown = [text for text, n in zip(texts, known) if n is None]
    if len(unknown) > 1:
        raise DimensionBindError(f"cannot infer the sizes of two dimensions at once {unknown[0]} and {unknown[1]}")
    if not unknown and product != size:
        pack = f"({texts[0]},)" if len(texts) == 1 else f"({', '.join(texts)})"
        raise DimensionBindError(f"Dimension sizes to do not match ({size} != {product}) when matching dimension pack {pack}")
    if unknown and size % product:
        shown = ", ".join(repr("?") if n is None else str(n) for n in known)
        raise DimensionBindError(f"inferred dimension does not evenly fit into larger dimension: {size} vs ({shown})")
    return [size // product if n is None else n for n in known]
