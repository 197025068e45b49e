"""Functions of torch, and methods of tensors, that make and read quantised tensors."""

import torch
from torch._quantized.quantizer import KINDS, OF_INTEGERS, PerChannel, PerTensor, _scalar_name, per_channel_affine, per_tensor_affine  # noqa: F401
from torch._quantized.tensor import QuantizedTensor, refusal
from torch._utils import _overridable

__all__ = [
    "quantize_per_tensor", "quantize_per_channel", "quantize_per_tensor_dynamic", "_empty_affine_quantized", "empty_quantized", "_empty_per_channel_affine_quantized",
    "_make_per_tensor_quantized_tensor", "_make_per_channel_quantized_tensor", "int_repr", "q_scale", "q_zero_point", "q_per_channel_scales", "q_per_channel_zero_points",
    "q_per_channel_axis", "qscheme",
]


def _quantized(x, quantizer):
    if x.dtype != torch.float32:
        raise RuntimeError(f"Quantize only works on Float Tensor, got {_scalar_name(x.dtype)}")
    return QuantizedTensor(quantizer.quantize(x.detach()), quantizer)


@_overridable
def quantize_per_tensor(input, scale, zero_point, dtype):
    """input in integers: round(input / scale) + zero_point."""
    if isinstance(input, (list, tuple)):
        return tuple(quantize_per_tensor(x, s, z, dtype) for x, s, z in zip(input, scale, zero_point))
    operator = traced("quantize_per_tensor")
    return operator(input, scale, zero_point, _number(dtype)) if operator else _of_scale(input, scale, zero_point, dtype)


# The element types of quantised tensors, and of halves, by their numbers in graphs of scripts.
NUMBERED = {5: torch.float16, 12: torch.qint8, 13: torch.quint8, 14: torch.qint32, 16: torch.quint4x2, 17: torch.quint2x4}


def _number(dtype):
    return next((number for number, known in NUMBERED.items() if known == dtype), 6)


def traced(name):
    """The operator that a trace has for a function; None where none is taken."""
    if not torch.jit.is_tracing():
        return None
    from torch.jit import _operators  # noqa: F401  they are defined there

    return getattr(torch.ops.aten, name)


def _of_scale(input, scale, zero_point, dtype):
    number = lambda x: x.item() if isinstance(x, torch.Tensor) else x
    return _quantized(input, PerTensor(number(scale), number(zero_point), dtype))


@_overridable
def quantize_per_channel(input, scales, zero_points, axis, dtype):
    operator = traced("quantize_per_channel")
    return operator(input, scales, zero_points, axis, _number(dtype)) if operator else _of_scales(input, scales, zero_points, axis, dtype)


def _of_scales(input, scales, zero_points, axis, dtype):
    return _quantized(input, PerChannel(scales, zero_points, axis, dtype))


@_overridable
def quantize_per_tensor_dynamic(input, dtype, reduce_range):
    """Quantised by the range of the numbers; to halves, which need none, converted."""
    operator = traced("quantize_per_tensor_dynamic")
    return operator(input, _number(dtype), reduce_range) if operator else _of_range(input, dtype, reduce_range)


def _of_range(input, dtype, reduce_range):
    if dtype == torch.float16:
        return input.to(dtype)
    _, least, greatest, _ = KINDS[dtype]
    low, high = (input.min().item(), input.max().item()) if input.numel() else (0.0, 0.0)
    if reduce_range:
        least, greatest = int(least / 2), greatest // 2
    return _quantized(input, PerTensor(*chosen(low, high, least, greatest), dtype))


quantize_per_tensor.__module__ = quantize_per_channel.__module__ = quantize_per_tensor_dynamic.__module__ = "torch"  # operators, and printed as such


def chosen(low, high, least, greatest):
    """The scale and zero point that take [low, high], widened to hold 0, to [least, greatest]."""
    low, high = min(low, 0.0), max(high, 0.0)
    scale = (high - low) / (greatest - least)
    if scale == 0.0 or 1.0 / scale == float("inf"):
        scale = 0.1
    from_low, from_high = least - low / scale, greatest - high / scale
    error_low, error_high = abs(least) + abs(low / scale), abs(greatest) + abs(high / scale)
    zero_point = from_low if error_low < error_high else from_high
    if zero_point < least:
        return scale, least
    return scale, greatest if zero_point > greatest else round(zero_point)


def _empty_affine_quantized(*size, scale=1.0, zero_point=0, dtype=None, **options):
    _need_quantized(dtype)
    quantizer = PerTensor(scale, zero_point, dtype)
    return QuantizedTensor(torch.zeros(*size, dtype=quantizer.integers), quantizer)


def empty_quantized(size, qtensor, **options):
    """A quantised tensor of another size with the scale of a given one."""
    if not isinstance(qtensor, QuantizedTensor):
        raise refusal("aten::empty_quantized", "CPU")
    return QuantizedTensor(torch.zeros(size, dtype=qtensor._integers.dtype), qtensor._quantizer)


def _empty_per_channel_affine_quantized(*size, scales, zero_points, axis, dtype=None, **options):
    _need_quantized(dtype)
    quantizer = PerChannel(scales, zero_points, axis, dtype)
    return QuantizedTensor(torch.zeros(*size, dtype=quantizer.integers), quantizer)


def _need_quantized(dtype):
    if dtype not in KINDS:
        raise RuntimeError("Creation of quantized tensor requires quantized dtype like torch.quint8")


def _make_per_tensor_quantized_tensor(input, scale, zero_point):
    return QuantizedTensor(input.clone(), PerTensor(scale, zero_point, OF_INTEGERS[input.dtype]))


def _make_per_channel_quantized_tensor(input, scale, zero_point, axis):
    return QuantizedTensor(input.clone(), PerChannel(scale, zero_point, axis, OF_INTEGERS[input.dtype]))


def rebuilt(storage, offset, size, stride, params):
    """A tensor from a file: params are those of a quantiser."""
    integers = KINDS[storage.dtype][0]
    values = torch.empty(0, dtype=integers).set_(storage._untyped_storage, offset, size, stride)
    kind = PerTensor if params[0] is per_tensor_affine else PerChannel
    return QuantizedTensor(values, kind(*params[1:], storage.dtype))


def _asks(name):
    def function(self):
        if not isinstance(self, QuantizedTensor):
            raise refusal(f"aten::{name}", "CPU")
        return getattr(QuantizedTensor, name)(self)

    function.__name__ = function.__qualname__ = name
    return _overridable(function)


int_repr, q_scale, q_zero_point, q_per_channel_scales, q_per_channel_zero_points, q_per_channel_axis, qscheme = map(_asks, (
    "int_repr", "q_scale", "q_zero_point", "q_per_channel_scales", "q_per_channel_zero_points", "q_per_channel_axis", "qscheme"))


def _pool(dimensions):
    def pool(input, kernel_size, stride=(), padding=0, dilation=1, ceil_mode=False):
        if not isinstance(input, QuantizedTensor):
            raise NotImplementedError(f"Could not run 'aten::{pool.__name__}' with arguments from the 'CPU' backend. This could be because the operator doesn't exist for this backend, "
                                      "or was omitted during the selective/custom build process (if using custom build).")
        return getattr(torch, f"max_pool{dimensions}d")(input, kernel_size, stride or None, padding, dilation, ceil_mode)

    pool.__name__ = pool.__qualname__ = f"quantized_max_pool{dimensions}d"
    return pool


quantized_max_pool1d, quantized_max_pool2d, quantized_max_pool3d = map(_pool, (1, 2, 3))


def quantized_batch_norm(input, weight=None, bias=None, mean=None, var=None, eps=1e-5, output_scale=1.0, output_zero_point=0):
    """Batch norm by the statistics mean and var [C] of a quantised tensor [N, C, ...]; the result has another scale and zero point."""
    for name, given in (("Weight", weight), ("Bias", bias)):
        if given is None:
            raise RuntimeError(f"{name} must be provided")
    made = torch.nn.functional.batch_norm(input.dequantize(), mean, var, weight, bias, False, 0.0, eps)
    return quantize_per_tensor(made, output_scale, output_zero_point, input.dtype)
