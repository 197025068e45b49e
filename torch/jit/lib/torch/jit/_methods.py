"""Operators of scripts that are methods of tensors, or functions of the library, of more than one operator each."""

import operator
import warnings

import torch
from torch._quantized import functions as _quantized
from torch.nn import functional as F

__all__ = ["operator_named"]

_METHODS = """coalesce is_coalesced indices values crow_indices col_indices ccol_indices row_indices dense_dim sparse_dim to_padded_tensor is_nonzero is_set_to is_pinned pin_memory retain_grad is_distributed output_nr record_stream
set_ resize resize_as int_repr q_scale q_zero_point q_per_channel_scales q_per_channel_zero_points q_per_channel_axis to_sparse_csr to_sparse_csc to_sparse_bsr to_sparse_bsc""".split()

_SYMBOLS = {
    "__and__": operator.and_, "__or__": operator.or_, "__xor__": operator.xor, "__lshift__": operator.lshift, "__rshift__": operator.rshift, "__iand__": operator.iand, "__ior__": operator.ior, "__ixor__": operator.ixor,
    "__ilshift__": operator.ilshift, "__irshift__": operator.irshift,
}

_REDUCTIONS = ("none", "mean", "sum")


def _padded(mode):
    return lambda x, padding: F.pad(x, list(padding), mode=mode)


def _interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None, antialias=False):
    return F.interpolate(input, size, scale_factor, mode, align_corners, recompute_scale_factor, antialias)


def _upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return F.upsample(input, size, scale_factor, mode, align_corners)


def _log_sigmoid(x):
    return F.logsigmoid(x), torch.exp(-x.abs())


def _gelu_(x, approximate="none"):
    return x.copy_(F.gelu(x, approximate=approximate))


def _assert_async(x, message="Expected Tensor with single nonzero value, but got zero"):
    if not bool(x):
        raise RuntimeError(message)


def _assert_scalar(x, message):
    if not x:
        raise RuntimeError(message)


def _sum_to_size(x, size):
    return x if size is None else x.sum_to_size(size)


def _constrained(size, low=None, high=None):
    if low is not None and size < low or high is not None and size > high:
        raise RuntimeError(f"Invalid value range for {size} between [{low}, {high}].")


def _set_data(x, new):
    x.data = new


def _norm(x, p=2, dim=None, keepdim=False, dtype=None):
    return torch.norm(x, p=p, dim=dim or None, keepdim=keepdim, dtype=dtype)


def _fractional(pool):
    return lambda x, kernel, size, samples: pool(x, kernel, output_size=size, return_indices=True, _random_samples=samples)


def _to_sparse(x, *how):
    if len(how) == 1:
        return x.to_sparse(*how)
    layout, blocksize, dense_dim = how
    return x.to_sparse(layout=layout, blocksize=blocksize, dense_dim=dense_dim)


def _to_dense(x, dtype=None, masked_grad=None):
    dense = x.to_dense(masked_grad=masked_grad)
    return dense if dtype is None else dense.to(_FLOATING[dtype])


_FLOATING = {5: torch.float16, 6: torch.float32, 7: torch.float64, 8: torch.complex32, 9: torch.complex64, 10: torch.complex128, 15: torch.bfloat16}


def _histogramdd(x, bins, range=None, weight=None, density=False):
    counts, edges = torch.histogramdd(x, bins, range=range, weight=weight, density=density)
    return tuple((counts, list(edges)))


def _segment_reduce(x, reduce, lengths=None, indices=None, offsets=None, axis=0, unsafe=False, initial=None):
    return torch.segment_reduce(x, reduce, lengths=lengths, indices=indices, offsets=offsets, axis=axis, unsafe=unsafe, initial=initial)


def _conv(conv):
    return lambda x, weight, kernel, bias=None, stride=1, padding=0, dilation=1: conv(x, weight, bias, stride, padding, dilation)


def _conv_transpose(conv):
    return lambda x, weight, kernel, bias=None, stride=1, padding=0, output_padding=0, dilation=1: conv(x, weight, bias, stride, padding, output_padding, 1, dilation)


def _quantize_per_tensor(x, scale, zero_point, dtype):
    made = torch.quantize_per_tensor(x, scale, zero_point, _quantized.NUMBERED[dtype])
    return list(made) if isinstance(made, tuple) else made


def _quantized_lstm(*operands):
    *given, dtype, dynamic = operands
    return torch.quantized_lstm(*given, dtype=dtype, use_dynamic=dynamic)


def _dequantize(x):
    if isinstance(x, (list, tuple)):
        return type(x)(map(_dequantize, x))
    return x.dequantize() if isinstance(x, torch.Tensor) else x


_FUNCTIONS = {
    "quantized_lstm": _quantized_lstm, "quantized_gru": torch.quantized_gru, "quantize_per_tensor": _quantize_per_tensor, "dequantize": _dequantize,
    "quantize_per_tensor_dynamic": lambda x, dtype, reduce_range: torch.quantize_per_tensor_dynamic(x, _quantized.NUMBERED[dtype], reduce_range),
    "quantize_per_channel": lambda x, scales, zero_points, axis, dtype: torch.quantize_per_channel(x, scales, zero_points, axis, _quantized.NUMBERED[dtype]),
    "fused_moving_avg_obs_fake_quant": torch.fused_moving_avg_obs_fake_quant, "_choose_qparams_per_tensor": torch._choose_qparams_per_tensor, "_saturate_weight_to_fp16": torch._saturate_weight_to_fp16,
    "_make_per_tensor_quantized_tensor": torch._make_per_tensor_quantized_tensor, "_make_per_channel_quantized_tensor": torch._make_per_channel_quantized_tensor,
    "reflection_pad1d": _padded("reflect"), "reflection_pad2d": _padded("reflect"), "reflection_pad3d": _padded("reflect"), "replication_pad1d": _padded("replicate"), "replication_pad2d": _padded("replicate"),
    "replication_pad3d": _padded("replicate"), "__interpolate": _interpolate, "__upsample": _upsample,
    "__upsample_nearest": lambda x, size=None, scale_factor=None: _upsample(x, size, scale_factor),
    "__upsample_bilinear": lambda x, size=None, scale_factor=None: _upsample(x, size, scale_factor, "bilinear", True),
    "log_sigmoid_forward": _log_sigmoid, "gelu_": _gelu_, "_assert_async": _assert_async, "_assert_scalar": _assert_scalar, "_grad_sum_to_size": _sum_to_size,
    "_size_if_not_equal": lambda a, b: None if list(a) == list(b) else a, "_shape_as_tensor": lambda x: torch.tensor(x.shape), "sym_constrain_range": _constrained, "sym_constrain_range_for_size": _constrained,
    "is_scripting": lambda: True, "initial_seed": lambda g: g.initial_seed(), "seed": lambda g: g.seed(), "data": lambda x: x.data, "set_data": _set_data, "native_norm": _norm,
    "pad_sequence": lambda sequences, batch_first=False, padding_value=0.0, side="right": torch.nn.utils.rnn.pad_sequence(sequences, batch_first, padding_value, side),
    "flatten_dense_tensors": torch._utils._flatten_dense_tensors, "unflatten_dense_tensors": lambda flat, tensors: list(torch._utils._unflatten_dense_tensors(flat, tensors)),
    "fractional_max_pool2d": _fractional(F.fractional_max_pool2d), "fractional_max_pool3d": _fractional(F.fractional_max_pool3d), "lift": lambda x: x, "lift_fresh": lambda x: x,
    "has_torch_function": lambda *args: torch.overrides.has_torch_function(args), "thnn_conv2d": _conv(F.conv2d), "slow_conv3d": _conv(F.conv3d), "slow_conv_dilated2d": _conv(F.conv2d),
    "slow_conv_dilated3d": _conv(F.conv3d), "slow_conv_transpose2d": _conv_transpose(F.conv_transpose2d), "slow_conv_transpose3d": _conv_transpose(F.conv_transpose3d),
    "rrelu_": lambda x, lower=0.125, upper=1 / 3, training=False, generator=None: x.copy_(F.rrelu(x, lower, upper, training)),
    "is_non_overlapping_and_dense": lambda x: torch._prims_common.is_non_overlapping_and_dense(x), "Size": torch.Size,
    "to_dense": _to_dense, "to_mkldnn": lambda x, dtype=None: x.to_mkldnn(None if dtype is None else _FLOATING[dtype]), "to_sparse": _to_sparse, "histogramdd": _histogramdd, "segment_reduce": _segment_reduce,
    "unique_dim_consecutive": lambda x, dim, return_inverse=False, return_counts=False: _unique(x, dim, return_inverse, return_counts),
}


def _unique(x, dim, return_inverse, return_counts):
    values, inverse, counts = torch.unique_consecutive(x, return_inverse=True, return_counts=True, dim=dim)
    nothing = torch.empty(0, dtype=torch.long)
    return values, inverse if return_inverse else nothing, counts if return_counts else nothing


def operator_named(name):
    """What computes an operator, from its operands in their order; None for one that is not of this module."""
    if name in _SYMBOLS:
        return _SYMBOLS[name]
    if name in _METHODS and hasattr(torch.Tensor, name):
        return lambda x, *rest: getattr(x, name)(*rest)
    return _FUNCTIONS.get(name)

