"""Operators of torch.ops.quantized_decomposed: quantisation written out, on plain integers whose scales are operands. Importing this defines them."""

import torch
from torch.ao.quantization.utils import determine_qparams, validate_qmin_qmax
from torch.library import Library

quantized_decomposed_lib = Library("quantized_decomposed", "DEF")

_DTYPE_TO_QVALUE_BOUNDS = {
    torch.uint8: (0, 255), torch.int8: (-128, 127), torch.int16: (-(2**15), 2**15 - 1), torch.uint16: (0, 2**16 - 1), torch.int32: (-(2**31), 2**31 - 1),
    torch.float8_e5m2: (int(torch.finfo(torch.float8_e5m2).min), int(torch.finfo(torch.float8_e5m2).max)),
    torch.float8_e4m3fn: (int(torch.finfo(torch.float8_e4m3fn).min), int(torch.finfo(torch.float8_e4m3fn).max)),
}
_RANGE = "int quant_min, int quant_max, ScalarType dtype"


def _operator(schema, fake=None):
    """Defines an operator; fake is what it gives on tensors without data, where the function itself reads numbers."""

    def register(function):
        quantized_decomposed_lib.define(schema)
        name = schema.partition("(")[0]
        quantized_decomposed_lib.impl(name, function, "CompositeExplicitAutograd")
        if fake is not None:
            quantized_decomposed_lib.impl(name, fake, "Meta")
        return function

    return register


def _quant_min_max_bounds_check(quant_min, quant_max, dtype):
    if dtype not in _DTYPE_TO_QVALUE_BOUNDS:
        raise ValueError(f"Unsupported dtype: {dtype}")
    low, high = _DTYPE_TO_QVALUE_BOUNDS[dtype]
    if quant_min < low:
        raise AssertionError(f"quant_min out of bounds for dtype, quant_min_lower_bound: {low} quant_min: {quant_min}")
    if quant_max > high:
        raise AssertionError(f"quant_max out of bounds for dtype, quant_max_upper_bound: {high} quant_max: {quant_max}")


def _floats(input):
    """The input of a quantisation, in single precision."""
    input = input.to(torch.float32) if input.dtype in (torch.float16, torch.bfloat16) else input
    if input.dtype != torch.float32:
        raise AssertionError(f"Expecting input to have dtype torch.float32, but got dtype: {input.dtype}")
    return input


def _one_element(scale, zero_point):
    for name, value in (("zero_point", zero_point), ("scale", scale)):
        if value.numel() != 1:
            raise AssertionError(f"Expecting {name} tensor to be one element, but received : {value.numel()}")


def _quantized_like(input, *operands):
    """The result of a quantisation without data; the operands end in range and type."""
    quant_min, quant_max, dtype = operands[-3:]
    input = _floats(input)
    _quant_min_max_bounds_check(quant_min, quant_max, dtype)
    return torch.empty_like(input, dtype=dtype)


def _dequantized_like(input, *operands, out_dtype=None):
    return torch.empty_like(input, dtype=out_dtype or torch.float32)


@_operator(f"quantize_per_tensor(Tensor input, float scale, int zero_point, {_RANGE}) -> Tensor", _quantized_like)
def quantize_per_tensor(input, scale, zero_point, quant_min, quant_max, dtype):
    input = _floats(input)
    _quant_min_max_bounds_check(quant_min, quant_max, dtype)
    return torch.clamp(torch.round(input * (1.0 / scale)) + zero_point, quant_min, quant_max).to(dtype)


def _by_tensors(input, scale, zero_point, quant_min, quant_max, dtype):
    _one_element(scale, zero_point)
    return quantize_per_tensor(input, scale.item(), zero_point.item(), quant_min, quant_max, dtype)


quantize_per_tensor_tensor = _operator(f"quantize_per_tensor.tensor(Tensor input, Tensor scale, Tensor zero_point, {_RANGE}) -> Tensor", _quantized_like)(_by_tensors)


@_operator("quantize_per_tensor.tensor2(Tensor input, Tensor scale, Tensor zero_point, Tensor quant_min, Tensor quant_max, ScalarType dtype) -> Tensor",
           lambda input, scale, zero_point, quant_min, quant_max, dtype: torch.empty_like(_floats(input), dtype=dtype))
def quantize_per_tensor_tensor2(input, scale, zero_point, quant_min, quant_max, dtype):
    return _by_tensors(input, scale, zero_point, quant_min.item(), quant_max.item(), dtype)


@_operator(f"dequantize_per_tensor(Tensor input, float scale, int zero_point, {_RANGE}, *, ScalarType? out_dtype=None) -> Tensor", _dequantized_like)
def dequantize_per_tensor(input, scale, zero_point, quant_min, quant_max, dtype, *, out_dtype=None):
    if input.dtype != dtype:
        raise AssertionError(f"Expecting input to have dtype: {dtype}, but got {input.dtype}")
    if dtype not in _DTYPE_TO_QVALUE_BOUNDS:
        raise ValueError(f"Unsupported dtype in dequantize_per_tensor: {dtype}")
    return (input.to(out_dtype or torch.float32) - zero_point) * scale


def _back_by_tensors(input, scale, zero_point, quant_min, quant_max, dtype, *, out_dtype=None):
    _one_element(scale, zero_point)
    return dequantize_per_tensor(input, scale.item(), zero_point.item(), quant_min, quant_max, dtype, out_dtype=out_dtype)


dequantize_per_tensor_tensor = _operator(
    f"dequantize_per_tensor.tensor(Tensor input, Tensor scale, Tensor zero_point, {_RANGE}, *, ScalarType? out_dtype=None) -> Tensor", _dequantized_like)(_back_by_tensors)


@_operator("dequantize_per_tensor.tensor2(Tensor input, Tensor scale, Tensor zero_point, Tensor quant_min, Tensor quant_max, ScalarType dtype, *, ScalarType? out_dtype=None) -> Tensor",
           _dequantized_like)
def dequantize_per_tensor_tensor2(input, scale, zero_point, quant_min, quant_max, dtype, *, out_dtype=None):
    return _back_by_tensors(input, scale, zero_point, quant_min.item(), quant_max.item(), dtype, out_dtype=out_dtype)


def _chosen_like(input, *operands):
    return torch.empty(1, dtype=torch.double, device=input.device), torch.empty(1, dtype=torch.int64, device=input.device)


def _choose(qscheme):
    def function(input, quant_min, quant_max, eps, dtype):
        if input.dtype not in (torch.float32, torch.float16, torch.bfloat16):
            raise AssertionError(f"Expecting input to have dtype torch.float32/16/b16, but got dtype: {input.dtype}")
        if dtype not in _DTYPE_TO_QVALUE_BOUNDS:
            raise AssertionError(f"Expecting target dtype to be one of {_DTYPE_TO_QVALUE_BOUNDS.keys()}, but got: {dtype}")
        validate_qmin_qmax(quant_min, quant_max)
        low, high = torch.aminmax(input)
        return determine_qparams(low, high, quant_min, quant_max, dtype, torch.tensor([eps]), False, qscheme)

    return function


_CHOOSING = "(Tensor input, int quant_min, int quant_max, float eps, ScalarType dtype) -> (Tensor, Tensor)"
choose_qparams_tensor = _operator("choose_qparams.tensor" + _CHOOSING, _chosen_like)(_choose(torch.per_tensor_affine))
choose_qparams_symmetric_tensor = _operator("choose_qparams_symmetric.tensor" + _CHOOSING, _chosen_like)(_choose(torch.per_tensor_symmetric))


def _along(values, input, axis):
    return values.view([-1 if d == axis else 1 for d in range(input.dim())])


def _check_axis(input, axis):
    if axis >= input.dim():
        raise AssertionError(f"Expecting axis to be < {input.dim()}")


@_operator(f"quantize_per_channel(Tensor input, Tensor scales, Tensor zero_points, int axis, {_RANGE}) -> Tensor", _quantized_like)
def quantize_per_channel(input, scales, zero_points, axis, quant_min, quant_max, dtype):
    input = _floats(input)
    _check_axis(input, axis)
    _quant_min_max_bounds_check(quant_min, quant_max, dtype)
    axis %= input.dim()
    places = torch.round(input * (1.0 / _along(scales, input, axis))) + _along(zero_points, input, axis)
    return torch.clamp(places, quant_min, quant_max).to(dtype)


@_operator(f"dequantize_per_channel(Tensor input, Tensor scales, Tensor? zero_points, int axis, {_RANGE}, *, ScalarType? out_dtype=None) -> Tensor", _dequantized_like)
def dequantize_per_channel(input, scales, zero_points, axis, quant_min, quant_max, dtype, *, out_dtype=None):
    if input.dtype != dtype:
        raise AssertionError(f"Expecting input to have dtype: {dtype}, but got dtype: {input.dtype}")
    _check_axis(input, axis)
    _quant_min_max_bounds_check(quant_min, quant_max, dtype)
    axis %= input.dim()
    levels = input if zero_points is None else input - _along(zero_points, input, axis)
    return (levels * _along(scales, input, axis)).to(out_dtype or torch.float32)


@_operator("choose_qparams_per_token(Tensor input, ScalarType dtype) -> (Tensor, Tensor)")
def choose_qparams_per_token(input, dtype):
    """A scale for each row of the last dimension."""
    if dtype != torch.int8:
        raise Exception(f"unsupported dtype in choose_qparams_per_token: {dtype}")
    scales = input.abs().amax(dim=-1, keepdim=True)
    scales = (scales.float() if scales.dtype == torch.float16 else scales).clamp(min=1e-5).div(127)
    return scales, torch.zeros_like(scales)


def _asymmetric(input, dtype):
    low, high = torch.clamp(input.amin(-1, keepdim=True), max=0), torch.clamp(input.amax(-1, keepdim=True), min=0)
    least, greatest = -128, 127
    scale = ((high - low) / float(greatest - least)).clamp(min=torch.finfo(torch.float32).eps)
    down, up = low / scale, high / scale
    zero_point = torch.where(least + down + greatest + up > 0, least - down, greatest - up)
    return scale.to(torch.float64), torch.clamp(zero_point, least, greatest).round().to(torch.int64)


_choose_qparams_per_token_asymmetric_impl = _operator("_choose_qparams_per_token_asymmetric_impl(Tensor input, ScalarType dtype) -> (Tensor, Tensor)")(_asymmetric)
choose_qparams_per_token_asymmetric = _operator("choose_qparams_per_token_asymmetric(Tensor input, ScalarType dtype) -> (Tensor, Tensor)")(_asymmetric)


def _per_token_quant_qparam_dim_check(input, scales, zero_points):
    tokens = input.numel() // input.size(-1)
    for name, values in (("scales", scales), ("zero_points", zero_points)):
        if values.numel() != tokens:
            raise AssertionError(f"num_tokens: {tokens} {name}: {values.size()}")


@_operator(f"quantize_per_token(Tensor input, Tensor scales, Tensor zero_points, {_RANGE}) -> Tensor")
def quantize_per_token(input, scales, zero_points, quant_min, quant_max, dtype):
    _quant_min_max_bounds_check(quant_min, quant_max, dtype)
    _per_token_quant_qparam_dim_check(input, scales, zero_points)
    return input.mul(1.0 / scales).add(zero_points).round().clamp(quant_min, quant_max).to(dtype)


@_operator(f"dequantize_per_token(Tensor input, Tensor scales, Tensor zero_points, {_RANGE}, ScalarType output_dtype) -> Tensor")
def dequantize_per_token(input, scales, zero_points, quant_min, quant_max, dtype, output_dtype=torch.float32):
    return ((input - zero_points) * scales).to(output_dtype)


def _groups(name, matrix, scales, group_size):
    if group_size <= 1:
        raise AssertionError("group_size must be > 1")
    if group_size > matrix.shape[-1] and scales.shape[-1] == 1:
        group_size = matrix.shape[-1]
    if matrix.shape[-1] % group_size:
        raise AssertionError(f"{name}.shape[-1] must be divisible by group_size")
    if matrix.dim() != 2:
        raise AssertionError(f"{name} must be 2-dimensional")
    return matrix.reshape(-1, group_size)


@_operator("quantize_per_channel_group(Tensor input, Tensor scales, Tensor zero_points, int quant_min, int quant_max, ScalarType dtype, int group_size) -> Tensor",
           lambda input, scales, zero_points, quant_min, quant_max, dtype, group_size: (_groups("input", input, scales, group_size), torch.empty_like(input, dtype=dtype))[1])
def quantize_per_channel_group(input, scales, zero_points, quant_min, quant_max, dtype, group_size=128):
    groups = _groups("input", input, scales, group_size)
    if torch.isnan(groups).any():
        raise AssertionError("to_quant must not contain NaNs")
    places = groups.mul(1.0 / scales.reshape(-1, 1)).add(zero_points.reshape(-1, 1)).round()
    return places.clamp_(quant_min, quant_max).to(dtype).reshape_as(input)


@_operator("dequantize_per_channel_group(Tensor input, Tensor scales, Tensor? zero_points, int quant_min, int quant_max, ScalarType dtype, int group_size, ScalarType output_dtype) -> Tensor")
def dequantize_per_channel_group(w_int8, scales, zero_points, quant_min, quant_max, dtype, group_size=128, output_dtype=torch.float32):
    groups, scales = _groups("w_int8", w_int8, scales, group_size), scales.reshape(-1, 1)
    zeros = torch.zeros([], dtype=torch.int32) if zero_points is None else zero_points.reshape(-1, 1)
    return groups.sub(zeros).mul(scales).reshape_as(w_int8).to(output_dtype)
