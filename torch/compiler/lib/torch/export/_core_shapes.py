"""Ranges, triangles and rotations in terms of the core operators."""
import torch

from ._core import _instead_of, scalar

aten = torch.ops.aten


def _range(start, end, device):
    return aten.arange.start_step(start, end, layout=torch.strided, device=device, pin_memory=False)


@_instead_of("arange.default")
def arange(end, *, dtype=None, layout=None, device=None, pin_memory=None):
    return arange_start(0, end, dtype=dtype, device=device)


@_instead_of("arange.start")
def arange_start(start, end, *, dtype=None, layout=None, device=None, pin_memory=None):
    chosen = {} if dtype is None else {"dtype": dtype}
    return aten.arange.start_step(start, end, **chosen, layout=torch.strided, device=device or torch.device("cpu"), pin_memory=False)


@_instead_of("eye.default")
def eye(n, *, dtype=None, layout=None, device=None, pin_memory=False):
    return eye_of(n, n, dtype=dtype, device=device)


@_instead_of("eye.m")
def eye_of(n, m, *, dtype=None, layout=None, device=None, pin_memory=False):
    most = max(n, m)
    narrow = next((d for d, end in ((torch.uint8, 2**8), (torch.uint16, 2**16), (torch.int32, 2**31)) if most < end), torch.int64)
    rows, columns = (aten.arange.start_step(0, k, dtype=narrow, layout=torch.strided, device=device or torch.device("cpu"), pin_memory=False) for k in (n, m))
    equal = aten.eq.Tensor(aten.unsqueeze.default(rows, -1), columns)
    return equal if dtype is torch.bool else aten._to_copy.default(equal, dtype=dtype or torch.get_default_dtype())


def _triangle(compare):
    def triangle(x, diagonal=0):
        columns = aten.unsqueeze.default(_range(0, x.shape[-1], x.device), -2)
        rows = aten.unsqueeze.default(_range(0, x.shape[-2], x.device), -1)
        inside = compare(aten.sub.Tensor(columns, rows), diagonal)
        return aten.logical_and.default(inside, x) if x.dtype == torch.bool else aten.where.self(inside, x, scalar(x, 0))

    return triangle


_instead_of("tril.default")(_triangle(aten.le.Scalar))
_instead_of("triu.default")(_triangle(aten.ge.Scalar))


@_instead_of("roll.default")
def roll(x, shifts, dims=()):
    if x.numel() == 0 or not dims and x.dim() == 0:
        return aten.clone.default(x)
    if not dims and x.dim() == 1:
        return aten.view.default(roll(x, shifts, [0]), list(x.shape))
    if not dims:
        flat = aten.view.default(x, [x.numel()])
        return aten.view.default(roll(flat, shifts, [0]), list(x.shape))
    for shift, dim in zip(shifts, dims):
        size = x.shape[dim]
        if size:
            start = (size - shift) % size
            x = aten.index_select.default(x, dim, aten.fmod.Scalar(aten.add.Tensor(_range(0, size, x.device), start), size))
    return x


@_instead_of("select_scatter.default")
def select_scatter(x, src, dim, index):
    dim, size = dim % x.dim(), x.shape[dim]
    places = aten.view.default(_range(0, size, x.device), [*[1] * dim, -1, *[1] * (x.dim() - dim - 1)])
    there = aten.eq.Scalar(places, index + size if index < 0 else index)
    return aten.where.self(there, aten.expand.default(aten.unsqueeze.default(src, dim), list(x.shape)), x)


@_instead_of("empty_like.default")
def empty_like(x, *, dtype=None, layout=None, device=None, pin_memory=None, memory_format=None):
    options = dict(dtype=dtype or x.dtype, layout=layout or torch.strided, device=device or x.device, pin_memory=False)
    if memory_format == torch.contiguous_format:
        return aten.empty.memory_format(x.shape, **options, memory_format=memory_format)
    like = x if memory_format in (None, torch.preserve_format) else x.contiguous(memory_format=memory_format)
    if like.numel() and not torch._prims_common.is_non_overlapping_and_dense_or_false(like):
        outermost = list(range(x.dim()))
    else:
        outermost = torch._prims_common.compute_elementwise_output_logical_to_physical_perm(like)[0]
    return aten.empty_permuted.default(x.shape, outermost, **options)


@_instead_of("fill.Scalar")
def fill(x, value):
    return aten.full_like.default(x, value, pin_memory=False)


@_instead_of("fill.Tensor")
def fill_tensor(x, value):
    return aten.copy.default(x, value)


@_instead_of("zero.default")
def zero(x):
    return aten.full_like.default(x, 0, pin_memory=False, memory_format=torch.preserve_format)
