"""Derivatives that are operators of their own, in terms of others."""

import math

import torch
from torch.export._core import _instead_of

__all__ = []

aten = torch.ops.aten


def _of(value, like):
    return aten.scalar_tensor.default(value, dtype=like.dtype, layout=torch.strided, device=like.device)


def _in_float(f):
    """Computes with halves as floats, and gives halves."""

    def computed(grad, *args, **kwargs):
        if grad.dtype not in (torch.float16, torch.bfloat16):
            return f(grad, *args, **kwargs)
        wide = [a.to(torch.float32) if isinstance(a, torch.Tensor) and a.is_floating_point() else a for a in (grad, *args)]
        return torch.utils._pytree.tree_map(lambda x: x.to(grad.dtype) if isinstance(x, torch.Tensor) and x.is_floating_point() else x, f(*wide, **kwargs))

    return computed


def _mean_factor(x, reduction):
    return 1.0 / x.numel() if reduction == 1 else 1.0


@_instead_of("sigmoid_backward.default")
@_in_float
def sigmoid_backward(grad, y):
    return grad * (y * (1 - y))


@_instead_of("tanh_backward.default")
@_in_float
def tanh_backward(grad, y):
    return grad * (1 - y * y)


@_instead_of("threshold_backward.default")
def threshold_backward(grad, x, threshold):
    return aten.where.self(x <= threshold, _of(0, grad), grad)


@_instead_of("silu_backward.default")
@_in_float
def silu_backward(grad, x):
    y = aten.sigmoid.default(x)
    return grad * y * (1 + x * (1 - y))


@_instead_of("gelu_backward.default")
@_in_float
def gelu_backward(grad, x, *, approximate="none"):
    if approximate == "tanh":
        beta, kappa = math.sqrt(2) * (2 / math.sqrt(math.pi)) * 0.5, 0.044715
        square = x * x
        tanh = torch.tanh(beta * (x + kappa * (square * x)))
        left, right = 0.5 * x, 1 + tanh
        of_inner = beta * (1 + 3 * kappa * square)
        return grad * (0.5 * right + left * (1 - tanh * tanh) * of_inner)
    cdf = 0.5 * (1 + torch.erf(x * math.sqrt(0.5)))
    pdf = (2 / math.sqrt(math.pi)) * math.sqrt(0.5) * 0.5 * torch.exp(x * x * -0.5)
    return grad * (cdf + x * pdf)


@_instead_of("hardtanh_backward.default")
@_in_float
def hardtanh_backward(grad, x, min_val, max_val):
    return aten.where.self((x <= min_val) | (x >= max_val), _of(0.0, grad), grad)


@_instead_of("leaky_relu_backward.default")
@_in_float
def leaky_relu_backward(grad, x, negative_slope, self_is_result):
    return aten.where.self(x > 0, grad, grad * negative_slope)


@_instead_of("softplus_backward.default")
@_in_float
def softplus_backward(grad, x, beta, threshold):
    z = (x * beta).exp()
    return aten.where.self((x * beta) > threshold, grad, grad * z / (z + 1.0))


@_instead_of("mse_loss_backward.default")
@_in_float
def mse_loss_backward(grad, x, target, reduction):
    return (2.0 / x.numel() if reduction == 1 else 2.0) * (x - target) * grad


@_instead_of("smooth_l1_loss_backward.default")
@_in_float
def smooth_l1_loss_backward(grad, x, target, reduction, beta):
    difference = x - target
    size = torch.abs(difference)
    scaled = _mean_factor(x, reduction) * grad
    return aten.where.self(size < beta, scaled * difference / beta, scaled * torch.sign(difference))


@_instead_of("huber_loss_backward.default")
@_in_float
def huber_loss_backward(grad, x, target, reduction, delta):
    factor = _mean_factor(x, reduction)
    difference = x - target
    return aten.where.self(difference < -delta, -factor * grad * delta, aten.where.self(difference > delta, factor * grad * delta, factor * difference * grad))


@_instead_of("_softmax_backward_data.default")
def softmax_backward(grad, y, dim, input_dtype):
    both = grad * y
    made = both - y * torch.sum(both, dim=dim, keepdim=True)
    return made if grad.dtype == input_dtype else made.to(input_dtype)


@_instead_of("_log_softmax_backward_data.default")
def log_softmax_backward(grad, y, dim, input_dtype):
    made = grad - torch.exp(y) * torch.sum(grad, dim=dim, keepdim=True)
    return made if grad.dtype == input_dtype else made.to(input_dtype)


@_instead_of("select_backward.default")
def select_backward(grad, input_sizes, dim, index):
    return torch.select_scatter(grad.new_zeros(input_sizes), grad, dim, index)


@_instead_of("slice_backward.default")
def slice_backward(grad, input_sizes, dim, start, end, step):
    return torch.slice_scatter(grad.new_zeros(input_sizes), grad, dim, start, end, step)


@_instead_of("diagonal_backward.default")
def diagonal_backward(grad, input_sizes, offset, dim1, dim2):
    return torch.diagonal_scatter(grad.new_zeros(input_sizes), grad, offset, dim1, dim2)


@_instead_of("embedding_dense_backward.default")
def embedding_dense_backward(grad, indices, num_weights, padding_idx, scale_grad_by_freq):
    if scale_grad_by_freq:
        counts = indices.new_zeros((num_weights,))
        counts = aten.index_put.default(counts, [indices], torch.ones_like(indices), True)
        grad = grad / counts[indices].unsqueeze(-1)
    mask = (indices == padding_idx).unsqueeze(-1)
    return aten.index_put.default(grad.new_zeros((num_weights,) + grad.shape[indices.dim():]), [indices], grad.masked_fill(mask, 0), True)


@_instead_of("native_layer_norm_backward.default")
def native_layer_norm_backward(grad, x, normalized_shape, mean, rstd, weight, bias, output_mask):
    axis = x.dim() - len(normalized_shape)
    inner, outer = list(range(axis, x.dim())), list(range(axis))
    count = math.prod(x.shape[axis:])
    if math.prod(x.shape[:axis]) <= 0 or count <= 0:
        return (x.new_zeros(x.shape) if output_mask[0] else None, x.new_zeros(x.shape[axis:]) if output_mask[1] else None, x.new_zeros(x.shape[axis:]) if output_mask[2] else None)
    for _ in range(x.dim() - mean.dim()):
        mean, rstd = mean.unsqueeze(-1), rstd.unsqueeze(-1)
    normal = (x - mean) * rstd
    of_normal = grad if weight is None else grad * weight
    scaled = of_normal * count
    total = torch.sum(of_normal, inner, True)
    projected = normal * torch.sum(of_normal * normal, inner, True)
    rest = scaled - total - projected
    of_x = of_weight = of_bias = None
    if output_mask[0]:
        of_x = (rstd / count) * rest
    if output_mask[1] and weight is not None:
        of_weight = torch.sum(grad * normal, outer, False) if outer else grad * normal
    if output_mask[2] and bias is not None:
        of_bias = torch.sum(grad, outer, False) if outer else grad.clone()
    return of_x, of_weight, of_bias
