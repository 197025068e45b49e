"""What operators do with quantised tensors, by their names."""

import torch
from torch._quantized.quantizer import PerChannel, PerTensor
from torch._quantized.tensor import QuantizedTensor, refusal
from torch.utils import _pytree as pytree

_bare = lambda x: x._integers if isinstance(x, QuantizedTensor) else x
_real = lambda x: x.dequantize() if isinstance(x, QuantizedTensor) else x


def _first(args):
    return next(x for x in pytree.tree_leaves(args) if isinstance(x, QuantizedTensor))


def _like(q):
    """Makes integers stand for numbers as those of q do."""
    return lambda x: QuantizedTensor(x, q._quantizer) if isinstance(x, torch.Tensor) else x


def _moved(func, *args, **kwargs):
    """Elements go elsewhere."""
    q = _first(args)
    if isinstance(q._quantizer, PerChannel):
        return _moved_by_channel(func, *args, **kwargs)
    return pytree.tree_map(_like(q), func(*pytree.tree_map(_bare, args), **kwargs))


def _moved_by_channel(func, q, *args, **kwargs):
    """What keeps channels together: views of the same axis, and parts along it, each of which has the scale of its channel."""
    name, quantizer = func.overloadpacket.__name__, q._quantizer
    if name in ("view", "reshape", "_unsafe_view", "clone", "contiguous", "detach", "alias", "lift_fresh"):
        made = func(q._integers, *args, **kwargs)
        if made.dim() <= quantizer.axis or made.size(quantizer.axis) != quantizer.scales.numel():
            raise RuntimeError(f"length of scales must equal to channel, expected {made.size(quantizer.axis)} got, {quantizer.scales.numel()}")
        return QuantizedTensor(made, quantizer)
    if name == "unsqueeze":
        axis = quantizer.axis + (not quantizer.real and args[0] % (q.dim() + 1) <= quantizer.axis)
        if func(q._integers, *args).size(axis) != quantizer.scales.numel():
            raise RuntimeError(f"length of scales must equal to channel, expected {func(q._integers, *args).size(axis)} got, {quantizer.scales.numel()}")
        return QuantizedTensor(func(q._integers, *args), PerChannel(quantizer.scales, quantizer.zero_points, axis, quantizer.dtype))
    if name in ("select", "slice", "split", "unbind", "narrow", "chunk"):
        at = kwargs.get("dim", args[0] if name in ("select", "slice", "narrow", "unbind") and args else args[1] if name in ("split", "chunk") and len(args) > 1 else 0) % q.dim()
        scales, zeros = quantizer.scales, quantizer.zero_points
        if at != quantizer.axis:
            made = func(q._integers, *args, **kwargs)
            axis = quantizer.axis - (name in ("select", "unbind") and at < quantizer.axis)
            return pytree.tree_map(lambda x: QuantizedTensor(x, PerChannel(scales, zeros, axis, quantizer.dtype)), made)
        numbers = func(torch.arange(q.size(at)), *(0 if i == 0 and name in ("select", "slice", "narrow", "unbind") else a for i, a in enumerate(args[:1])), *args[1:]) \
            if name not in ("split", "chunk") else func(torch.arange(q.size(at)), args[0])
        return pytree.tree_map(lambda x, n: _part(x, n, quantizer), func(q._integers, *args, **kwargs), numbers)
    raise RuntimeError("Setting strides is possible only on uniformly quantized tensor")


def _part(integers, channels, quantizer):
    """Channels of a tensor; a single one is a tensor with one scale."""
    if channels.numel() == 1:
        n = channels.item()
        return QuantizedTensor(integers, PerTensor(quantizer.scales[n].to(torch.float32).item(), quantizer.zero_points[n].item(), quantizer.dtype))
    return QuantizedTensor(integers, PerChannel(quantizer.scales[channels], quantizer.zero_points[channels], quantizer.axis, quantizer.dtype))


def _computed(func, *args, **kwargs):
    """Numbers are computed, and quantised as the first argument is."""
    q = _first(args)
    q._of(PerTensor, "quantizer->qscheme() == kPerTensorAffine")
    return pytree.tree_map(
        lambda x: QuantizedTensor(q._quantizer.quantize(x), q._quantizer) if isinstance(x, torch.Tensor) and x.is_floating_point() else x,
        func(*pytree.tree_map(_real, args), **kwargs))


def _onto(scale, signed, unsigned):
    """Numbers of a known range are computed; results have a quantiser of their own."""

    def rule(func, q, **kwargs):
        q._of(PerTensor, "quantizer->qscheme() == kPerTensorAffine")
        zero_point = {torch.qint8: signed, torch.quint8: unsigned}.get(q.dtype, 0)
        quantizer = PerTensor(scale, zero_point, q.dtype)
        return QuantizedTensor(quantizer.quantize(func(q.dequantize(), **kwargs)), quantizer)

    return rule


def _compared(func, *args, **kwargs):
    return func(*pytree.tree_map(_real, args), **kwargs)


def _equal(func, first, second):
    return (isinstance(first, QuantizedTensor) and isinstance(second, QuantizedTensor) and first._quantizer.same(second._quantizer)
            and torch.equal(first._integers, second._integers))


def _copy_(func, target, source, non_blocking=False):
    if not isinstance(target, QuantizedTensor):
        raise RuntimeError("Copying from quantized Tensor to non-quantized Tensor is not allowed, please use dequantize to get a float Tensor from a quantized Tensor")
    if isinstance(source, QuantizedTensor):
        if source.dtype != target.dtype:
            raise RuntimeError("Quantized Copy only works with same data type")
        target._integers.copy_(source._integers)
        target._quantizer = source._quantizer
        return target
    if source.dtype != torch.float32:
        raise RuntimeError("Quantized copy only works with kFloat as source Tensor")
    target._integers.copy_(target._quantizer.quantize(source.expand(target.size())))
    return target


def _fill_(func, q, value):
    q._integers.copy_(q._quantizer.quantize(torch.full(q.size(), float(value))))
    return q


def _in_place(function):
    def rule(func, q, *args, **kwargs):
        q._integers.copy_(q._quantizer.quantize(function(q.dequantize(), *args, **kwargs)))
        return q

    return rule


def _empty_like(func, q, *, dtype=None, **kwargs):
    return QuantizedTensor(torch.empty_like(q._integers), q._quantizer)


def _full_like(func, q, value=1.0, **kwargs):
    return _empty_like(func, q).fill_(value)


def _cat(func, tensors, dim=0):
    first = tensors[0]
    if not all(isinstance(q, QuantizedTensor) for q in tensors):
        raise refusal("aten::cat", "QuantizedCPU")
    if not all(isinstance(q._quantizer, PerTensor) for q in tensors):
        raise RuntimeError("Only per-tensor quantization is supported in 'cat'!")
    parts = [q._integers if q._quantizer.same(first._quantizer) else first._quantizer.quantize(q.dequantize()) for q in tensors]
    return QuantizedTensor(torch.cat(parts, dim), first._quantizer)


def _stack(func, tensors, dim=0):
    return _cat(torch.ops.aten.cat.default, [q.unsqueeze(dim) for q in tensors], dim)


def _pooled(func, q, *args, **kwargs):
    values, where = func(q.dequantize(), *args, **kwargs)
    return QuantizedTensor(q._quantizer.quantize(values), q._quantizer), where


def _between(func, q, *args, **kwargs):
    """Distances from the zero point are interpolated, and rounded."""
    q._of(PerTensor, "quantizer->qscheme() == kPerTensorAffine")
    return _rounded(q, torch.round(func(q._integers.to(torch.float32) - q.q_zero_point(), *args, **kwargs)) + q.q_zero_point())


def _averaged(func, q, *args, **kwargs):
    """Distances from the zero point are averaged. Halves are rounded to the even integer, or to the even distance, where memory has the channels last."""
    q._of(PerTensor, "quantizer->qscheme() == kPerTensorAffine")
    name = str(func)
    channels_last = q._integers.dim() == 4 and q._integers.is_contiguous(memory_format=torch.channels_last)
    mean = func(q._integers.to(torch.float64) - q.q_zero_point(), *args, **kwargs)
    if channels_last or "avg_pool3d" in name and "adaptive" not in name:
        return _rounded(q, torch.round(mean) + q.q_zero_point())
    return _rounded(q, torch.round(mean + q.q_zero_point()))


def _rounded(q, levels):
    """A tensor like q of whole numbers that are brought into its range."""
    limits = torch.iinfo(q._integers.dtype)
    return QuantizedTensor(levels.clamp(limits.min, limits.max).to(q._integers.dtype), q._quantizer)


def _leaky(func, q, slope=0.01):
    return _computed(func, q, slope)


_MOVING = """view _unsafe_view reshape _reshape_alias t transpose permute slice select unsqueeze squeeze expand detach alias clone contiguous as_strided as_strided_ split split_with_sizes unbind flip unfold
    pixel_shuffle pixel_unshuffle channel_shuffle native_channel_shuffle index_select narrow movedim repeat masked_select diagonal lift_fresh view_as flatten ravel chunk squeeze_ unsqueeze_ index"""
_COMPUTING = """relu clamp clamp_min clamp_max hardtanh max min amax amin max_pool2d max_pool1d max_pool3d upsample_nearest1d upsample_nearest2d upsample_nearest3d _upsample_nearest_exact1d _upsample_nearest_exact2d sort topk
    threshold reflection_pad1d reflection_pad2d constant_pad_nd masked_fill quantized_max_pool2d relu6 std gelu"""
RULES = {
    **{name: _moved for name in _MOVING.split()}, **{name: _computed for name in _COMPUTING.split()},
    **{name: _averaged for name in "mean avg_pool2d avg_pool3d adaptive_avg_pool2d _adaptive_avg_pool2d adaptive_avg_pool3d _adaptive_avg_pool3d".split()},
    **{name: _compared for name in "eq ne lt le gt ge".split()}, "equal": _equal, "copy_": _copy_, "fill_": _fill_, "empty_like": _empty_like, "full_like": _full_like, "ones_like": _full_like, "cat": _cat, "stack": _stack,
    "dequantize": lambda func, q: q._quantizer.dequantize(q._integers), "int_repr": lambda func, q: q._integers.clone(),
    "_local_scalar_dense": lambda func, q: q.dequantize().item(), "max_pool2d_with_indices": _pooled, "leaky_relu": _leaky, "upsample_bilinear2d": _between, "relu_": _in_place(torch.relu), "clamp_": _in_place(torch.clamp),
    "hardtanh_": _in_place(torch.nn.functional.hardtanh), "leaky_relu_": _in_place(torch.nn.functional.leaky_relu),
    "sigmoid": _onto(1 / 256, -128, 0), "tanh": _onto(2 / 256, 0, 128), "hardsigmoid": _onto(1 / 256, -128, 0),
}
