"""Normalisations over batches in terms of others."""
import torch
from torch._decomp.decompositions import _instead_of

__all__ = []

aten = torch.ops.aten


def _narrow(t):
    return t.dtype in (torch.float16, torch.bfloat16)


def _to_rank(t, rank):
    while t.dim() < rank:
        t = t.unsqueeze(-1)
    return t


def _batch_norm(x, weight, bias, running_mean, running_var, training, momentum, eps):
    """The result, what the backward pass keeps, and the running statistics as they are to be."""
    kind, wide = x.dtype, x.to(torch.float32) if _narrow(x) else x
    new_mean, new_var = running_mean, running_var
    if training:
        dims = [0, *range(2, x.dim())]
        var, mean = torch.var_mean(wide, dim=dims, correction=0, keepdim=True)
        rstd = torch.rsqrt(var + eps)
        out = (x - mean) * rstd
        save_mean, save_rstd = torch.squeeze(mean, dims), torch.squeeze(rstd, dims)
        if running_mean is not None:
            new_mean = momentum * save_mean + (1 - momentum) * running_mean
        if running_var is not None:
            n = x.numel() / x.shape[1]
            new_var = momentum * (torch.squeeze(var, dims) * (n / (n - 1))) + (1 - momentum) * running_var
    else:
        assert running_mean is not None and running_var is not None
        mean, var = (t.to(wide.dtype, copy=True) for t in (running_mean, running_var))
        rstd = 1 / torch.sqrt(var + eps)
        save_mean, save_rstd = (mean, rstd) if x.device.type != "cpu" else (x.new_zeros((0,)), x.new_zeros((0,)))
        out = (x - _to_rank(mean, x.dim() - 1)) * _to_rank(rstd, x.dim() - 1)
    if weight is not None:
        out = out * _to_rank(weight.flatten(), x.dim() - 1)
    if bias is not None:
        out = out + _to_rank(bias.flatten(), x.dim() - 1)
    if _narrow(x):
        save_mean, save_rstd = save_mean.to(kind), save_rstd.to(kind)
    return out.to(kind), save_mean, save_rstd, new_mean, new_var


@_instead_of("_native_batch_norm_legit.no_stats")
def native_batch_norm_without_statistics(x, weight, bias, training, momentum, eps):
    return _batch_norm(x, weight, bias, None, None, training, momentum, eps)[:3]


@_instead_of("_native_batch_norm_legit_functional.default")
def native_batch_norm_functional(x, weight, bias, running_mean, running_var, training, momentum, eps):
    return _batch_norm(x, weight, bias, running_mean, running_var, training, momentum, eps)


@_instead_of("_native_batch_norm_legit.default")
def native_batch_norm(x, weight, bias, running_mean, running_var, training, momentum, eps):
    *given, new_mean, new_var = _batch_norm(x, weight, bias, running_mean, running_var, training, momentum, eps)
    if training:
        running_mean.copy_(new_mean)
        running_var.copy_(new_var)
    return tuple(given)


@_instead_of("_native_batch_norm_legit_no_training.default")
def native_batch_norm_no_training(x, weight, bias, running_mean, running_var, momentum, eps):
    return aten._native_batch_norm_legit.default(x, weight, bias, running_mean, running_var, False, momentum, eps)


@_instead_of("_fused_rms_norm.default")
def fused_rms_norm(x, normalized_shape, weight, eps):
    dims = list(range(x.dim() - len(normalized_shape), x.dim()))
    wide = x.to(torch.float32) if _narrow(x) else x
    if eps is None:
        eps = torch.finfo(wide.dtype).eps
    rstd = torch.rsqrt(torch.pow(wide, 2).mean(dim=dims, keepdim=True).add(eps))
    out = wide * rstd
    if weight is not None:
        out = out * weight
    return out.to(x.dtype), rstd
