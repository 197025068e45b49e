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


def lp_pool3d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """The norm of each window."""
    kd, kh, kw = (kernel_size,) * 3 if isinstance(kernel_size, int) else kernel_size
    out = _functional.avg_pool3d(input.pow(norm_type), kernel_size, stride, 0, ceil_mode)
    return (torch.sign(out) * _functional.relu(torch.abs(out))).mul(kd * kh * kw).pow(1.0 / norm_type)


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


def channel_shuffle(input, groups):
    """Channels [groups * k] as [k * groups]."""
    if input.dim() < 3:
        raise RuntimeError(f"channel_shuffle expects input with > 2 dims, but got input with sizes {list(input.shape)}")
    if groups <= 0:
        raise RuntimeError(f"Number of groups to divide channels in must be positive. Value of groups:{groups}")
    n, c = input.shape[:2]
    if c % groups:
        raise RuntimeError(f"Number of channels must be divisible by groups. Got {c} channels and {groups} groups.")
    return input.reshape(n, groups, c // groups, *input.shape[2:]).transpose(1, 2).reshape(input.shape)


native_channel_shuffle = channel_shuffle


def _unpool_size(input, kernel_size, stride, padding, output_size, n):
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


def _max_unpool(n):
    def max_unpool(input, indices, kernel_size, stride=None, padding=0, output_size=None):
        spread = lambda v: (v,) * n if isinstance(v, int) else tuple(v)
        kernel_size = spread(kernel_size)
        stride = spread(stride) if stride is not None else kernel_size
        size = _unpool_size(input, kernel_size, stride, spread(padding), output_size, n)
        lead = input.shape[:-n]
        total = 1
        for s in size:
            total *= s
        flat = input.new_zeros((*lead, total))
        return flat.scatter(-1, indices.reshape(*lead, -1), input.reshape(*lead, -1)).reshape(*lead, *size)

    max_unpool.__name__ = max_unpool.__qualname__ = f"max_unpool{n}d"
    return max_unpool


max_unpool1d, max_unpool3d = _max_unpool(1), _max_unpool(3)


def multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """The targets of a row end at the first -1; each class that is no target should be 1 below every target."""
    if input.dim() > 2 or input.shape != target.shape:
        raise RuntimeError(f"Expected non-empty vector or matrix with optional 0-dim batch size, but got: {list(input.shape)} and target {list(target.shape)}")
    rows, labels = (input, target) if input.dim() == 2 else (input.reshape(1, -1), target.reshape(1, -1))
    kept = ((labels < 0).cumsum(1) == 0)
    safe = labels.clamp(min=0)
    is_target = torch.zeros_like(rows, dtype=torch.int64).scatter_add(1, safe, kept.long()) > 0
    of_target = rows.gather(1, safe)
    margins = (1 - of_target.unsqueeze(2) + rows.unsqueeze(1)).clamp(min=0)
    margins = margins * kept.unsqueeze(2) * ~is_target.unsqueeze(1)
    loss = margins.sum((1, 2)) / rows.size(1)
    if reduction == "none":
        return loss if input.dim() == 2 else loss.squeeze(0)
    return loss.mean() if reduction == "mean" else loss.sum()


def affine_grid(theta, size, align_corners=None):
    """Places in the input for each place of the output: [N, H, W, 2] of [N, 2, 3] matrices, or [N, D, H, W, 3] of [N, 3, 4]."""
    if not torch.is_floating_point(theta):
        raise ValueError(f"Expected theta to have floating point type, but got {theta.dtype}")
    if align_corners is None:
        align_corners = False
    n = len(size) - 2
    if n not in (2, 3):
        raise NotImplementedError("affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, respectively. Got size {}.".format(size))
    if theta.dim() != 3 or theta.shape[-2] != n or theta.shape[-1] != n + 1:
        raise ValueError(f"Expected a batch of {n}D affine matrices of shape Nx{n}x{n + 1} for size {size}. Got {theta.shape}.")
    if min(size) <= 0:
        raise ValueError(f"Expected non-zero, positive output size. Got {size}")

    def places(count):
        at = torch.linspace(-1, 1, count, dtype=theta.dtype) if count > 1 else torch.zeros(1, dtype=theta.dtype)
        return at if align_corners else at * (count - 1) / count

    axes = torch.meshgrid(*(places(s) for s in size[2:]), indexing="ij")
    base = torch.stack([*reversed(axes), torch.ones_like(axes[0])], -1).reshape(1, -1, n + 1).expand(size[0], -1, -1)
    return base.bmm(theta.transpose(1, 2)).reshape(size[0], *size[2:], n)


def _reflect(x, low, high):
    """Back and forth between two bounds, given twice."""
    if low == high:
        return torch.zeros_like(x)
    least, span = low / 2, (high - low) / 2
    x = (x - least).abs()
    extra = torch.fmod(x, span)
    turns = torch.floor(x / span)
    return torch.where(turns % 2 == 0, extra + least, span - extra + least)


def grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None):
    """The input [N, C, H, W] (or [N, C, D, H, W]) at places of the grid [N, h, w, 2], which are -1 to 1 from edge to edge."""
    if mode not in ("bilinear", "nearest", "bicubic"):
        raise ValueError(f"nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' or 'bicubic', but got: '{mode}'")
    if padding_mode not in ("zeros", "border", "reflection"):
        raise ValueError(f"nn.functional.grid_sample(): expected padding_mode to be 'zeros', 'border', or 'reflection', but got: '{padding_mode}'")
    if align_corners is None:
        align_corners = False
    n = input.dim() - 2
    if input.dim() not in (4, 5) or grid.dim() != input.dim():
        raise RuntimeError(f"grid_sampler(): expected 4D or 5D input and grid with same number of dimensions, but got input with sizes {list(input.shape)} and grid with sizes {list(grid.shape)}")
    if input.size(0) != grid.size(0):
        raise RuntimeError(f"grid_sampler(): expected grid and input to have same batch size, but got input with sizes {list(input.shape)} and grid with sizes {list(grid.shape)}")
    if grid.size(-1) != n:
        raise RuntimeError(f"grid_sampler(): expected grid to have size {n} in last dimension, but got grid with sizes {list(grid.shape)}")
    if n == 3 and mode == "bicubic":
        raise RuntimeError("grid_sampler(): bicubic interpolation only supports 4D input")
    sizes = input.shape[2:]
    flat = input.reshape(input.size(0), input.size(1), -1)

    def padded(x, size):
        if padding_mode == "border":
            return x.clamp(0, size - 1)
        if padding_mode == "reflection":
            x = _reflect(x, 0, 2 * (size - 1)) if align_corners else _reflect(x, -1, 2 * size - 1)
            return x.clamp(0, size - 1)
        return x

    def source(d, pad=True):  # dimension d of the input is coordinate n - 1 - d of the grid
        x = grid[..., n - 1 - d]
        x = (x + 1) / 2 * (sizes[d] - 1) if align_corners else ((x + 1) * sizes[d] - 1) / 2
        return padded(x, sizes[d]) if pad else x

    def pick(places):
        """Values at whole numbers, 0 outside: [N, C, *out]."""
        inside, at = None, 0
        for d, x in enumerate(places):
            ok = (x >= 0) & (x <= sizes[d] - 1)
            inside = ok if inside is None else inside & ok
            at = at * sizes[d] + x.clamp(0, sizes[d] - 1).nan_to_num().long()
        index = at.reshape(at.size(0), 1, -1).expand(-1, flat.size(1), -1)
        values = flat.gather(2, index).reshape(flat.size(0), flat.size(1), *at.shape[1:])
        return torch.where(inside.unsqueeze(1), values, torch.zeros((), dtype=values.dtype))

    if mode == "nearest":
        return pick([torch.round(source(d)) for d in range(n)])
    if mode == "bilinear":
        places = [source(d) for d in range(n)]
        low = [torch.floor(x) for x in places]
        out = 0
        for corner in range(2 ** n):
            at, weight = [], 1
            for d in range(n):
                up = corner >> d & 1
                at.append((low[d] + up).detach())
                weight = weight * (places[d] - low[d] if up else low[d] + 1 - places[d])
            out = out + pick(at) * weight.unsqueeze(1)
        return out
    a = -0.75  # the kernel of Keys, "Cubic convolution interpolation", 1981

    def kernel(t):
        near, far = lambda x: ((a + 2) * x - (a + 3)) * x * x + 1, lambda x: ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
        return far(t + 1), near(t), near(1 - t), far(2 - t)

    y, x = source(0, False), source(1, False)
    fy, fx = torch.floor(y), torch.floor(x)
    wy, wx = kernel(y - fy), kernel(x - fx)
    out = 0
    for i in range(4):
        row = 0
        for j in range(4):
            at = [padded((fy + i - 1).detach(), sizes[0]), padded((fx + j - 1).detach(), sizes[1])]
            row = row + pick([torch.round(p) if padding_mode == "reflection" else p for p in at]) * wx[j].unsqueeze(1)
        out = out + row * wy[i].unsqueeze(1)
    return out


def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean", zero_infinity=False):
    """Graves et al., "Connectionist temporal classification", 2006: log_probs [T, N, C]; targets [N, S], or all in one row."""
    batched = log_probs.dim() == 3
    logs = log_probs if batched else log_probs.unsqueeze(1)
    time, n, classes = logs.shape
    as_list = lambda v: (v.reshape(-1).tolist() if isinstance(v, torch.Tensor) else [v] if isinstance(v, int) else list(v))
    input_lengths, target_lengths = as_list(input_lengths), as_list(target_lengths)
    if not 0 <= blank < classes:
        raise RuntimeError("blank must be in label range")
    if len(input_lengths) != n:
        raise RuntimeError("input_lengths must be of size batch_size")
    if len(target_lengths) != n:
        raise RuntimeError("target_lengths must be of size batch_size")
    for b, length in enumerate(input_lengths):
        if length > time:
            raise RuntimeError(f"Expected input_lengths to have value at most {time}, but got value {length} (while checking arguments for ctc_loss_allocate_outputs)")
    rows, start = [], 0
    for b, length in enumerate(target_lengths):
        if targets.dim() == 1 and batched:
            rows.append(targets[start:start + length])
            start += length
        else:
            rows.append((targets if targets.dim() == 2 else targets.unsqueeze(0))[b, :length])
    longest = max(target_lengths, default=0)
    path = torch.full((n, 2 * longest + 1), blank, dtype=torch.int64)
    for b, row in enumerate(rows):
        path[b, 1:2 * len(row):2] = row
    skip = torch.zeros_like(path, dtype=torch.bool)
    if path.size(1) > 2:
        skip[:, 2:] = (path[:, 2:] != blank) & (path[:, 2:] != path[:, :-2])
    lowest = torch.finfo(logs.dtype).min
    never = logs.new_full((n, 1), lowest)
    alpha = torch.full((n, path.size(1)), lowest, dtype=logs.dtype)
    emit = logs.gather(2, path.unsqueeze(0).expand(time, -1, -1))
    first = torch.arange(path.size(1)) < 2
    alpha = torch.where(first, emit[0], alpha) if time else alpha
    steps = torch.tensor(input_lengths)
    for t in range(1, time):
        one = torch.cat([never, alpha[:, :-1]], 1)
        two = torch.where(skip, torch.cat([never, never, alpha[:, :-2]], 1)[:, :path.size(1)], lowest)
        stacked = torch.stack([alpha, one, two])
        new = (torch.logsumexp(stacked, 0) + emit[t]).clamp(min=lowest)
        alpha = torch.where((t < steps).unsqueeze(1), new, alpha)
    ends = torch.tensor(target_lengths)
    last = alpha.gather(1, (2 * ends).unsqueeze(1)).squeeze(1)
    before = alpha.gather(1, (2 * ends - 1).clamp(min=0).unsqueeze(1)).squeeze(1)
    loss = -torch.where(ends > 0, torch.logaddexp(last, before), last)
    # As PyTorch does, the gradient is that for log-probabilities which come from a softmax: a term of no value adds exp(log_probs).
    valid = (torch.arange(time).unsqueeze(1) < steps).unsqueeze(2)
    total = (logs.exp() * valid).sum((0, 2))
    loss = loss + (total - total.detach())
    impossible = loss > -lowest / 2
    loss = torch.where(impossible, torch.zeros_like(loss) if zero_infinity else torch.full_like(loss, float("inf")), loss)
    if reduction == "mean":
        return (loss / ends.clamp(min=1).to(loss.dtype)).mean()
    if reduction == "sum":
        return loss.sum()
    return loss if batched else loss.squeeze(0)


def upsample_nearest(input, size=None, scale_factor=None):
    return _functional.interpolate(input, size, scale_factor, mode="nearest")


def upsample_bilinear(input, size=None, scale_factor=None):
    return _functional.interpolate(input, size, scale_factor, mode="bilinear", align_corners=True)


def rrelu_(input, lower=1.0 / 8, upper=1.0 / 3, training=False):
    return input.copy_(_functional.rrelu(input, lower, upper, training))


def conv_tbc(input, weight, bias, pad=0):
    """Convolution of [time, batch, channels] by [width, channels, outputs]."""
    return _functional.conv1d(input.permute(1, 2, 0), weight.permute(2, 1, 0), bias, padding=pad).permute(2, 0, 1)


def _with_indices(pool):
    def pooled(*args, **kwargs):
        kwargs.pop("return_indices", None)
        return pool(*args, return_indices=True, **kwargs)

    return pooled


adaptive_max_pool1d_with_indices, adaptive_max_pool2d_with_indices, adaptive_max_pool3d_with_indices, max_pool3d_with_indices = map(
    _with_indices, (_functional.adaptive_max_pool1d, _functional.adaptive_max_pool2d, _functional.adaptive_max_pool3d, _functional.max_pool3d))
