"""Functions of torch.functional as scripts compile them."""
from typing import List, Optional, Tuple

import torch
from torch import Tensor
from torch._jit_internal import _overload

__name__ = "torch.functional"


@_overload
def norm(input: Tensor, p: str = "fro", dim: Optional[List[int]] = None, keepdim: bool = False, out: Optional[Tensor] = None, dtype: Optional[int] = None) -> Tensor: ...


@_overload
def norm(input: Tensor, p: "Optional[number]", dim: Optional[List[int]] = None, keepdim: bool = False, out: Optional[Tensor] = None, dtype: Optional[int] = None) -> Tensor: ...


@_overload
def norm(input: Tensor, p: "Optional[number]", dim: Optional[int] = None, keepdim: bool = False, out: Optional[Tensor] = None, dtype: Optional[int] = None) -> Tensor: ...


@_overload
def norm(input: Tensor, p: str = "fro", dim: Optional[int] = None, keepdim: bool = False, out: Optional[Tensor] = None, dtype: Optional[int] = None) -> Tensor: ...


def norm(input: Tensor, p="fro", dim=None, keepdim: bool = False, out: Optional[Tensor] = None, dtype: Optional[int] = None) -> Tensor:
    dims: Optional[List[int]] = None
    if dim is not None:
        if isinstance(dim, int):
            dims = [dim]
        else:
            dims = dim
    if isinstance(p, str):
        if p == "fro" and (dims is None or len(dims) <= 2):
            if out is None:
                return torch.linalg.vector_norm(input, 2, dims, keepdim, dtype=dtype)
            return torch.linalg.vector_norm(input, 2, dims, keepdim, dtype=dtype, out=out)
        both = [i for i in range(input.dim())] if dims is None else dims
        if out is None:
            return torch.linalg.matrix_norm(input, p, both, keepdim, dtype=dtype)
        return torch.linalg.matrix_norm(input, p, both, keepdim, dtype=dtype, out=out)
    else:
        order = torch.jit.annotate(number, 2.0)
        if p is not None:
            order = p
        if out is None:
            return torch.linalg.vector_norm(input, order, dims, keepdim, dtype=dtype)
        return torch.linalg.vector_norm(input, order, dims, keepdim, dtype=dtype, out=out)


@_overload
def tensordot(a: Tensor, b: Tensor, dims: int = 2, out: Optional[Tensor] = None) -> Tensor: ...


@_overload
def tensordot(a: Tensor, b: Tensor, dims: Tuple[List[int], List[int]], out: Optional[Tensor] = None) -> Tensor: ...


@_overload
def tensordot(a: Tensor, b: Tensor, dims: List[List[int]], out: Optional[Tensor] = None) -> Tensor: ...


@_overload
def tensordot(a: Tensor, b: Tensor, dims: Tensor, out: Optional[Tensor] = None) -> Tensor: ...


def tensordot(a: Tensor, b: Tensor, dims=2, out: Optional[Tensor] = None) -> Tensor:
    of_a: List[int] = []
    of_b: List[int] = []
    if torch.jit.isinstance(dims, Tuple[List[int], List[int]]):
        of_a, of_b = dims
    if torch.jit.isinstance(dims, List[List[int]]):
        of_a, of_b = dims[0], dims[1]
    if isinstance(dims, Tensor):
        if dims.numel() > 1:
            of_a = torch.jit.annotate(List[int], dims[0].tolist())
            of_b = torch.jit.annotate(List[int], dims[1].tolist())
        else:
            n = int(dims.item())
            of_a = [i for i in range(a.dim() - n, a.dim())]
            of_b = [i for i in range(n)]
    if isinstance(dims, int):
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        if dims > min(a.dim(), b.dim()):
            raise RuntimeError(f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}")
        of_a = [i for i in range(a.dim() - dims, a.dim())]
        of_b = [i for i in range(dims)]
    if out is None:
        return torch.ops.aten.tensordot(a, b, of_a, of_b)
    return torch.ops.aten.tensordot(a, b, of_a, of_b, out=out)


def cdist(x1: Tensor, x2: Tensor, p: float = 2.0, compute_mode: str = "use_mm_for_euclid_dist_if_necessary") -> Tensor:
    if compute_mode == "use_mm_for_euclid_dist_if_necessary":
        return torch.ops.aten.cdist(x1, x2, p, None)
    elif compute_mode == "use_mm_for_euclid_dist":
        return torch.ops.aten.cdist(x1, x2, p, 1)
    elif compute_mode == "donot_use_mm_for_euclid_dist":
        return torch.ops.aten.cdist(x1, x2, p, 2)
    else:
        raise ValueError(f"{compute_mode} is not a valid value for compute_mode")


def stft(input: Tensor, n_fft: int, hop_length: Optional[int] = None, win_length: Optional[int] = None, window: Optional[Tensor] = None, center: bool = True,
         pad_mode: str = "reflect", normalized: bool = False, onesided: Optional[bool] = None, return_complex: Optional[bool] = None,
         align_to_window: Optional[bool] = None) -> Tensor:
    if center:
        if align_to_window is not None:
            raise RuntimeError("stft align_to_window should only be set when center = false")
        lead = [1] * (3 - input.dim())
        margin = n_fft // 2
        padded = torch.ops.aten.pad(input.view(lead + input.size()), [margin, margin], pad_mode)
        input = padded.view(padded.size()[-input.dim():])
    return torch.ops.aten.stft(input, n_fft, hop_length, win_length, window, normalized, onesided, return_complex, align_to_window)


def _unique(input: Tensor, sorted: bool, return_inverse: bool, return_counts: bool, dim: Optional[int]) -> Tuple[Tensor, Tensor, Tensor]:
    if dim is None:
        return torch.ops.aten._unique2(input, sorted, return_inverse, return_counts)
    return torch.ops.aten.unique_dim(input, dim, sorted, return_inverse, return_counts)


def _return_output(input: Tensor, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False, dim: Optional[int] = None) -> Tensor:
    return _unique(input, sorted, return_inverse, return_counts, dim)[0]


def _return_inverse(input: Tensor, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False, dim: Optional[int] = None) -> Tuple[Tensor, Tensor]:
    values, inverse, _ = _unique(input, sorted, return_inverse, return_counts, dim)
    return values, inverse


def _return_counts(input: Tensor, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False, dim: Optional[int] = None) -> Tuple[Tensor, Tensor]:
    values, _, counts = _unique(input, sorted, return_inverse, return_counts, dim)
    return values, counts


def _return_inverse_and_counts(input: Tensor, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False,
                               dim: Optional[int] = None) -> Tuple[Tensor, Tensor, Tensor]:
    return _unique(input, sorted, return_inverse, return_counts, dim)


def _consecutive_return_output(input: Tensor, return_inverse: bool = False, return_counts: bool = False, dim: Optional[int] = None) -> Tensor:
    return torch.ops.aten.unique_consecutive(input, return_inverse, return_counts, dim)[0]


def _consecutive_return_inverse(input: Tensor, return_inverse: bool = False, return_counts: bool = False, dim: Optional[int] = None) -> Tuple[Tensor, Tensor]:
    values, inverse, _ = torch.ops.aten.unique_consecutive(input, return_inverse, return_counts, dim)
    return values, inverse


def _consecutive_return_counts(input: Tensor, return_inverse: bool = False, return_counts: bool = False, dim: Optional[int] = None) -> Tuple[Tensor, Tensor]:
    values, _, counts = torch.ops.aten.unique_consecutive(input, return_inverse, return_counts, dim)
    return values, counts


def _consecutive_return_inverse_and_counts(input: Tensor, return_inverse: bool = False, return_counts: bool = False, dim: Optional[int] = None) -> Tuple[Tensor, Tensor, Tensor]:
    return torch.ops.aten.unique_consecutive(input, return_inverse, return_counts, dim)


def _lu_with_infos(A: Tensor, pivot: bool = True, get_infos: bool = False, out: Optional[Tuple[Tensor, Tensor, Tensor]] = None) -> Tuple[Tensor, Tensor, Tensor]:
    factors, pivots, infos = torch._lu_with_info(A, pivot, not get_infos)
    if out is not None:
        for target, made in zip(out, (factors, pivots, infos)):
            target.resize_as_(made).copy_(made)
        return out
    return factors, pivots, infos


def _lu_no_infos(A: Tensor, pivot: bool = True, get_infos: bool = False, out: Optional[Tuple[Tensor, Tensor]] = None) -> Tuple[Tensor, Tensor]:
    factors, pivots, _ = torch._lu_with_info(A, pivot, True)
    if out is not None:
        for target, made in zip(out, (factors, pivots)):
            target.resize_as_(made).copy_(made)
        return out
    return factors, pivots


# What returns more or less by flags that must be constants, as in torch.jit._functional; a choice may be between choices.
choices = {
    "unique": ("unique with counts", "unique without counts", "return_counts", 3),
    "unique with counts": ("_return_inverse_and_counts", "_return_counts", "return_inverse", 2),
    "unique without counts": ("_return_inverse", "_return_output", "return_inverse", 2),
    "unique_consecutive": ("runs with counts", "runs without counts", "return_counts", 1),
    "runs with counts": ("_consecutive_return_inverse_and_counts", "_consecutive_return_counts", "return_inverse", 2),
    "runs without counts": ("_consecutive_return_inverse", "_consecutive_return_output", "return_inverse", 2),
    "lu": ("_lu_with_infos", "_lu_no_infos", "get_infos", 2),
}
