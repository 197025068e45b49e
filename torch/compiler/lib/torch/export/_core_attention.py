"""Attention in terms of the core operators: both factors are scaled, and rows that see nothing give zero."""
import math

import torch

from ._core import _instead_of

aten = torch.ops.aten


@_instead_of("scaled_dot_product_attention.default")
def attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, *, scale=None, enable_gqa=False):
    single = query.dim() == key.dim() == value.dim() == 3
    if single:  # a batch of one
        query, key, value = (aten.unsqueeze.default(x, 0) for x in (query, key, value))
        if attn_mask is not None:
            attn_mask = aten.unsqueeze.default(attn_mask, 0)
            if attn_mask.dim() == 3:
                attn_mask = aten.unsqueeze.default(attn_mask, 0)
    if attn_mask is not None and attn_mask.dtype == torch.bool:
        attn_mask = _added(attn_mask, query)
    at_once = _at_once(query, key, value, attn_mask, dropout_p)
    out = _products(query, key, value, attn_mask, dropout_p, is_causal, scale, enable_gqa)
    if at_once:  # the kernel that would compute all of it has the sequence outside
        out = aten.permute.default(aten.clone.default(aten.permute.default(out, [2, 0, 1, 3]), memory_format=torch.contiguous_format), [1, 2, 0, 3])
    return aten.squeeze.dims(out, [0]) if single else out


def _at_once(query, key, value, mask, dropout_p):
    """Whether one kernel would compute the attention of these tensors."""
    if query.dim() != 4 or key.dim() != 4 or value.dim() != 4 or dropout_p > 0 or query.shape[-1] != value.shape[-1]:
        return False
    return mask is None or not mask.requires_grad


def _added(mask, like):
    """What is added to weights for a mask that says which ones stay."""
    least = aten.scalar_tensor.default(-math.inf, dtype=like.dtype, device=like.device)
    zero = aten.scalar_tensor.default(0.0, dtype=like.dtype, layout=torch.strided, device=like.device)
    return aten.where.self(mask, zero, least)


def _products(query, key, value, mask, dropout_p, is_causal, scale, grouped):
    kind = query.dtype
    if kind in (torch.float16, torch.bfloat16):
        query, key, value = (aten._to_copy.default(x, dtype=torch.float32) for x in (query, key, value))
    factor = math.sqrt(1 / math.sqrt(query.shape[-1]) if scale is None else scale)
    query = aten.mul.Scalar(query, factor)
    if is_causal:
        rows, columns = query.shape[-2], key.shape[-2]
        everywhere = aten.full.default([rows, columns], True, dtype=torch.bool, layout=torch.strided, device=query.device, pin_memory=False)
        mask = _added(aten.tril.default(everywhere), query)
    if grouped:
        key, value = (_repeated(x, query.shape[-3] // x.shape[-3]) for x in (key, value))
    weights = torch.matmul(query, aten.mul.Scalar(aten.transpose.int(key, -2, -1), factor))
    if mask is not None:
        weights = aten.add.Tensor(weights, mask)
    weights = _weighted(weights)
    if dropout_p > 0:
        weights = aten.native_dropout.default(weights, dropout_p, True)[0]
    out = torch.matmul(weights, value)
    if out.dtype == kind:
        return out
    aten._to_copy.default(weights, dtype=kind)  # the weights are a result, too
    return aten._to_copy.default(out, dtype=kind)


def _weighted(x):
    """The softmax of rows, zero for one that has nothing but minus infinity."""
    out = aten._softmax.default(x, -1, False)
    seen = aten.any.dim(aten.logical_not.default(aten.eq.Scalar(x, -math.inf)), -1, True)
    empty = aten.logical_not.default(seen)
    return aten.where.self(empty, aten.full_like.default(out, 0, pin_memory=False, memory_format=torch.preserve_format), out)


def _repeated(x, times):
    """Heads that each stand for several of the query's."""
    if times == 1:
        return x
    sizes = list(x.shape)
    wide = aten.expand.default(aten.unsqueeze.default(x, x.dim() - 2), [*sizes[:-2], times, *sizes[-2:]])
    return aten.view.default(aten.clone.default(wide, memory_format=torch.contiguous_format), [*sizes[:-3], sizes[-3] * times, *sizes[-2:]])
