"""What operators are called among those of aten, recorded from PyTorch: mostly as in torch, with underscores for dots."""

_ALONE = """
    softmin cosine_similarity avg_pool1d avg_pool3d binary_cross_entropy_with_logits relu conv_transpose1d conv_transpose2d conv_transpose3d conv1d conv2d
    conv3d group_norm layer_norm rms_norm hardswish interpolate leaky_relu avg_pool2d max_pool1d max_pool2d max_pool3d max_unpool1d max_unpool2d
    max_unpool3d linear bilinear glu batch_norm softshrink hardshrink hardtanh gelu relu6
""".split()  # functions of nn.functional that are operators by the last part of their name

_DOTTED = set("""
    fft.fftshift fft.ifftshift linalg.tensorinv linalg.tensorsolve special.polygamma special.airy_ai special.bessel_j0 special.bessel_j1 special.bessel_y0
    special.bessel_y1 special.chebyshev_polynomial_t special.chebyshev_polynomial_u special.chebyshev_polynomial_v special.chebyshev_polynomial_w
    special.hermite_polynomial_h special.hermite_polynomial_he special.laguerre_polynomial_l special.legendre_polynomial_p special.modified_bessel_i0
    special.modified_bessel_i1 special.modified_bessel_k0 special.modified_bessel_k1 special.scaled_modified_bessel_k0 special.scaled_modified_bessel_k1
    special.shifted_chebyshev_polynomial_t special.shifted_chebyshev_polynomial_u special.shifted_chebyshev_polynomial_v
    special.shifted_chebyshev_polynomial_w special.spherical_bessel_j0
""".split())  # known by the name in torch all the same

_OTHERS = {"nn.functional.unfold": "im2col", "nn.functional.logsigmoid": "log_sigmoid", "nn.functional.pad/constant": "constant_pad_nd",
           "_segment_reduce/lengths": "segment_reduce", "_segment_reduce/offsets": "segment_reduce"}

# The operators of derivatives.
BACKWARD_NAMES = dict(pair.split("=") for pair in """
    diagonal=diagonal_backward softmax=_softmax_backward_data nn.functional.layer_norm=layer_norm_backward nn.functional.hardswish=hardswish_backward
    nn.functional.leaky_relu=leaky_relu_backward nn.functional.elu=elu_backward nn.functional.prelu=_prelu_kernel_backward
    nn.functional.rrelu=rrelu_with_noise_backward nn.functional.silu=silu_backward nn.functional.hardsigmoid=hardsigmoid_backward
    nn.functional.logsigmoid=log_sigmoid_backward nn.functional.mish=mish_backward nn.functional.binary_cross_entropy=binary_cross_entropy_backward
    nn.functional.softshrink=softshrink_backward nn.functional.hardshrink=hardshrink_backward nn.functional.hardtanh=hardtanh_backward
    nn.functional.gelu=gelu_backward select=select_backward tanh=tanh_backward sigmoid=sigmoid_backward log_softmax=_log_softmax_backward_data
    logit=logit_backward nn.functional.embedding=embedding_dense_backward nn.functional.softplus=softplus_backward
    nn.functional.mse_loss=mse_loss_backward nn.functional.huber_loss=huber_loss_backward linalg.diagonal=diagonal_backward
""".split())

# Operators that TorchScript has a derivative of.
AUTODIFFED = set("""
    abs acos add mul sub addmm addmm/decomposed dot bmm mv addcmul asin atan ceil clamp cos cosh div/no_rounding_mode div/trunc_rounding
    div/floor_rounding exp frac floor log1p log log10 log2 matmul meshgrid/list_of_tensors max/binary min/binary softmax softmax/with_dtype
    _softmax_backward_data nn.functional.hardswish nn.functional.leaky_relu torch.ops.aten._safe_softmax.default nn.functional.silu
    nn.functional.hardshrink nn.functional.hardtanh nn.functional.gelu nn.functional.relu6 mm neg permute permute_copy pow round sin sinh split
    unsafe_split split_with_sizes __radd__ __rdiv__ __rmul__ __rmatmul__ __rmod__ __rpow__ __rsub__ tan tanh trunc expm1 reciprocal rsqrt sqrt lerp stack
    cat squeeze squeeze/multiple squeeze_copy unsqueeze unsqueeze_copy logsumexp sigmoid erf erfc log_softmax log_softmax/with_dtype t t_copy mean nanmean
    std std/unbiased var var/unbiased
""".split())


def aten_name(name, variant):
    found = _OTHERS.get(f"{name}/{variant}") or _OTHERS.get(name)
    if found is not None:
        return found
    space, _, last = name.rpartition(".")
    if space == "nn.functional":
        return last if last in _ALONE else name
    return f"{space}_{last}" if space in ("fft", "linalg", "special") and name not in _DOTTED else name


def of_variant(table, name, variant):
    """Whether the table has an operator, or this variant of it."""
    return (f"{name}/{variant}" if variant else name) in table
