"""Functions of neural networks; all come from the operator table but those below."""
import torch
from torch._C._functional import *
from torch._C import _functional

has_torch_function = lambda args: False


def relu_(input):
    return torch.relu_(input)


def elu_(input, alpha=1.0):
    return _functional.elu(input, alpha, True)


def leaky_relu_(input, negative_slope=0.01):
    return _functional.leaky_relu(input, negative_slope, True)


def hardtanh_(input, min_val=-1.0, max_val=1.0):
    return _functional.hardtanh(input, min_val, max_val, True)


def pad(input, pad, mode="constant", value=None):
    return _functional.pad(input, pad, mode, value)


def assert_int_or_pair(arg, arg_name, message):
    assert isinstance(arg, int) or len(arg) == 2, message.format(arg_name)


upsample = _functional.interpolate


def lp_pool3d(*args, **kwargs):
    raise NotImplementedError("magneto: lp_pool3d")


def triplet_margin_with_distance_loss(anchor, positive, negative, *, distance_function=None, margin=1.0, swap=False, reduction="mean"):
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    distance = distance_function or _functional.pairwise_distance
    pos, neg = distance(anchor, positive), distance(anchor, negative)
    if swap:
        neg = torch.minimum(neg, distance(positive, negative))
    loss = torch.clamp_min(margin + pos - neg, 0)
    return loss.mean() if reduction == "mean" else loss.sum() if reduction == "sum" else loss


def multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    if size_average is not None or reduce is not None:
        reduction = "none" if reduce is not None and not reduce else "sum" if size_average is not None and not size_average else "mean"
    loss = -(target * logsigmoid(input) + (1 - target) * logsigmoid(-input))
    if weight is not None:
        loss = loss * weight
    loss = loss.sum(dim=input.dim() - 1) / input.size(input.dim() - 1)
    if reduction == "none":
        return loss
    if reduction == "mean":
        return loss.mean()
    if reduction == "sum":
        return loss.sum()
    raise ValueError(f"{reduction} is not valid")


def max_pool1d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    return _functional.max_pool1d(input, kernel_size, stride, padding, dilation, ceil_mode, True)


def max_pool2d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    return _functional.max_pool2d(input, kernel_size, stride, padding, dilation, ceil_mode, True)


def multi_head_attention_forward(query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k, bias_v,
                                 add_zero_attn, dropout_p, out_proj_weight, out_proj_bias, training=True, key_padding_mask=None,
                                 need_weights=True, attn_mask=None, use_separate_proj_weight=False, q_proj_weight=None, k_proj_weight=None,
                                 v_proj_weight=None, static_k=None, static_v=None, average_attn_weights=True, is_causal=False):
    batched = query.dim() == 3
    if not batched:
        query, key, value = query.unsqueeze(1), key.unsqueeze(1), value.unsqueeze(1)
        if key_padding_mask is not None:
            key_padding_mask = key_padding_mask.unsqueeze(0)
    length, batch, width = query.shape
    source = key.shape[0]
    assert width == embed_dim_to_check, f"was expecting embedding dimension of {embed_dim_to_check}, but got {width}"
    head = width // num_heads
    if use_separate_proj_weight:
        bias = (None, None, None) if in_proj_bias is None else in_proj_bias.chunk(3)
        q, k, v = linear(query, q_proj_weight, bias[0]), linear(key, k_proj_weight, bias[1]), linear(value, v_proj_weight, bias[2])
    else:
        wq, wk, wv = in_proj_weight.chunk(3)
        bq, bk, bv = (None, None, None) if in_proj_bias is None else in_proj_bias.chunk(3)
        q, k, v = linear(query, wq, bq), linear(key, wk, bk), linear(value, wv, bv)

    def as_bias(mask):
        if mask is None or mask.dtype != torch.bool:
            return mask
        return torch.zeros_like(mask, dtype=query.dtype).masked_fill_(mask, float("-inf"))

    attn_mask, key_padding_mask = as_bias(attn_mask), as_bias(key_padding_mask)
    if attn_mask is not None:
        if attn_mask.dim() == 2:
            if attn_mask.shape != (length, source):
                raise RuntimeError(f"The shape of the 2D attn_mask is {attn_mask.shape}, but should be {(length, source)}.")
            attn_mask = attn_mask.unsqueeze(0)
    if bias_k is not None and bias_v is not None:
        k, v = torch.cat([k, bias_k.repeat(1, batch, 1)]), torch.cat([v, bias_v.repeat(1, batch, 1)])
        source += 1
        attn_mask = pad(attn_mask, (0, 1)) if attn_mask is not None else None
        key_padding_mask = pad(key_padding_mask, (0, 1)) if key_padding_mask is not None else None
    q = q.view(length, batch * num_heads, head).transpose(0, 1)
    k = k.view(k.shape[0], batch * num_heads, head).transpose(0, 1)
    v = v.view(v.shape[0], batch * num_heads, head).transpose(0, 1)
    if add_zero_attn:
        zeros = torch.zeros(batch * num_heads, 1, head, dtype=k.dtype)
        k, v = torch.cat([k, zeros], dim=1), torch.cat([v, zeros], dim=1)
        source += 1
        attn_mask = pad(attn_mask, (0, 1)) if attn_mask is not None else None
        key_padding_mask = pad(key_padding_mask, (0, 1)) if key_padding_mask is not None else None
    if key_padding_mask is not None:
        padding = key_padding_mask.view(batch, 1, 1, source).expand(-1, num_heads, -1, -1).reshape(batch * num_heads, 1, source)
        attn_mask = padding if attn_mask is None else attn_mask + padding
    if not training:
        dropout_p = 0.0
    if need_weights:
        scores = torch.bmm(q * (1.0 / head) ** 0.5, k.transpose(-2, -1))
        if attn_mask is not None:
            scores = scores + attn_mask
        weights = softmax(scores, dim=-1)
        if dropout_p > 0.0:
            weights = dropout(weights, p=dropout_p)
        out = torch.bmm(weights, v).transpose(0, 1).contiguous().view(length * batch, width)
        out = linear(out, out_proj_weight, out_proj_bias).view(length, batch, width)
        weights = weights.view(batch, num_heads, length, source)
        if average_attn_weights:
            weights = weights.mean(dim=1)
        if not batched:
            out, weights = out.squeeze(1), weights.squeeze(0)
        return out, weights
    if attn_mask is not None:
        attn_mask = attn_mask.unsqueeze(0) if attn_mask.size(0) == 1 and attn_mask.dim() == 3 else attn_mask.view(batch, num_heads, -1, source)
    q, k, v = q.view(batch, num_heads, length, head), k.view(batch, num_heads, source, head), v.view(batch, num_heads, source, head)
    out = scaled_dot_product_attention(q, k, v, attn_mask, dropout_p, is_causal and attn_mask is None)
    out = out.permute(2, 0, 1, 3).contiguous().view(batch * length, width)
    out = linear(out, out_proj_weight, out_proj_bias).view(length, batch, width)
    if not batched:
        out = out.squeeze(1)
    return out, None
