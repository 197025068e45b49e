"""What PyTorch has in one operator each, for modules that learn nothing: attention, and a layer of an encoder around it."""

import torch
from torch.nn import functional as F


def _native_multi_head_attention(query, key, value, embed_dim, num_head, qkv_weight, qkv_bias, proj_weight, proj_bias, mask=None, need_weights=True,
                                 average_attn_weights=True, mask_type=None):
    """Attention of [batch, time, channels]; mask_type says what mask is: 0 [time, time], 1 [batch, time] over keys, 2 [batch, head, time, time]."""
    def heads(x, i):
        rows = slice(i * embed_dim, (i + 1) * embed_dim)
        return F.linear(x, qkv_weight[rows], qkv_bias[rows]).unflatten(-1, (num_head, -1)).transpose(1, 2)

    q, k, v = heads(query, 0), heads(key, 1), heads(value, 2)
    if mask is not None and mask_type == 1:
        mask = mask[:, None, None, :]
    if not need_weights:
        kept = mask.logical_not() if mask is not None and mask.dtype == torch.bool else mask
        out = F.scaled_dot_product_attention(q, k, v, attn_mask=kept)
        return F.linear(out.transpose(1, 2).flatten(2), proj_weight, proj_bias), None
    scores = q / (embed_dim // num_head) ** 0.5 @ k.transpose(-2, -1)
    if mask is not None:
        scores = scores.masked_fill(mask, float("-inf")) if mask.dtype == torch.bool else scores + mask
    weights = scores.softmax(-1)
    out = F.linear((weights @ v).transpose(1, 2).flatten(2), proj_weight, proj_bias)
    return out, weights.mean(1) if average_attn_weights else weights


def _transformer_encoder_layer_fwd(src, embed_dim, num_heads, qkv_weight, qkv_bias, proj_weight, proj_bias, use_gelu, norm_first, eps, norm_weight_1, norm_bias_1,
                                   norm_weight_2, norm_bias_2, ffn_weight_1, ffn_bias_1, ffn_weight_2, ffn_bias_2, mask=None, mask_type=None):
    def attend(x):
        return _native_multi_head_attention(x, x, x, embed_dim, num_heads, qkv_weight, qkv_bias, proj_weight, proj_bias, mask, False, True, mask_type)[0]

    def feed(x):
        x = F.linear(x, ffn_weight_1, ffn_bias_1)
        return F.linear(F.gelu(x) if use_gelu else F.relu(x), ffn_weight_2, ffn_bias_2)

    def norm(x, weight, bias):
        return F.layer_norm(x, (embed_dim,), weight, bias, eps)

    if norm_first:
        src = src + attend(norm(src, norm_weight_1, norm_bias_1))
        return src + feed(norm(src, norm_weight_2, norm_bias_2))
    src = norm(src + attend(src), norm_weight_1, norm_bias_1)
    return norm(src + feed(src), norm_weight_2, norm_bias_2)


_native_multi_head_attention.__module__ = _transformer_encoder_layer_fwd.__module__ = "torch"
