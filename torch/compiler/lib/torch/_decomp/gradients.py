"""Operators of backward passes in terms of others."""
import functools
import math

import torch
from torch._decomp.decompositions import _instead_of

__all__ = []

aten = torch.ops.aten


def _wide(f):
    """Computes in float32 where elements have half the precision, and gives the results in theirs."""

    @functools.wraps(f)
    def computed(*args, **kwargs):
        tensors = [a for a in (*args, *kwargs.values()) if isinstance(a, torch.Tensor) and a.dtype in (torch.float16, torch.bfloat16)]
        if not tensors:
            return f(*args, **kwargs)
        narrow = tensors[0].dtype
        out = f(*(a.to(torch.float32) if _is_narrow(a) else a for a in args), **{k: a.to(torch.float32) if _is_narrow(a) else a for k, a in kwargs.items()})
        if isinstance(out, tuple):
            return tuple(o.to(narrow) if o is not None else None for o in out)
        return out.to(narrow)

    return computed


def _where(condition, a, b):
    """A choice between tensors and numbers; numbers become tensors, the second first."""
    kind = next((t.dtype for t in (a, b) if isinstance(t, torch.Tensor)), torch.int64)

    def made(v):
        return v if isinstance(v, torch.Tensor) else aten.scalar_tensor.default(v, dtype=kind, layout=torch.strided, device=condition.device)

    b = made(b)
    return aten.where.self(condition, made(a), b)


def _is_narrow(a):
    return isinstance(a, torch.Tensor) and a.dtype in (torch.float16, torch.bfloat16)


@_instead_of("elu_backward.default")
@_wide
def elu_backward(grad_output, alpha, scale, input_scale, is_result, self_or_result):
    negative = alpha * scale
    if is_result:
        return _where(self_or_result <= 0, grad_output * input_scale * (self_or_result + negative), grad_output * scale)
    return _where(self_or_result <= 0, grad_output * input_scale * negative * torch.exp(self_or_result * input_scale), grad_output * scale)


@_instead_of("glu_backward.default")
@_wide
def glu_backward(grad_output, x, dim):
    assert x.dim() > 0, "glu does not support 0-dimensional tensors"
    dim %= x.dim()
    half = x.size(dim) // 2
    first, second = x.narrow(dim, 0, half), x.narrow(dim, half, half)
    gate = torch.sigmoid(second)
    of_second = (1.0 - gate) * gate * first * grad_output
    return torch.cat([gate * grad_output, of_second], dim)


@_instead_of("hardsigmoid_backward.default")
@_wide
def hardsigmoid_backward(grad_output, x):
    return _where((x > -3.0) & (x < 3.0), grad_output * (1.0 / 6.0), 0.0)


@_instead_of("hardswish_backward.default")
@_wide
def hardswish_backward(grad_output, x):
    outside = x <= -3
    return _where(outside, 0.0, _where(x < 3, grad_output * ((x / 3) + 0.5), grad_output))


@_instead_of("log_sigmoid_backward.default")
@_wide
def log_sigmoid_backward(grad_output, x, buffer):
    negative = x < 0
    most, sign = _where(negative, 1, 0), _where(negative, 1, -1)
    z = torch.exp(-torch.abs(x)) if grad_output.is_cuda else buffer
    return grad_output * (most - sign * (z / (z + 1)))


@_instead_of("mish_backward.default")
@_wide
def mish_backward(grad_output, x):
    tanh = torch.tanh(torch.nn.functional.softplus(x))
    inner = x * torch.sigmoid(x)
    return grad_output * (tanh + inner * (1 - tanh * tanh))


def _mean_or_not(grad, x, reduction):
    return grad / x.numel() if reduction == 1 else grad


@_instead_of("soft_margin_loss_backward.default")
@_wide
def soft_margin_loss_backward(grad_output, x, target, reduction):
    return _mean_or_not(target * grad_output * (torch.sigmoid(target * x) - 1), x, reduction)


@_instead_of("binary_cross_entropy_backward.default")
@_wide
def binary_cross_entropy_backward(grad_output, x, target, weight=None, reduction=1):
    result = grad_output * (x - target) / torch.clamp(x * (1 - x), min=1e-12)
    if weight is not None:
        result = result * weight
    return _mean_or_not(result, x, reduction)


@_instead_of("native_dropout_backward.default")
def native_dropout_backward(grad_output, mask, scale):
    kept = aten._to_copy.default(mask, dtype=grad_output.dtype, layout=grad_output.layout, device=grad_output.device)
    return aten.clone.default(grad_output * (kept * scale), memory_format=torch.contiguous_format)


@_instead_of("logit_backward.default")
@_wide
def logit_backward(grad_output, x, eps=None):
    if eps is not None:
        low, high = eps, 1.0 - eps
        return _where(torch.logical_and(x >= low, x <= high), grad_output / (x * (1.0 - x)), 0.0)
    return _where(torch.logical_and(x >= 0.0, x <= 1.0), grad_output / (x * (1.0 - x)), x.new_full((), math.nan))


@_instead_of("rrelu_with_noise_backward.default")
@_wide
def rrelu_with_noise_backward(grad_output, x, noise, lower, upper, training, self_is_result):
    if training and upper - lower > 1e-6:
        return grad_output.mul(noise)
    return aten.leaky_relu_backward.default(grad_output, x, (lower + upper) / 2, self_is_result)


@_instead_of("nll_loss_backward.default", "nll_loss2d_backward.default")
def nll_loss_backward(grad_output, x, target, weight, reduction, ignore_index, total_weight):
    assert 0 <= x.dim() <= 2 or x.dim() == 4, f"Expected input dim to be at most 2, or 4, got {x.dim()}"
    dim = 0 if x.dim() < 2 else 1
    if reduction == 1:
        grad_output = grad_output / total_weight
    at = target.unsqueeze(dim)
    safe = _where(at != ignore_index, at, 0)
    ones = torch.scatter(torch.zeros_like(x), dim, safe, -1.0)
    if grad_output.dim() > 0 and x.dim() > grad_output.dim():
        grad_output = grad_output.unsqueeze(dim)
    if weight is not None:
        shape = [1] * x.dim()
        shape[dim] = weight.shape[0]
        grad_output = grad_output * weight.reshape(shape)
    return ones * _where(at != ignore_index, grad_output, 0)


@_instead_of("native_group_norm_backward.default")
@_wide
def native_group_norm_backward(grad_output, x, mean, rstd, gamma, N, C, HxW, group, output_mask):
    each = C // group
    scaled = torch.mul(grad_output, x).view(N, C, HxW).sum(dim=[2])
    plain = grad_output.view(N, C, HxW).sum(dim=[2])
    of_input = of_weight = of_bias = None
    if output_mask[0]:
        if gamma is not None:
            scaled_sum = torch.mul(scaled, gamma.unsqueeze(0)).reshape(N, group, each).sum(2)
            plain_sum = torch.mul(plain, gamma.unsqueeze(0)).reshape(N, group, each).sum(2)
            a = torch.mul(rstd.unsqueeze(-1), gamma.reshape(1, group, each))
        else:
            scaled_sum = scaled.reshape(N, group, each).sum(2)
            plain_sum = plain.reshape(N, group, each).sum(2)
            a = torch.mul(rstd.unsqueeze(-1), torch.ones((1, group, each), device=rstd.device))
        s = 1.0 / (HxW * each)
        b = torch.addcmul(-scaled_sum, plain_sum, mean) * rstd * rstd * rstd * s
        c = -b * mean - plain_sum * rstd * s
        a, b, c = a.unsqueeze(-1), b.unsqueeze(-1).unsqueeze(-1), c.unsqueeze(-1).unsqueeze(-1)
        of_input = torch.mul(grad_output.reshape(N, group, each, HxW), a) + torch.mul(x.reshape(N, group, each, HxW), b) + c
        of_input = of_input.reshape(x.shape).to(x.dtype)
    if output_mask[1]:
        of_weight = ((scaled.view(N, group, each) - plain.view(N, group, each) * mean.unsqueeze(-1)) * rstd.unsqueeze(-1)).sum(dim=[0]).reshape(C)
    if output_mask[2]:
        of_bias = plain.sum(dim=[0])
    return of_input, of_weight, of_bias


@_instead_of("native_batch_norm_backward.default")
def native_batch_norm_backward(grad_out, x, weight, running_mean, running_var, save_mean, save_invstd, train, eps, output_mask):
    kind, weight_kind = x.dtype, weight.dtype if weight is not None else x.dtype
    narrow = kind in (torch.float16, torch.bfloat16)
    wide = [t.to(torch.float32) if narrow and t is not None else t for t in (grad_out, x, weight, running_mean, running_var, save_mean, save_invstd)]
    grad_out, x, weight, running_mean, running_var, save_mean, save_invstd = wide
    assert x.dim() >= 2, "rank of the input must be at least 2"
    others = [0, *range(2, x.dim())]
    count = x.numel() / x.shape[1]
    mean, invstd = save_mean, save_invstd
    if not train:
        mean, invstd = running_mean, torch.rsqrt(running_var + eps)
    assert mean is not None and invstd is not None

    def spread(t):
        for d in others:
            t = t.unsqueeze(d)
        return t

    mean = spread(mean)
    norm = 1.0 / count
    total = torch.sum(grad_out, others)
    dot = torch.sum(grad_out * (x - mean), others)
    grad_mean = spread(total * norm)
    projected = spread(torch.mul(dot * norm, invstd * invstd))
    scale = spread(invstd) * 1.0 if weight is None else spread(invstd * weight)
    if train:
        of_input = ((grad_out - (x - mean) * projected) - grad_mean) * scale
    else:
        of_input = grad_out * scale
    of_weight = dot * invstd if output_mask[1] else None
    of_bias = total if output_mask[2] else None
    given = (of_input, kind), (of_weight, weight_kind), (of_bias, weight_kind)
    return tuple(t.to(d) if t is not None and t.dtype != d else t for t, d in given)


@_instead_of("batch_norm_backward.default")
def batch_norm_backward(grad_out, x, weight, running_mean, running_var, save_mean, save_var, update, eps, output_mask, reserve):
    return native_batch_norm_backward(grad_out, x, weight, running_mean, running_var, save_mean, save_var, update, eps, output_mask)


@_instead_of("max_pool2d_with_indices_backward.default")
def max_pool2d_with_indices_backward(grad_output, x, kernel_size, stride, padding, dilation, ceil_mode, indices):
    height, width = x.shape[-2:]
    planes = math.prod(x.shape[:-2])
    zeros = torch.zeros([planes, height * width], dtype=x.dtype, device=x.device)
    windows = grad_output.shape[-2] * grad_output.shape[-1]
    spread = grad_output.reshape(planes, windows)
    return zeros.scatter_add(1, indices.reshape(planes, windows), spread).view(x.shape)


@_instead_of("_prelu_kernel_backward.default")
def prelu_backward(grad_output, x, weight):
    of_input = _where(x > 0, grad_output, weight * grad_output)
    of_weight = _where(x > 0, 0.0, x * grad_output)
    return of_input, of_weight
