"""Rounding as quantisation would, by scales that are learned or that follow what is seen."""

import torch
from torch._utils import _overridable

__all__ = ["_fake_quantize_learnable_per_tensor_affine", "_fake_quantize_learnable_per_channel_affine", "fused_moving_avg_obs_fake_quant"]


class _Rounded(torch.autograd.Function):
    """Numbers that are rounded, with derivatives by the scale and the zero point too (Esser et al., Learned step size quantization)."""

    @staticmethod
    def forward(ctx, x, scale, zero_point, axis, least, greatest, factor):
        along = [1] * x.dim() if axis is None else [-1 if d == axis else 1 for d in range(x.dim())]
        step, zero = scale.reshape(along), torch.round(zero_point).clamp(least, greatest).reshape(along)
        ctx.save_for_backward(x, step, zero)
        ctx._node_name = f"FakeQuantizeLearnablePer{'Tensor' if axis is None else 'Channel'}AffineBackward0"
        ctx.shapes, ctx.axis, ctx.range, ctx.factor = (scale.shape, zero_point.shape), axis, (least, greatest), factor
        if axis is None:
            return torch.fake_quantize_per_tensor_affine(x, scale, zero.reshape(-1).to(torch.int32), least, greatest)
        return torch.fake_quantize_per_channel_affine(x, scale, zero.reshape(-1).to(torch.int32), axis, least, greatest)

    @staticmethod
    def backward(ctx, grad):
        (x, step, zero), (least, greatest) = ctx.saved_tensors, ctx.range
        place = torch.round(x * (1 / step) + zero)
        below, above = place < least, place > greatest
        inside = ~(below | above)
        rounded = (place.clamp(least, greatest) - zero) * step
        by_scale = torch.where(inside, (rounded - x) / step, torch.where(below, least - zero, greatest - zero)) * grad * ctx.factor
        by_zero = torch.where(inside, 0.0, -step * grad * ctx.factor)
        gathered = [v.sum() if ctx.axis is None else v.sum([d for d in range(x.dim()) if d != ctx.axis]) for v in (by_scale, by_zero)]
        return torch.where(inside, grad, 0.0), gathered[0].reshape(ctx.shapes[0]), gathered[1].reshape(ctx.shapes[1]), None, None, None, None


class _Followed(torch.autograd.Function):
    """Numbers that are rounded by scales without a derivative; without scales they stay as they are."""

    @staticmethod
    def forward(ctx, x, scale, zero_point, axis, least, greatest):
        ctx._node_name = "FusedMovingAvgObsFqHelperBackward0"
        if scale is None:
            rounded, inside = x.clone(), torch.ones_like(x, dtype=torch.bool)
        elif axis is None:
            on = torch.ones(1, dtype=torch.long)
            rounded, inside = torch.ops.aten._fake_quantize_per_tensor_affine_cachemask_tensor_qparams(x, scale, zero_point, on, least, greatest)
        else:
            rounded, inside = torch.ops.aten.fake_quantize_per_channel_affine_cachemask(x, scale, zero_point, axis, least, greatest)
        ctx.save_for_backward(inside)
        return rounded

    @staticmethod
    def backward(ctx, grad):
        inside, = ctx.saved_tensors
        return grad * inside, None, None, None, None, None


@_overridable
def _fake_quantize_learnable_per_tensor_affine(self, scale, zero_point, quant_min, quant_max, grad_factor=1.0):
    return _Rounded.apply(self, scale, zero_point, None, quant_min, quant_max, grad_factor)


@_overridable
def _fake_quantize_learnable_per_channel_affine(self, scale, zero_point, axis, quant_min, quant_max, grad_factor=1.0):
    return _Rounded.apply(self, scale, zero_point, axis, quant_min, quant_max, grad_factor)


@_overridable
def fused_moving_avg_obs_fake_quant(input, observer_on, fake_quant_on, running_min, running_max, scale, zero_point, averaging_const, quant_min, quant_max, ch_axis,
                                    per_row_fake_quant=False, symmetric_quant=False):
    """Averages of the extremes, scales that follow from them, and the input rounded by these; each only where it is switched on."""
    from torch.ao.quantization.fake_quantize import ranges_of

    with torch.no_grad():
        if int(observer_on):
            seen = input.detach()
            if per_row_fake_quant:
                seen = seen.movedim(ch_axis, 0).flatten(1)
                low, high = seen.amin(1), seen.amax(1)
                if running_min.numel() != low.numel():
                    running_min.resize_(low.shape).fill_(float("inf"))
                    running_max.resize_(low.shape).fill_(float("-inf"))
                    scale.resize_(low.shape)
                    zero_point.resize_(low.shape)
            else:
                low, high = seen.amin().reshape(running_min.shape), seen.amax().reshape(running_max.shape)
            for running, now in ((running_min, low), (running_max, high)):
                running.copy_(torch.where(torch.isinf(running), now, running + averaging_const * (now - running)))
        if int(fake_quant_on):
            steps, zeros = ranges_of(running_min.reshape(-1), running_max.reshape(-1), quant_min, quant_max, symmetric_quant)
            scale.copy_(steps.reshape(scale.shape))
            zero_point.copy_(zeros.reshape(zero_point.shape))
    if not int(fake_quant_on):
        return _Followed.apply(input, None, None, None, quant_min, quant_max)
    return _Followed.apply(input, scale, zero_point, ch_axis if per_row_fake_quant else None, quant_min, quant_max)
