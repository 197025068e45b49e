"""Views that are copied, pieces and turns in terms of the core operators."""

import torch

from ._core import _instead_of

aten = torch.ops.aten

_COPIED = "alias.default expand.default squeeze.default squeeze.dim squeeze.dims t.default transpose.int unfold.default unsqueeze.default"


def _copied(view):
    def copy(x, *args, **kwargs):
        return aten.clone.default(view(x, *args, **kwargs), memory_format=torch.contiguous_format)

    return copy


for _name in _COPIED.split():
    _packet, _overload = _name.split(".")
    _instead_of(f"{_packet}_copy.{_overload}")(_copied(getattr(getattr(aten, _packet), _overload)))


def _pieces(x, sizes, dim):
    return aten.split_with_sizes.default(x, sizes, *([dim] if dim else []))


@_instead_of("split_with_sizes_copy.default")
def split_with_sizes_copy(x, split_sizes, dim=0):
    return [aten.clone.default(piece, memory_format=torch.contiguous_format) for piece in _pieces(x, split_sizes, dim)]


@_instead_of("unsafe_split.Tensor")
def unsafe_split(x, split_size, dim=0):
    return aten.split.Tensor(x, split_size, dim)


@_instead_of("unsafe_split_with_sizes.default")
def unsafe_split_with_sizes(x, split_sizes, dim=0):
    return _pieces(x, split_sizes, dim)


@_instead_of("rot90.default")
def rot90(x, k=1, dims=(0, 1)):
    if len(dims) != 2 or x.dim() < 2 or dims[0] % x.dim() == dims[1] % x.dim():
        return NotImplemented
    first, second = dims
    turned = {1: [second], 2: [first, second], 3: [first]}.get(k % 4)
    if turned is None:
        return aten.clone.default(x, memory_format=torch.contiguous_format)
    x = aten.flip.default(x, [d % x.dim() for d in turned])
    return aten.transpose.int(x, first, second) if k % 2 else x


@_instead_of("_chunk_cat.default")
def chunk_cat(tensors, dim, num_chunks):
    if num_chunks < 1 or not tensors or not -tensors[0].dim() <= dim < tensors[0].dim():
        return NotImplemented
    dim %= tensors[0].dim()
    rows = []
    for x in tensors:
        missing = -x.shape[dim] % num_chunks
        if missing:
            x = aten.constant_pad_nd.default(x, [*[0] * (2 * (x.dim() - dim) - 1), missing])
        rows.append(aten.view.default(x, [*x.shape[:dim], num_chunks, -1]))
    return aten.cat.default(rows, dim + 1)
