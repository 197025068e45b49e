"""Functions of neural networks; all come from the operator table but those below."""
import math
import warnings

import torch
from torch._C._functional import *
from torch._C import _functional

from torch._utils import _FLOATS, _overridable, _takes
from torch.overrides import handle_torch_function, has_torch_function, has_torch_function_unary, has_torch_function_variadic
from ._pooling import *
from ._scaled import _ScalingType, _ScalingType as ScalingType, _SwizzleType, _SwizzleType as SwizzleType, scaled_mm


def pad(input, pad, mode="constant", value=None):
    if has_torch_function_unary(input):
        return handle_torch_function(torch.nn.functional.pad, (input,), input, pad, mode=mode, value=value)
    return _functional.pad(input, pad, mode, value)


def assert_int_or_pair(arg, arg_name, message):
    assert isinstance(arg, int) or len(arg) == 2, message.format(arg_name)


def upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None):
    warnings.warn("`nn.functional.upsample` is deprecated. Use `nn.functional.interpolate` instead.", stacklevel=2)
    return interpolate(input, size, scale_factor, mode, align_corners)


def _threshold(input: torch.Tensor, threshold: float, value: float, inplace: bool = False) -> torch.Tensor:
    if has_torch_function_unary(input):
        return handle_torch_function(_threshold, (input,), input, threshold, value, inplace=inplace)
    if inplace:
        result = torch.threshold_(input, threshold, value)
    else:
        result = torch.threshold(input, threshold, value)
    return result


threshold = _threshold


def rms_norm(input, normalized_shape, weight=None, eps=None):
    return torch.rms_norm(input, normalized_shape, weight, eps)


def linear_cross_entropy(input: torch.Tensor, linear_weight: torch.Tensor, target: torch.Tensor, *, linear_bias=None, weight=None, reduction="mean", ignore_index=None, label_smoothing=0.0, options=None):
    """The cross entropy of scores input [..., features] times linear_weight [classes, places..., features]."""
    if has_torch_function_variadic(input, linear_weight, target):
        return handle_torch_function(
            linear_cross_entropy, (input, linear_weight, target, linear_bias, weight), input, linear_weight, target, linear_bias=linear_bias, weight=weight, reduction=reduction, ignore_index=ignore_index,
            label_smoothing=label_smoothing, options=options)
    if input.ndim not in (1, 2):
        raise RuntimeError(f"expected input with dimensionality 1 or 2, got {input.ndim}")
    if linear_weight.ndim < 2:
        raise RuntimeError(f"expected linear_weight with dimensionality at least 2, got {linear_weight.ndim}")
    classes, places = linear_weight.shape[0], linear_weight.shape[1:-1]
    if places and input.ndim == 1:
        raise RuntimeError(f"K-dimensional loss defined by linear_weight shape {tuple(linear_weight.shape)} requires batched input, (N, {input.shape[0]}), got unbatched input "
                           f"with shape {tuple(input.shape)}")
    if input.shape[-1] != linear_weight.shape[-1]:
        raise RuntimeError(f"expected equal input and linear_weight last dimensions (in_features), got {input.shape[-1]} and {linear_weight.shape[-1]}, respectively")
    if linear_bias is not None and linear_bias.shape != linear_weight.shape[:-1]:
        raise RuntimeError(f"expected linear_bias shape {tuple(linear_weight.shape[:-1])}, got {tuple(linear_bias.shape)}")
    if ignore_index is not None and target.is_floating_point():
        raise RuntimeError("ignore_index cannot be specified when target contains probabilities")
    if places:
        linear_weight = linear_weight.reshape(-1, linear_weight.shape[-1])
        linear_bias = None if linear_bias is None else linear_bias.reshape(-1)
    logits = _functional.linear(input, linear_weight, linear_bias)
    logits = logits.reshape((*input.shape[:-1], classes, *places))
    return _functional.cross_entropy(logits, target, weight=weight, reduction=reduction, ignore_index=-100 if ignore_index is None else ignore_index,
                                     label_smoothing=label_smoothing if label_smoothing > 1 else max(label_smoothing, 0.0))


def grouped_mm(mat_a: torch.Tensor, mat_b: torch.Tensor, *, offs=None, bias=None, out_dtype=None):
    """Products of groups of matrices; offs has the ends of the groups in what is a matrix for all of them."""
    return torch._grouped_mm(mat_a, mat_b, offs, bias=bias, out_dtype=out_dtype)


def lp_pool3d(input: torch.Tensor, norm_type, kernel_size, stride=None, ceil_mode=False):
    """The norm of each window."""
    if has_torch_function_unary(input):
        return handle_torch_function(lp_pool3d, (input,), input, norm_type, kernel_size, stride=stride, ceil_mode=ceil_mode)
    if norm_type == 0:
        raise ValueError("norm_type must be a non-zero value, but got 0.0")
    if math.isinf(norm_type):
        sign = 1 if norm_type > 0 else -1
        return sign * _functional.max_pool3d(sign * input.abs(), kernel_size, stride, 0, 1, ceil_mode)
    kd, kh, kw = (kernel_size,) * 3 if isinstance(kernel_size, int) else kernel_size
    out = _functional.avg_pool3d(input.pow(norm_type), kernel_size, stride, 0, ceil_mode)
    return (torch.sign(out) * _functional.relu(torch.abs(out))).mul(kd * kh * kw).pow(1.0 / norm_type)


def triplet_margin_with_distance_loss(anchor: torch.Tensor, positive: torch.Tensor, negative: torch.Tensor, *, distance_function=None, margin=1.0, swap=False, reduction="mean"):
    if has_torch_function((anchor, positive, negative)):
        return handle_torch_function(
            triplet_margin_with_distance_loss, (anchor, positive, negative), anchor, positive, negative, distance_function=distance_function, margin=margin, swap=swap, reduction=reduction)
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    dims = [t.ndim for t in (anchor, positive, negative)]
    if len(set(dims)) > 1:
        raise RuntimeError("The anchor, positive, and negative tensors are expected to have the same number of dimensions, but got: "
                           "anchor {}D, positive {}D, and negative {}D inputs".format(*dims))
    distance = distance_function or torch.pairwise_distance
    dist_pos = distance(anchor, positive)
    dist_neg = distance(anchor, negative)
    if swap:
        dist_swap = distance(positive, negative)
        dist_neg = torch.minimum(dist_neg, dist_swap)
    loss = torch.clamp_min(margin + dist_pos - dist_neg, 0)
    if reduction == "none":
        return loss
    return torch.mean(loss) if reduction == "mean" else torch.sum(loss)


def multilabel_soft_margin_loss(input: torch.Tensor, target: torch.Tensor, weight=None, size_average=None, reduce=None, reduction="mean"):
    if has_torch_function_variadic(input, target, weight):
        return handle_torch_function(
            multilabel_soft_margin_loss, (input, target, weight), input, target, weight=weight, size_average=size_average, reduce=reduce, reduction=reduction)
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


def _canonical_mask(mask, mask_name, other_type, other_name, target_type, check_other=True):
    """A mask as what is added to scores: minus infinity where one of truth values is true."""
    if mask is None:
        return None
    if mask.dtype != torch.bool and not mask.is_floating_point():
        raise AssertionError(f"only bool and floating types of {mask_name} are supported")
    if check_other and other_type is not None and mask.dtype != other_type:
        warnings.warn(f"Support for mismatched {mask_name} and {other_name} is deprecated. Use same type for both instead.", stacklevel=2)
    if mask.dtype != torch.bool:
        return mask
    mask = torch.zeros_like(mask, dtype=target_type).masked_fill_(mask, float("-inf"))
    return mask


def _none_or_dtype(input):
    if input is None:
        return None
    if isinstance(input, torch.Tensor):
        return input.dtype
    raise RuntimeError("input to _none_or_dtype() must be None or torch.Tensor")


def _check_padding(mask, batch, source):
    """Compilers take the sizes for granted where they depend on data."""
    rows, columns = mask.shape[0], mask.shape[1]
    torch._check_with(AssertionError, rows == batch, lambda: f"Expected key_padded_mask.shape[0] to be {batch}, but got {rows}")
    torch._check_with(AssertionError, columns == source, lambda: f"Expected key_padded_mask.shape[1] to be {source}, but got {columns}")


def _mha_shape_check(query, key, value, key_padding_mask, attn_mask, num_heads):
    """Whether the arguments have a dimension for the batch, after a look at whether they fit each other."""
    if query.dim() not in (2, 3):
        raise AssertionError(f"query should be unbatched 2D or batched 3D tensor but received {query.dim()}-D query tensor")
    n = query.dim()
    kind = "batched (3-D)" if n == 3 else "unbatched (2-D)"
    if key.dim() != n or value.dim() != n:
        raise AssertionError(f"For {kind} `query`, expected `key` and `value` to be {n}-D but found {key.dim()}-D and {value.dim()}-D tensors respectively")
    if key_padding_mask is not None and key_padding_mask.dim() != n - 1:
        raise AssertionError(f"For {kind} `query`, expected `key_padding_mask` to be `None` or {n - 1}-D but found {key_padding_mask.dim()}-D tensor instead")
    if attn_mask is not None:
        if attn_mask.dim() not in (2, 3):
            raise AssertionError(f"For {kind} `query`, expected `attn_mask` to be `None`, 2-D or 3-D but found {attn_mask.dim()}-D tensor instead")
        if n == 2 and attn_mask.dim() == 3 and attn_mask.shape != (num_heads, query.shape[0], key.shape[0]):
            raise AssertionError(f"Expected `attn_mask` shape to be {(num_heads, query.shape[0], key.shape[0])} but got {attn_mask.shape}")
    return n == 3


def _in_projection(q, k, v, w_q, w_k, w_v, b_q=None, b_k=None, b_v=None):
    """The operands of an attention by a weight each, whose sizes are looked at; the widths of keys and values may be others than that of queries."""
    width = q.size(-1)
    weights, biases = {"query": w_q, "key": w_k, "value": w_v}, {"query": b_q, "key": b_k, "value": b_v}
    for (name, weight), x in zip(weights.items(), (q, k, v)):
        assert weight.shape == (width, x.size(-1)), f"expecting {name} weights shape of {(width, x.size(-1))}, but got {weight.shape}"
    for name, bias in biases.items():
        assert bias is None or bias.shape == (width,), f"expecting {name} bias shape of {(width,)}, but got {bias.shape}"
    return linear(q, w_q, b_q), linear(k, w_k, b_k), linear(v, w_v, b_v)


def _in_projection_packed(q, k, v, w, b=None):
    """The operands of an attention by one weight for all; what is given more than once is multiplied once."""
    width = q.size(-1)
    if k is not v:
        wq, wk, wv = w.chunk(3)
        bq, bk, bv = (None, None, None) if b is None else b.chunk(3)
        return linear(q, wq, bq), linear(k, wk, bk), linear(v, wv, bv)
    if q is k:
        all_three = _parts(linear(q, w, b), 3, width)
        return all_three[0], all_three[1], all_three[2]
    wq, wkv = w.split([width, 2 * width])
    bq, bkv = (None, None) if b is None else b.split([width, 2 * width])
    queries = linear(q, wq, bq)
    both = _parts(linear(k, wkv, bkv), 2, width)
    return queries, both[0], both[1]


def _parts(x, n, width):
    """The n parts of the last dimension as the first one, each in a memory of its own."""
    return x.unflatten(-1, (n, width)).unsqueeze(0).transpose(0, -2).squeeze(-2).contiguous()


def _heads_of(x, name, static, heads, width):
    """The keys or values head by head: those given for all calls, or x of size (length, batch, heads * width)."""
    if static is None:
        return x.view(x.shape[0], heads, width).transpose(0, 1)
    assert static.size(0) == heads, f"expecting {name}.size(0) of {heads}, but got {static.size(0)}"
    assert static.size(2) == width, f"expecting {name}.size(2) of {width}, but got {static.size(2)}"
    return static


def multi_head_attention_forward(query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k, bias_v,
                                 add_zero_attn, dropout_p, out_proj_weight, out_proj_bias, training=True, key_padding_mask=None,
                                 need_weights=True, attn_mask=None, use_separate_proj_weight=False, q_proj_weight=None, k_proj_weight=None,
                                 v_proj_weight=None, static_k=None, static_v=None, average_attn_weights=True, is_causal=False):
    relevant = (query, key, value, in_proj_weight, in_proj_bias, bias_k, bias_v, out_proj_weight, out_proj_bias)
    if has_torch_function(relevant):
        return handle_torch_function(
            multi_head_attention_forward, relevant, query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k, bias_v,
            add_zero_attn, dropout_p, out_proj_weight, out_proj_bias, training=training, key_padding_mask=key_padding_mask, need_weights=need_weights,
            attn_mask=attn_mask, is_causal=is_causal, use_separate_proj_weight=use_separate_proj_weight, q_proj_weight=q_proj_weight, k_proj_weight=k_proj_weight,
            v_proj_weight=v_proj_weight, static_k=static_k, static_v=static_v, average_attn_weights=average_attn_weights)
    batched = _mha_shape_check(query, key, value, key_padding_mask, attn_mask, num_heads)
    key_padding_mask = _canonical_mask(key_padding_mask, "key_padding_mask", _none_or_dtype(attn_mask), "attn_mask", query.dtype)
    if is_causal and attn_mask is None:
        raise RuntimeError("Need attn_mask if specifying the is_causal hint. You may use the Transformer module method `generate_square_subsequent_mask` to create this mask.")
    if is_causal and key_padding_mask is None and not need_weights:
        attn_mask = None  # the hint says what it is
    else:
        attn_mask = _canonical_mask(attn_mask, "attn_mask", None, "", query.dtype, False)
        is_causal = is_causal and key_padding_mask is None
    if not batched:
        query, key, value = query.unsqueeze(1), key.unsqueeze(1), value.unsqueeze(1)
        if key_padding_mask is not None:
            key_padding_mask = key_padding_mask.unsqueeze(0)
    length, batch, width = query.shape
    source = key.shape[0]
    assert width == embed_dim_to_check, f"was expecting embedding dimension of {embed_dim_to_check}, but got {width}"
    head = width // num_heads
    assert head * num_heads == width, f"embed_dim {width} not divisible by num_heads {num_heads}"
    if use_separate_proj_weight:
        assert key.shape[:2] == value.shape[:2], f"key's sequence and batch dims {key.shape[:2]} do not match value's {value.shape[:2]}"
    else:
        assert key.shape == value.shape, f"key shape {key.shape} does not match value shape {value.shape}"
    if use_separate_proj_weight:
        bias = (None, None, None) if in_proj_bias is None else in_proj_bias.chunk(3)
        q, k, v = _in_projection(query, key, value, q_proj_weight, k_proj_weight, v_proj_weight, *bias)
    else:
        q, k, v = _in_projection_packed(query, key, value, in_proj_weight, in_proj_bias)

    if attn_mask is not None:
        if attn_mask.dim() == 2:
            if attn_mask.shape != (length, source):
                raise RuntimeError(f"The shape of the 2D attn_mask is {attn_mask.shape}, but should be {(length, source)}.")
            attn_mask = attn_mask.unsqueeze(0)
        elif attn_mask.shape != (batch * num_heads, length, source):
            raise RuntimeError(f"The shape of the 3D attn_mask is {attn_mask.shape}, but should be {(batch * num_heads, length, source)}.")
    if bias_k is not None and bias_v is not None:
        assert static_k is None, "bias cannot be added to static key."
        assert static_v is None, "bias cannot be added to static value."
        k, v = torch.cat([k, bias_k.repeat(1, batch, 1)]), torch.cat([v, bias_v.repeat(1, batch, 1)])
        attn_mask = pad(attn_mask, (0, 1)) if attn_mask is not None else None
        key_padding_mask = pad(key_padding_mask, (0, 1)) if key_padding_mask is not None else None
    else:
        assert bias_k is None, "bias_k is set but bias_v is None"
        assert bias_v is None, "bias_v is set but bias_k is None"
    q = q.view(length, batch * num_heads, head).transpose(0, 1)
    k = _heads_of(k, "static_k", static_k, batch * num_heads, head)
    v = _heads_of(v, "static_v", static_v, batch * num_heads, head)
    source = k.size(1)
    if add_zero_attn:
        zeros = torch.zeros(batch * num_heads, 1, head, dtype=k.dtype)
        k, v = torch.cat([k, zeros], dim=1), torch.cat([v, zeros], dim=1)
        source += 1
        attn_mask = pad(attn_mask, (0, 1)) if attn_mask is not None else None
        key_padding_mask = pad(key_padding_mask, (0, 1)) if key_padding_mask is not None else None
    if key_padding_mask is not None:
        _check_padding(key_padding_mask, batch, source)
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
        out = torch.bmm(weights, v).transpose(0, 1).reshape(length * batch, width)
        out = linear(out, out_proj_weight, out_proj_bias)
        out = out.view(length, batch, out.size(1))
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
    out = out.permute(2, 0, 1, 3).reshape(batch * length, width)
    out = linear(out, out_proj_weight, out_proj_bias)
    out = out.view(length, batch, out.size(1))
    if not batched:
        out = out.squeeze(1)
    return out, None


channel_shuffle, native_channel_shuffle = torch.channel_shuffle, torch.native_channel_shuffle


def _unpool_output_size(input, kernel_size, stride, padding, output_size):
    n = len(kernel_size)
    default = [(input.shape[-n + d] - 1) * stride[d] + kernel_size[d] - 2 * padding[d] for d in range(n)]
    if output_size is None:
        return default
    if len(output_size) == n + 2:
        output_size = output_size[2:]
    if len(output_size) != n:
        raise ValueError(f"output_size should be a sequence containing {n} or {n + 2} elements, but it has a length of '{len(output_size)}'")
    for d in range(n):
        low, high = default[d] - stride[d], default[d] + stride[d]
        if not low < output_size[d] < high:
            raise ValueError(f'invalid output_size "{output_size}" (dim {d} must be between {low} and {high})')
    return list(output_size)


def _verify_batch_size(size):
    """Statistics of one value say nothing."""
    if math.prod(size) // size[1] == 1:
        raise ValueError(f"Expected more than 1 value per channel when training, got input size {size}")


def _verify_spatial_size(size):
    if math.prod(size[2:]) == 1:
        raise ValueError(f"Expected more than 1 spatial element when training, got input size {size}")


def _get_softmax_dim(name, ndim, stacklevel):
    warnings.warn(f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an argument.", stacklevel=stacklevel)
    return 0 if ndim in (0, 1, 3) else 1


def _max_unpool(n):
    def max_unpool(input: torch.Tensor, indices: torch.Tensor, kernel_size, stride=None, padding=0, output_size=None) -> torch.Tensor:
        if has_torch_function_unary(input):
            return handle_torch_function(max_unpool, (input,), input, indices, kernel_size, stride=stride, padding=padding, output_size=output_size)
        spread = lambda v: (v,) * n if isinstance(v, (int, torch.SymInt)) else tuple(v)
        kernel_size = spread(kernel_size)
        stride = spread(stride) if stride is not None else kernel_size
        size = _unpool_output_size(input, kernel_size, stride, spread(padding), output_size)
        if n == 1:
            return torch._C._nn.max_unpool2d(input.unsqueeze(-1), indices.unsqueeze(-1), size + [1]).squeeze(-1)
        torch._prims_common.alert_not_deterministic("max_unpooling3d_forward_out")
        _takes("max_unpool3d", input, *_FLOATS)
        return torch._C._nn.max_unpool3d(input, indices, size, stride, spread(padding))

    max_unpool.__name__ = max_unpool.__qualname__ = f"max_unpool{n}d"
    return max_unpool


max_unpool1d, max_unpool3d = _max_unpool(1), _max_unpool(3)


def multilabel_margin_loss(input: torch.Tensor, target: torch.Tensor, size_average=None, reduce=None, reduction="mean"):
    """The targets of a row end at the first -1; each class that is no target should be 1 below every target."""
    if has_torch_function_variadic(input, target):
        return handle_torch_function(multilabel_margin_loss, (input, target), input, target, size_average=size_average, reduce=reduce, reduction=reduction)
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    if input.dim() > 2 or input.dim() > 0 and input.size(-1) == 0:
        raise RuntimeError(f"Expected non-empty vector or matrix with optional 0-dim batch size, but got: {list(input.shape)}")
    if input.shape != target.shape:
        raise RuntimeError(f"inconsistent target size: {list(target.shape)} for input of size: {list(input.shape)}")
    _takes("multilabel_margin_loss_forward_out_frame", input, torch.float32, torch.float64)
    if target.dtype != torch.int64:
        from torch._quantized.quantizer import _scalar_name

        raise RuntimeError(f"expected scalar type Long but found {_scalar_name(target.dtype)}")
    rows, labels = (input, target) if input.dim() == 2 else (input.reshape(1, -1), target.reshape(1, -1))
    kept = ((labels < 0).cumsum(1) == 0)
    safe = torch.where(labels < -1, rows.size(1), labels.clamp(min=0))
    try:
        is_target = torch.zeros_like(rows, dtype=torch.int64).scatter_add(1, safe, kept.long()) > 0
    except RuntimeError:
        raise RuntimeError("argument #2 'target' is out of range") from None
    of_target = rows.gather(1, safe)
    margins = (1 - of_target.unsqueeze(2) + rows.unsqueeze(1)).clamp(min=0)
    margins = margins * kept.unsqueeze(2) * ~is_target.unsqueeze(1)
    loss = margins.sum((1, 2)) / rows.size(1)
    if reduction == "none":
        return loss if input.dim() == 2 else loss.squeeze(0)
    return loss.mean() if reduction == "mean" else loss.sum()






def upsample_nearest(input, size=None, scale_factor=None):
    warnings.warn("`nn.functional.upsample_nearest` is deprecated. Use `nn.functional.interpolate` instead.", stacklevel=2)
    return _functional.interpolate(input, size, scale_factor, mode="nearest")


def upsample_bilinear(input, size=None, scale_factor=None):
    warnings.warn("`nn.functional.upsample_bilinear` is deprecated. Use `nn.functional.interpolate` instead.", stacklevel=2)
    return _functional.interpolate(input, size, scale_factor, mode="bilinear", align_corners=True)


GRID_SAMPLE_INTERPOLATION_MODES = {"bilinear": 0, "nearest": 1, "bicubic": 2}
GRID_SAMPLE_PADDING_MODES = {"zeros": 0, "border": 1, "reflection": 2}


def _fractional(input, kernel_size, output_size, output_ratio, return_indices, samples, dims, name):
    if output_size is None and output_ratio is None:
        raise ValueError(f"{name} requires specifying either an output_size or an output_ratio")
    if output_size is None:
        if dims == 2 and len(output_ratio) > 2:
            raise ValueError(f"{name} requires output_ratio to either be a single Int or tuple of Ints.")
        ratio = (output_ratio,) * dims if isinstance(output_ratio, float) else tuple(output_ratio)
        output_size = [int(input.size(d - dims) * ratio[d]) for d in range(dims)]
    if samples is None:
        batch = 1 if input.dim() == dims + 1 else input.size(0)
        samples = torch.rand(batch, input.size(-dims - 1), dims, dtype=input.dtype, device=input.device)
    pool = torch._C._nn.fractional_max_pool2d if dims == 2 else torch._C._nn.fractional_max_pool3d
    values, indices = pool(input, kernel_size, output_size, samples)
    return (values, indices) if return_indices else values


def fractional_max_pool2d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
    if has_torch_function_variadic(input, _random_samples):
        return handle_torch_function(
            fractional_max_pool2d_with_indices if return_indices else fractional_max_pool2d, (input, _random_samples), input, kernel_size, output_size=output_size,
            output_ratio=output_ratio, return_indices=return_indices, _random_samples=_random_samples)
    return _fractional(input, kernel_size, output_size, output_ratio, return_indices, _random_samples, 2, "fractional_max_pool2d")


def fractional_max_pool3d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
    if has_torch_function_variadic(input, _random_samples):
        return handle_torch_function(
            fractional_max_pool3d_with_indices if return_indices else fractional_max_pool3d, (input, _random_samples), input, kernel_size, output_size=output_size,
            output_ratio=output_ratio, return_indices=return_indices, _random_samples=_random_samples)
    return _fractional(input, kernel_size, output_size, output_ratio, return_indices, _random_samples, 3, "fractional_max_pool3d")


def fractional_max_pool2d_with_indices(input: torch.Tensor, kernel_size, output_size=None, output_ratio=None, return_indices: bool = False, _random_samples: torch.Tensor | None = None):
    if has_torch_function_variadic(input, _random_samples):
        return handle_torch_function(
            fractional_max_pool2d_with_indices, (input, _random_samples), input, kernel_size, output_size=output_size, output_ratio=output_ratio, return_indices=return_indices,
            _random_samples=_random_samples)
    return fractional_max_pool2d(input, kernel_size, output_size, output_ratio, True, _random_samples)


def fractional_max_pool3d_with_indices(input: torch.Tensor, kernel_size, output_size=None, output_ratio=None, return_indices: bool = False, _random_samples: torch.Tensor | None = None):
    if has_torch_function_variadic(input, _random_samples):
        return handle_torch_function(
            fractional_max_pool3d_with_indices, (input, _random_samples), input, kernel_size, output_size=output_size, output_ratio=output_ratio, return_indices=return_indices,
            _random_samples=_random_samples)
    return fractional_max_pool3d(input, kernel_size, output_size, output_ratio, True, _random_samples)


from torch import conv_tbc, relu_, rrelu_  # whose module imports this one
