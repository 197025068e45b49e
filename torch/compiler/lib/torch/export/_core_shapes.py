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
    places = aten.view.default(_range(0, size, x.device), [-1, *[1] * (x.dim() - dim - 1)])
    there = aten.eq.Scalar(places, index + size if index < 0 else index)
    return aten.where.self(there, aten.expand.default(aten.unsqueeze.default(src, dim), list(x.shape)), x)
