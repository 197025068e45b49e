"""Attention with scores that a function changes; the scores are made whole here."""

import math

import torch
from torch.nn.attention._mask import BlockMask, create_block_mask, create_mask


def noop_mask(batch, head, token_q, token_kv):
    return token_q.new_ones(size=(), dtype=torch.bool)


def and_masks(*mask_mods):
    def both(b, h, q, kv):
        result = b.new_ones((), dtype=torch.bool)
        for mask in mask_mods:
            result = result & mask(b, h, q, kv)
        return result

    return both


def or_masks(*mask_mods):
    def either(b, h, q, kv):
        result = b.new_zeros((), dtype=torch.bool)
        for mask in mask_mods:
            result = result | mask(b, h, q, kv)
        return result

    return either


def flex_attention(query, key, value, score_mod=None, block_mask=None, scale=None, enable_gqa=False, return_lse=False, kernel_options=None, *, return_aux=None):
    """softmax(score_mod(query @ key^T * scale)) @ value, for [batch, heads, length, features]."""
    scale = 1.0 / math.sqrt(query.size(-1)) if scale is None else scale
    if enable_gqa:
        key = key.repeat_interleave(query.size(1) // key.size(1), 1)
        value = value.repeat_interleave(query.size(1) // value.size(1), 1)
    scores = query @ key.transpose(-2, -1) * scale
    batch, heads, lq, lk = scores.shape
    at = [torch.arange(n, device=query.device) for n in (batch, heads, lq, lk)]
    if score_mod is not None:
        f = score_mod
        for dims in ((0, None, None, None, 0), (0, None, None, 0, None), (0, None, 0, None, None), (0, 0, None, None, None)):
            f = torch.func.vmap(f, in_dims=dims)
        scores = f(scores, *at)
    if block_mask is not None and block_mask.mask_mod is not None:
        scores = scores.masked_fill(~create_mask(block_mask.mask_mod, batch, heads, lq, lk, query.device), float("-inf"))
    lse = torch.logsumexp(scores, -1)
    weights = torch.softmax(scores, -1)
    weights = torch.where(torch.isneginf(lse).unsqueeze(-1), 0.0, weights)
    out = (weights @ value).to(query.dtype)
    return (out, lse) if return_lse else out
