"""Functions of quantised tensors."""

import torch
from torch import Tensor
from torch.nn import functional as F
from torch.nn.modules.utils import _ntuple

__all__ = ["avg_pool2d", "avg_pool3d", "adaptive_avg_pool2d", "adaptive_avg_pool3d", "conv1d", "conv2d", "conv3d", "interpolate", "linear", "max_pool1d", "max_pool2d", "celu", "leaky_relu",
           "hardtanh", "hardswish", "threshold", "elu", "hardsigmoid", "clamp", "upsample", "upsample_bilinear", "upsample_nearest"]


def _needs_quantized(x, name):
    if not x.is_quantized:
        raise ValueError(f"Input to 'quantized.{name}' must be quantized!")


def avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
    _needs_quantized(input, "avg_pool2d")
    return F.avg_pool2d(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def avg_pool3d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
    _needs_quantized(input, "avg_pool3d")
    return F.avg_pool3d(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def adaptive_avg_pool2d(input, output_size):
    _needs_quantized(input, "functional.adaptive_avg_pool2d")
    return F.adaptive_avg_pool2d(input, output_size)


def adaptive_avg_pool3d(input, output_size):
    _needs_quantized(input, "functional.adaptive_avg_pool3d")
    return F.adaptive_avg_pool3d(input, output_size)


def _conv(dims, input, weight, bias, stride, padding, dilation, groups, padding_mode, scale, zero_point, dtype):
    if padding_mode != "zeros":
        raise NotImplementedError("Only zero-padding is supported!")
    if input.dtype != torch.quint8:
        raise NotImplementedError("Only torch.quint8 is supported for activation tensor!")
    if weight.dtype != torch.qint8:
        raise NotImplementedError("Only torch.qint8 is supported for weight tensor!")
    if input.ndim != dims + 2:
        raise ValueError(f"Input shape must be `(N, C, {('L', 'H, W', 'D, H, W')[dims - 1]})`!")
    each = _ntuple(dims)
    packed = getattr(torch.ops.quantized, f"conv{dims}d_prepack")(weight, bias, list(each(stride)), list(each(padding)), list(each(dilation)), groups)
    return getattr(torch.ops.quantized, f"conv{dims}d")(input, packed, scale, zero_point)


def conv1d(input, weight, bias, stride=1, padding=0, dilation=1, groups=1, padding_mode="zeros", scale=1.0, zero_point=0, dtype=torch.quint8):
    return _conv(1, input, weight, bias, stride, padding, dilation, groups, padding_mode, scale, zero_point, dtype)


def conv2d(input, weight, bias, stride=1, padding=0, dilation=1, groups=1, padding_mode="zeros", scale=1.0, zero_point=0, dtype=torch.quint8):
    return _conv(2, input, weight, bias, stride, padding, dilation, groups, padding_mode, scale, zero_point, dtype)


def conv3d(input, weight, bias, stride=1, padding=0, dilation=1, groups=1, padding_mode="zeros", scale=1.0, zero_point=0, dtype=torch.quint8):
    return _conv(3, input, weight, bias, stride, padding, dilation, groups, padding_mode, scale, zero_point, dtype)


def interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None):
    _needs_quantized(input, "interpolate")
    return F.interpolate(input, size, scale_factor, mode, align_corners)


upsample = interpolate


def upsample_bilinear(input, size=None, scale_factor=None):
    return interpolate(input, size, scale_factor, mode="bilinear", align_corners=True)


def upsample_nearest(input, size=None, scale_factor=None):
    return interpolate(input, size, scale_factor, mode="nearest")


def linear(input, weight, bias=None, scale=None, zero_point=None):
    """A linear layer, onto the scale of the input where none is given."""
    scale = input.q_scale() if scale is None else scale
    zero_point = input.q_zero_point() if zero_point is None else zero_point
    return torch.ops.quantized.linear(input, torch.ops.quantized.linear_prepack(weight, bias), scale, zero_point)


def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    if return_indices:
        raise NotImplementedError("return_indices is not yet implemented!")
    return F.max_pool1d(input, kernel_size, stride, padding, dilation, ceil_mode=ceil_mode)


def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    if return_indices:
        raise NotImplementedError("return_indices is not yet implemented!")
    return F.max_pool2d(input, kernel_size, stride, padding, dilation, ceil_mode=ceil_mode)


def celu(input, scale, zero_point, alpha=1.0):
    _needs_quantized(input, "celu")
    return torch.ops.quantized.celu(input, scale, zero_point, alpha)


def leaky_relu(input, negative_slope=0.01, inplace=False, scale=None, zero_point=None):
    if scale is not None and zero_point is not None:
        if inplace:
            raise AssertionError("Cannot rescale with `inplace`")
        return torch.ops.quantized.leaky_relu(input, negative_slope, inplace, scale, zero_point)
    return F.leaky_relu(input, negative_slope, inplace)


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    _needs_quantized(input, "hardtanh")
    return F.hardtanh(input, min_val, max_val, inplace)


def hardswish(input, scale, zero_point):
    _needs_quantized(input, "hardswish")
    return torch.ops.quantized.hardswish(input, scale, zero_point)


def threshold(input, threshold, value):
    _needs_quantized(input, "threshold")
    for name, given in (("threshold", threshold), ("value", value)):
        if given is None:
            raise ValueError(f"Input to '{name}' must be specified!")
    return torch.ops.quantized.threshold(input, threshold, value)


def elu(input: Tensor, scale: float, zero_point: int, alpha: float = 1.0) -> Tensor:
    if not input.is_quantized:
        raise ValueError("Input to 'quantized.elu' must be quantized!")
    return torch.ops.quantized.elu(input, scale, zero_point, alpha)


def hardsigmoid(input, inplace=False):
    _needs_quantized(input, "hardsigmoid")
    return F.hardsigmoid(input, inplace)


def clamp(input, min_, max_):
    _needs_quantized(input, "clamp")
    return torch.clamp(input, min_, max_)
