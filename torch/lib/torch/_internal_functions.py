"""Functions of torch with an underscore that programs call all the same: checks, masks, and what tests of autograd differentiate."""

import torch
from torch._quantized.functions import chosen


class _Full(torch.autograd.Function):
    """A copy whose gradient is one more than what it is given, so that it shows which formula was used."""

    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad + 1


_Full.__name__ = "TestAutogradMultipleDispatch"


def _test_autograd_multiple_dispatch(self, b=None):
    return _Full.apply(self) if b is None else self.clone()


def _debug_has_internal_overlap(self):
    """Whether elements lie at one place: 0 for no, 1 for yes, 2 where that is not told by strides alone."""
    if self.is_contiguous() or torch._prims_common.is_non_overlapping_and_dense(self):
        return 0
    return 1 if any(step == 0 and n > 1 for n, step in zip(self.size(), self.stride())) else 2


def _masked_softmax(self, mask, dim=None, mask_type=None):
    """Softmax of what mask leaves; rows of which nothing is left are nan. Masks are [L, L] of all sequences (0), [B, L] of keys (1) or as self (2)."""
    if mask.dtype != torch.bool:
        raise RuntimeError("Mask should be a boolean tensor")
    kind = 2 if mask_type is None else mask_type
    if kind == 0 and self.dim() == 4:
        if mask.dim() != 2 or mask.size() != self.size()[2:]:
            raise RuntimeError("For mask_type == 0 mask shape should be (L, L)")
    elif kind == 1:
        if mask.dim() != 2 or mask.size(0) != self.size(0) or mask.size(1) != self.size(3):
            raise RuntimeError("For mask_type == 1 mask shape should be (B, L)")
        mask = mask[:, None, None, :]
    elif mask.size() != self.size():
        raise RuntimeError("For mask_type == 2 mask shape should match input shape")
    return torch.softmax(self.masked_fill(mask, float("-inf")), self.dim() - 1 if dim is None else dim)


def _choose_qparams_per_tensor(self, reduce_range=False):
    low, high = (self.min().item(), self.max().item()) if self.numel() else (0.0, 0.0)
    return chosen(low, high, 0, 127 if reduce_range else 255)


def _saturate_weight_to_fp16(weight):
    """The weight of a linear layer, within what half precision can hold."""
    weight.size(1)  # which it has to have
    return weight.clamp(-65504.0, 65504.0)


def _validate_sparse_coo_tensor_args(indices, values, size, is_coalesced=None, check_pinning=None):
    torch.sparse_coo_tensor(indices, values, size, check_invariants=True)


def _validate_sparse_compressed_tensor_args(compressed_indices, plain_indices, values, size, layout, check_pinning=None):
    torch.sparse_compressed_tensor(compressed_indices, plain_indices, values, size, layout=layout, check_invariants=True)


def _of_layout(layout):
    return lambda compressed_indices, plain_indices, values, size, check_pinning=None: _validate_sparse_compressed_tensor_args(
        compressed_indices, plain_indices, values, size, layout)


_validate_sparse_csr_tensor_args, _validate_sparse_csc_tensor_args = _of_layout(torch.sparse_csr), _of_layout(torch.sparse_csc)
_validate_sparse_bsr_tensor_args, _validate_sparse_bsc_tensor_args = _of_layout(torch.sparse_bsr), _of_layout(torch.sparse_bsc)


def _checked_mask(t, mask):
    if mask.dtype != torch.bool:
        raise RuntimeError(f"Expected mask to be of ScalarType Bool, but got {torch._quantized.quantizer._scalar_name(mask.dtype)} instead.")
    if mask.dim() != 2:
        raise RuntimeError("Padding mask should be 2D")
    if t.dim() != 3:
        raise RuntimeError("Input should be a 3D tensor, N * L * D")
    if mask.size() != t.size()[:2]:
        raise RuntimeError("Mask size should match input size")
    return mask.sum(1)


def _nested_tensor_from_mask_left_aligned(t, mask):
    """Whether each row of mask is true up to a place, and false from there."""
    lengths = _checked_mask(t, mask)
    return bool((mask == (torch.arange(mask.size(1)) < lengths[:, None])).all())


def _nested_tensor_from_mask(t, mask, mask_check=True):
    lengths = _checked_mask(t, mask)
    if mask_check and not _nested_tensor_from_mask_left_aligned(t, mask):
        raise RuntimeError("Mask must be left-aligned without gaps")
    return torch.nested.nested_tensor([row[:n] for row, n in zip(t.unbind(), lengths.tolist())])


def hsmm(mat1, mat2):
    """A sparse matrix times a dense one, with one sparse dimension: the rows that are not empty."""
    return torch.hspmm(mat1, mat2)


def _has_compatible_shallow_copy_type(input, from_):
    if input.layout != from_.layout or input.device.type != from_.device.type:
        return False
    # tensors without data are of different kinds there where one of them is a parameter
    return not torch.compiler.is_dynamo_compiling() or isinstance(input, torch.nn.Parameter) == isinstance(from_, torch.nn.Parameter)


def _dim_arange(like, dim):
    return torch.arange(like.size(dim))


def _weight_norm_interface(v, g, dim=0):
    norms = torch.norm_except_dim(v, 2, dim)
    return v * (g / norms), norms


def _reshape_from_tensor(self, shape):
    return self.reshape(shape.tolist())


def _convolution_mode(input, weight, bias, stride, padding, dilation, groups):
    return getattr(torch, f"conv{weight.dim() - 2}d")(input, weight, bias, stride, padding, dilation, groups)


def _unique(self, sorted=True, return_inverse=False):
    values, inverse = torch.unique(self, sorted=sorted, return_inverse=True)
    return values, inverse if return_inverse else torch.empty(0, dtype=torch.int64)


def _assert_scalar(self, assert_msg):
    torch.ops.aten._assert_scalar(self, assert_msg)


def _assert_tensor_metadata(a, size=None, stride=None, dtype=None, *, device=None, layout=None):
    torch.ops.aten._assert_tensor_metadata(a, size, stride, dtype, device=device, layout=layout)


def _rowwise_prune(weight, mask, compressed_indices_dtype):
    """The rows of a matrix that a mask keeps, and for each row its number among these, -1 for one that is gone."""
    if weight.dim() != 2:
        raise RuntimeError("'weights' should have 2 dimensions.")
    if mask.numel() != weight.size(0):
        raise RuntimeError("Number of elements in 'mask' should be equivalent to the number of rows in 'weights'.")
    if compressed_indices_dtype not in (torch.int32, torch.int64):
        raise RuntimeError("compressed_indices_dtype should be either int(int32) or long(int64).")
    if mask.dtype is not torch.bool:
        raise RuntimeError(f"expected scalar type Bool but found {str(mask.dtype)[len('torch.'):].capitalize().rstrip('0123456789')}")
    numbers = torch.where(mask, mask.cumsum(0) - 1, -1)
    return weight[mask], numbers.to(compressed_indices_dtype)
