"""Attention of torch.nn.functional as scripts compile it."""
from typing import Optional, Tuple

import torch
from torch import Tensor

__name__ = "torch.nn.functional"


def scaled_dot_product(query: Tensor, key: Tensor, value: Tensor, mask: Optional[Tensor], dropout_p: float) -> Tuple[Tensor, Tensor]:
    """Attention with its weights: query [batch, target, features], key and value [batch, source, features]."""
    scores = torch.bmm(query * (1.0 / float(query.size(2)) ** 0.5), key.transpose(1, 2))
    if mask is not None:
        scores = scores + mask
    weights = scores.softmax(-1)
    if dropout_p > 0.0:
        weights = torch.dropout(weights, dropout_p, True)
    return torch.bmm(weights, value), weights


def _as_bias(mask: Optional[Tensor], like: Tensor) -> Optional[Tensor]:
    """A mask as what is added to scores: minus infinity where nothing is to be attended to."""
    if mask is not None and mask.dtype == torch.bool:
        return torch.zeros_like(mask, dtype=like.dtype).masked_fill_(mask, float("-inf"))
    return mask


def multi_head_attention_forward(query: Tensor, key: Tensor, value: Tensor, embed_dim_to_check: int, num_heads: int, in_proj_weight: Optional[Tensor],
                                 in_proj_bias: Optional[Tensor], bias_k: Optional[Tensor], bias_v: Optional[Tensor], add_zero_attn: bool, dropout_p: float,
                                 out_proj_weight: Tensor, out_proj_bias: Optional[Tensor], training: bool = True, key_padding_mask: Optional[Tensor] = None,
                                 need_weights: bool = True, attn_mask: Optional[Tensor] = None, use_separate_proj_weight: bool = False,
                                 q_proj_weight: Optional[Tensor] = None, k_proj_weight: Optional[Tensor] = None, v_proj_weight: Optional[Tensor] = None,
                                 static_k: Optional[Tensor] = None, static_v: Optional[Tensor] = None, average_attn_weights: bool = True,
                                 is_causal: bool = False) -> Tuple[Tensor, Optional[Tensor]]:
    batched = query.dim() == 3
    if not batched:
        query, key, value = query.unsqueeze(1), key.unsqueeze(1), value.unsqueeze(1)
        if key_padding_mask is not None:
            key_padding_mask = key_padding_mask.unsqueeze(0)
    target, batch, width = query.shape
    assert width == embed_dim_to_check, f"was expecting embedding dimension of {embed_dim_to_check}, but got {width}"
    head = width // num_heads
    mask = _as_bias(attn_mask, query)
    hidden = _as_bias(key_padding_mask, query)
    if use_separate_proj_weight:
        assert q_proj_weight is not None and k_proj_weight is not None and v_proj_weight is not None
        wq, wk, wv = q_proj_weight, k_proj_weight, v_proj_weight
    else:
        assert in_proj_weight is not None
        wq, wk, wv = in_proj_weight.chunk(3)
    if in_proj_bias is None:
        q, k, v = torch.ops.aten.linear(query, wq), torch.ops.aten.linear(key, wk), torch.ops.aten.linear(value, wv)
    else:
        bq, bk, bv = in_proj_bias.chunk(3)
        q, k, v = torch.ops.aten.linear(query, wq, bq), torch.ops.aten.linear(key, wk, bk), torch.ops.aten.linear(value, wv, bv)
    if mask is not None and mask.dim() == 2:
        mask = mask.unsqueeze(0)
    if bias_k is not None and bias_v is not None:
        k = torch.cat([k, bias_k.repeat(1, batch, 1)])
        v = torch.cat([v, bias_v.repeat(1, batch, 1)])
        if mask is not None:
            mask = torch.ops.aten.pad(mask, [0, 1])
        if hidden is not None:
            hidden = torch.ops.aten.pad(hidden, [0, 1])
    q = q.reshape(target, batch * num_heads, head).transpose(0, 1)
    k = k.reshape(k.shape[0], batch * num_heads, head).transpose(0, 1) if static_k is None else static_k
    v = v.reshape(v.shape[0], batch * num_heads, head).transpose(0, 1) if static_v is None else static_v
    if add_zero_attn:
        zeros = torch.zeros([batch * num_heads, 1, head], dtype=k.dtype, device=k.device)
        k = torch.cat([k, zeros], dim=1)
        v = torch.cat([v, zeros], dim=1)
        if mask is not None:
            mask = torch.ops.aten.pad(mask, [0, 1])
        if hidden is not None:
            hidden = torch.ops.aten.pad(hidden, [0, 1])
    source = k.size(1)
    if hidden is not None:
        rows = hidden.view(batch, 1, 1, source).expand(-1, num_heads, -1, -1).reshape(batch * num_heads, 1, source)
        mask = rows if mask is None else mask + rows
    rate = dropout_p if training else 0.0
    if need_weights:
        out, weights = scaled_dot_product(q, k, v, mask, rate)
        out = torch.ops.aten.linear(out.transpose(0, 1).reshape(target, batch, width), out_proj_weight, out_proj_bias)
        weights = weights.view(batch, num_heads, target, source)
        if average_attn_weights:
            weights = weights.mean(dim=1)
        if not batched:
            out, weights = out.squeeze(1), weights.squeeze(0)
        return out, weights
    if mask is not None:
        mask = mask.unsqueeze(0) if mask.size(0) == 1 else mask.view(batch, num_heads, -1, source)
    out = torch.ops.aten.scaled_dot_product_attention(q.view(batch, num_heads, target, head), k.view(batch, num_heads, source, head), v.view(batch, num_heads, source, head),
                                                      mask, rate, is_causal and mask is None)
    out = torch.ops.aten.linear(out.permute(2, 0, 1, 3).reshape(target, batch, width), out_proj_weight, out_proj_bias)
    if not batched:
        out = out.squeeze(1)
    return out, None
