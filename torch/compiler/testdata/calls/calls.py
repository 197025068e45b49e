"""Random calls of the eager library, one line of result each.

    calls.py FIRST LAST [-v]     calls FIRST..LAST-1; -v prints the expression and all elements too
    calls.py -e EXPRESSION       what one expression gives

A call is made from its number alone: a row is chosen, each <...> in it becomes an argument, and some calls are
spoilt on purpose. Results are told by dtype, sizes, strides and a weighted sum of the elements, which the test compares with
a tolerance; errors by kind and first line. The program runs unchanged on PyTorch, whose results are recorded.
"""
import math
import sys
import warnings
import zlib

import torch
import torch.nn as nn
import torch.nn.functional as F

warnings.simplefilter("ignore")
nan, inf = math.nan, math.inf


class Random:
    """A 64-bit linear congruential generator: the same numbers under every interpreter."""

    def __init__(self, seed):
        self.state = (seed * 0x9E3779B97F4A7C15 + 0x1234567) % 2**64
        self.below(2)
        self.below(2)

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n

    def choice(self, items):
        return items[self.below(len(items))]

    def chance(self, percent):
        return self.below(100) < percent


SHAPES = [(), (1,), (4,), (7,), (2, 3), (3, 4), (4, 3), (2, 3, 4), (0,), (3, 0), (1, 4), (3, 1), (2, 1, 3), (1, 1), (2, 3, 2, 2), (5, 5), (17,)]
FLOATS = ["float32"] * 5 + ["float64"] * 3 + ["float16", "bfloat16"]
COMPLEX = ["complex64", "complex128"]
INTS = ["int64"] * 3 + ["int32", "int16", "int8", "uint8"]
ANY = FLOATS * 2 + INTS + ["bool"] * 2 + COMPLEX
SIGNED = ["float32", "float64", "int64", "int32", "float16", "bfloat16", "int8", "int16"]


def elements(kind, n, seed):
    """n numbers as Python floats; kind tells where they lie."""
    r = Random(seed)
    if kind == "u":
        return [(1 + r.below(62)) / 64 for _ in range(n)]
    if kind == "p":
        return [(1 + r.below(48)) / 8 for _ in range(n)]
    if kind == "d":
        order = list(range(n))
        for i in range(n - 1, 0, -1):
            j = r.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return [(k - n // 2) / 4 for k in order]
    out = [(r.below(65) - 32) / 8 for _ in range(n)]
    if kind == "n" and n:
        for special in (nan, inf, -inf, 0.0, -0.0):
            if r.chance(60):
                out[r.below(n)] = special
    return out


def t(dtype, shape, layout="c", seed=1, kind="", grad=False):
    """A tensor of that dtype, sizes and layout. Integer kinds hold small numbers, of both signs where the dtype has a sign."""
    dt = getattr(torch, dtype)
    n = math.prod(shape)
    v = elements(kind if dt.is_floating_point or dt.is_complex or kind in "upd" else "", n, seed)
    if dt.is_complex:
        w = elements(kind, n, seed + 77)
        v = [complex(a, b) for a, b in zip(v, w)]
    elif dt == torch.bool:
        v = [int(a * 8) % 2 == 0 for a in v]
    elif not dt.is_floating_point:
        v = [abs(int(a * 2)) if dtype == "uint8" or kind in ("u", "p") else int(a * 2) for a in v]
    dense = torch.tensor(v, dtype=dt).reshape(shape)
    if layout == "T" and len(shape) > 1:
        out = torch.empty(shape[::-1], dtype=dt).permute(*range(len(shape) - 1, -1, -1)).copy_(dense)
    elif layout == "r" and len(shape) > 2:
        out = torch.empty(shape[1:] + shape[:1], dtype=dt).permute(len(shape) - 1, *range(len(shape) - 1)).copy_(dense)
    elif layout == "s" and len(shape) > 0:
        out = torch.zeros([2 * k for k in shape], dtype=dt)[tuple(slice(None, None, 2) for _ in shape)].copy_(dense)
    elif layout == "e" and len(shape) > 0 and shape[0] > 1:
        out = dense[:1].clone().expand(shape)
    elif layout == "o" and len(shape) > 0:
        out = torch.zeros(n + 3, dtype=dt)[3:].view(shape).copy_(dense)
    elif layout == "l" and len(shape) == 4:
        out = dense.contiguous(memory_format=torch.channels_last)
    else:
        out = dense
    if grad and (dt.is_floating_point or dt.is_complex):
        out.requires_grad_()
        LEAVES.append(out)
    return out


def ix(n, shape, seed, layout="c", dtype="int64"):
    """Indices below n."""
    r = Random(seed)
    flat = torch.tensor([r.below(max(n, 1)) for _ in range(math.prod(shape))], dtype=getattr(torch, dtype)).reshape(shape)
    if layout == "T" and len(shape) > 1:
        return torch.empty(shape[::-1], dtype=flat.dtype).permute(*range(len(shape) - 1, -1, -1)).copy_(flat)
    return flat


def spd(dtype, n, batch=(), seed=1, grad=False):
    """Positive definite matrices [*batch, n, n]."""
    a = t(dtype, tuple(batch) + (n, n), "c", seed)
    out = (a @ a.mH / 4 + torch.eye(n, dtype=a.dtype) * 3).detach()
    if grad:
        out.requires_grad_()
        LEAVES.append(out)
    return out


LEAVES = []


# Rows: forms in which each of some names is called. <KIND SIZES> is a tensor: x of any dtype, f floating, g floating or complex, n integer, r real,
# S signed, b bool, y broadcastable with the one before, i N SIZES indices below N, m positive definite; a letter behind it tells the values
# (u in (0, 1), p positive, d distinct). D is a dimension, Q a number, <a|b> a choice. A ! in front leaves values out.
FAMILIES = [
    (["torch.{}(<x>)", "<x>.{}()", "torch.{}(<x 3,4>, out=<x 3,4>)", "<x>.{}_()", "torch.{}(<f>)"],
     "abs acos acosh asin asinh atan atanh ceil cos cosh deg2rad digamma erf erfc erfinv exp exp2 expm1 floor frac i0 lgamma log log10 log1p log2 logit nan_to_num neg rad2deg reciprocal "
     "round rsqrt sgn sigmoid sign sin sinc sinh sqrt square tan tanh trunc logical_not bitwise_not conj_physical absolute arccos arcsin arctan arccosh arcsinh arctanh negative fix"),
    (["torch.{}(<x>)", "<x>.{}()"], "signbit isnan isinf isfinite isposinf isneginf isreal angle positive conj"),
    (["torch.{}(<x>)", "torch.{}(<f>)"], "relu selu real resolve_conj resolve_neg numel is_nonzero is_complex is_floating_point is_signed nonzero argwhere count_nonzero view_as_real detach clone t adjoint ravel flatten squeeze fliplr flipud "
     "trace diag diagflat det logdet slogdet inverse pinverse isin_none unique unique_consecutive std var mean sum prod max min amax amin argmax argmin all any median nanmedian nansum nanmean mode msort sort argsort aminmax std_mean var_mean "
     "cumsum tril triu atleast_1d atleast_2d atleast_3d matrix_exp corrcoef cov logsumexp"),
    (["torch.special.{}(<f>)", "torch.special.{}(<x>)", "torch.special.{}(<r>)"],
     "airy_ai bessel_j0 bessel_j1 bessel_y0 bessel_y1 digamma entr erf erfc erfcx erfinv exp2 expit expm1 gammaln i0 i0e i1 i1e log1p log_ndtr logit modified_bessel_i0 modified_bessel_i1 modified_bessel_k0 modified_bessel_k1 "
     "ndtr ndtri psi round scaled_modified_bessel_k0 scaled_modified_bessel_k1 sinc spherical_bessel_j0"),
    (["torch.{}(<x>, <y>)", "<x>.{}(<y>)", "torch.{}(<x>, <Q>)", "<x>.{}_(<y>)", "torch.{}(<x 3,4>, <y>, out=<x 3,4>)", "<S>.{}(<Q>)", "torch.{}(<f>, <y>)"],
     "add sub mul div true_divide floor_divide remainder fmod pow float_power eq ne lt le gt ge greater less not_equal subtract multiply divide"),
    (["torch.{}(<x>, <y>)", "<x>.{}(<y>)", "torch.{}(<f>, <y>)", "torch.{}(<x 3,4>, <y>, out=<x 3,4>)"],
     "maximum minimum fmax fmin atan2 arctan2 logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift hypot logaddexp logaddexp2 copysign nextafter heaviside gcd lcm ldexp xlogy rsub max min"),
    (["<x>.{}_(<y>)", "<n>.{}_(<y>)"], "logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift atan2 hypot copysign gcd lcm xlogy eq lt ge ne"),
    (["torch.{}(<n>, <y>)", "torch.{}(<n>, <3|-1|0|True|2.5>)", "torch.{}(<2|5|-1>, <n>)", "<n>.{}(<y>)"], "bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift"),
    (["<x> {} <y>", "<x> {} <Q>", "<Q> {} <x>", "<f> {} <y>"], "+ - * / // % ** & | ^ << >> == != < <= > >= @"),
    (["a = <x>; a {}= <y>; a", "a = <x 3,4>; b = a; a {}= <Q>; (a, b is a)", "a = <f 3,4>; a[1:] {}= <y 2,4>; a"], "+ - * / // % ** & | ^ << >>"),
    (["torch.special.{}(<f>, <y>)", "torch.special.{}(<f u>, <y>)", "torch.special.{}(<r>, <Q>)", "torch.special.{}(<Q>, <r>)"],
     "xlogy xlog1py zeta gammainc gammaincc chebyshev_polynomial_t chebyshev_polynomial_u chebyshev_polynomial_v hermite_polynomial_h hermite_polynomial_he laguerre_polynomial_l legendre_polynomial_p shifted_chebyshev_polynomial_t"),
    (["torch.{}(<x>, <D>)", "<x>.{}(<D>)", "<x>.{}(dim=<D>, keepdim=True)", "torch.{}(<f>, dim=<D>)", "<f>.{}(<D>, True)", "<f 2,3,4>.{}((0, 2))", "torch.{}(<x>)", "torch.{}(<x 2,3,4>, dim=(-1, 0), keepdim=<True|False>)"],
     "sum mean amax amin all any std var logsumexp nansum nanmean argmax argmin count_nonzero prod max min median nanmedian mode aminmax var_mean std_mean norm"),
    (["torch.{}(<x>, <D>, dtype=<torch.float64|torch.int64|torch.float32|torch.complex64|torch.int32>)", "<f>.{}(dtype=<torch.float64|torch.float32|torch.int64>)"], "sum prod mean nansum"),
    (["torch.{}(<x>, <D>)", "<x>.{}(<D>)", "torch.{}(<f>, dim=<D>)", "torch.{}(<S 3,4>, 1, out=<S 3,4>)"], "cumsum cumprod"),
    (["<x>.{}_(<D>)", "torch.{}(<x>, <D>, dtype=<torch.float64|torch.int32>)"], "cumsum cumprod"),
    (["torch.{}(<x>, <D>)", "<f>.{}(<D>)"], "cummax cummin logcumsumexp"),
    (["torch.{}(<x d>)", "torch.{}(<x d>, <D>)", "<x d>.{}(<D>, <True|False>)", "<f d>.{}(descending=True)", "<f d>.{}(dim=<D>, descending=<True|False>)"], "sort argsort"),
    (["F.{}(<f>)", "F.{}(<x>)"], "relu relu6 elu selu celu leaky_relu gelu silu mish softplus softsign tanhshrink logsigmoid hardtanh hardswish hardsigmoid hardshrink softshrink sigmoid tanh rrelu normalize"),
    (["F.{}(<f>, inplace=True)"], "relu relu6 elu selu celu leaky_relu silu mish hardtanh hardswish hardsigmoid"),
    (["F.{}(<f>, <D>)", "F.{}(<x>, dim=<D>)", "F.{}(<f>, dim=<D>, dtype=<torch.float64|torch.float32>)"], "softmax log_softmax softmin"),
    (["nn.{}()(<f>)", "nn.{}()(<x>)"], "ReLU ReLU6 ELU SELU CELU LeakyReLU GELU SiLU Mish Softplus Softsign Tanhshrink LogSigmoid Hardtanh Hardswish Hardsigmoid Hardshrink Softshrink Sigmoid Tanh Identity Flatten PReLU"),
    (["F.{}(<f>, <f &>)", "F.{}(<f u>, <f & u>, reduction=<'none'|'sum'|'mean'>)", "F.{}(<f u>, <y>)", "F.{}(<x>, <x &>)"],
     "mse_loss l1_loss smooth_l1_loss huber_loss kl_div binary_cross_entropy binary_cross_entropy_with_logits soft_margin_loss poisson_nll_loss hinge_embedding_loss"),
    (["F.{}(<f 3,4>, <f 3,4>)", "F.{}(<f 3,4>, <f 3,4>, <1|0|-1>)", "F.{}(<f 2,3,4>, <f 2,3,4>, dim=<D>)"], "cosine_similarity pairwise_distance"),
    (["F.{}(<f 3,4>, <i 4 3>)", "F.{}(<f 3,4>, <i 4 3>, reduction=<'none'|'sum'|'mean'>)", "F.{}(<f 2,4,3>, <i 4 2,3>)", "F.{}(<f 3,4>, <i 4 3>, weight=<f 4 p>, ignore_index=1)", "F.{}(<f 4>, <i 4 s>)", "F.{}(<f 1,4,2,2>, <i 4 1,2,2>)",
      "F.{}(<f 3,4>, <i 6 3>)", "F.{}(<f 3,4>, <i 4 4>)", "F.{}(<f 3,4>, <f 3>)"], "cross_entropy nll_loss multi_margin_loss"),
    (["F.{}(<f 2,3,8>, <2|3>)", "F.{}(<f 3,8>, 2, <1|2|3>)", "F.{}(<f 2,3,8>, kernel_size=3, stride=2, padding=<0|1>)", "F.{}(<f 2,3,8>, 2, ceil_mode=True)", "F.{}(<x 2,3,8>, 20)"], "max_pool1d avg_pool1d"),
    (["F.{}(<f 2,3,6,6>, <2|3|(2, 1)>)", "F.{}(<f 3,6,5>, 2, <1|2|(2, 1)>)", "F.{}(<f 2,3,6,6>, kernel_size=3, stride=2, padding=<0|1|(1, 0)|2>)", "F.{}(<f 2,3,5,7>, 2, ceil_mode=True)", "F.{}(<x 2,3,4,4>, 2)", "F.{}(<f 2,0,4,4>, 2)"], "max_pool2d avg_pool2d"),
    (["F.{}(<f 1,2,4,4,4>, <2|3|(2, 1, 2)>)", "F.{}(<f 2,4,4,4>, 2, 1)", "F.{}(<f 1,2,5,4,3>, kernel_size=3, stride=2, padding=1)"], "max_pool3d avg_pool3d"),
    (["F.{}1d(<f 2,3,7>, <1|3|7|9>)", "F.{}2d(<f 2,3,6,5>, <1|3|(2, 3)|(None, 2)|(7, 9)>)", "F.{}3d(<f 1,2,4,3,5>, <1|2|(2, 3, 1)>)", "F.{}2d(<f 3,6,5>, 2)", "F.{}1d(<x 3,6>, 2)"], "adaptive_avg_pool adaptive_max_pool"),
    (["torch.fft.{}(<g 8>)", "torch.fft.{}(<x 5>)", "torch.fft.{}(<g 3,4>, dim=0)", "torch.fft.{}(<g 2,3,4>, n=<3|6>, dim=<D>)", "torch.fft.{}(<g>, norm=<'ortho'|'forward'|'backward'|'x'>)"], "fft ifft rfft irfft hfft ihfft"),
    (["torch.fft.{}(<g 3,4>)", "torch.fft.{}(<x 4,5>)", "torch.fft.{}(<g 2,3,4>, s=(<2|4>, 3), dim=(<0|1>, -1))", "torch.fft.{}(<g 4,4>, norm='ortho')"], "fft2 ifft2 rfft2 irfft2 fftn ifftn rfftn irfftn hfft2 ihfft2 hfftn ihfftn"),
    (["torch.fft.{}(<x>)", "torch.fft.{}(<x>, dim=<D>)"], "fftshift ifftshift"),
    (["torch.fft.{}(<5|8|0>)", "torch.fft.{}(6, d=0.5)", "torch.fft.{}(6, dtype=torch.float64)"], "fftfreq rfftfreq"),
    (["torch.linalg.{}(<g 3,3>)", "torch.linalg.{}(<g 2,3,3>)", "torch.linalg.{}(<m 3,3>)", "torch.linalg.{}(<x 3,4>)", "torch.linalg.{}(<g 0,0>)", "torch.linalg.{}(<m 2,1,3,3>)"], "inv det slogdet eigvals eigvalsh cholesky matrix_rank pinv cond svdvals norm inv_ex cholesky_ex"),
    (["torch.linalg.{}(<m 3,3>)", "torch.linalg.{}(<m 2,3,3>)"], "matrix_exp lu lu_factor lu_factor_ex ldl_factor ldl_factor_ex qr matrix_norm vector_norm"),
    (["torch.linalg.{}(<f 4,3>)", "torch.linalg.{}(<f 3,4>)", "torch.linalg.{}(<f 2,4,3>)"], "qr svdvals pinv lu matrix_norm vector_norm"),
    (["torch.{}(<3|2, 3|(2, 3)|0|s>)", "torch.{}(2, 3, dtype=<torch.float64|torch.int32|torch.bool|torch.complex64>)", "torch.{}((1, 3))", "torch.{}(size=(2, 2))"], "zeros ones rand randn"),
    (["!torch.{}(<3|2, 3|(2, 3)|0>)", "!torch.{}(2, 3, dtype=<torch.float64|torch.int32|torch.bool>)", "!torch.{}((2, 3), <dtype=torch.half|requires_grad=True|memory_format=torch.contiguous_format>)"], "empty"),
    (["torch.{}(<x>)", "torch.{}(<x 2,3,4>, dtype=<torch.float64|torch.int32|torch.bool>)", "torch.{}(<f 2,3,2,2>, memory_format=<torch.channels_last|torch.contiguous_format|torch.preserve_format>)"], "zeros_like ones_like rand_like randn_like"),
    (["!torch.{}(<x>)", "!torch.{}(<x 2,3,4>, dtype=<torch.float64|torch.int32|torch.bool>)", "!torch.{}(<f 2,3,2,2>, memory_format=<torch.channels_last|torch.contiguous_format|torch.preserve_format>)"], "empty_like"),
    (["<x>.{}()", "<x 2,3,2,2>.{}(memory_format=<torch.channels_last|torch.preserve_format>)"], "float double half bfloat16 int long short char byte bool cfloat cdouble chalf cpu"),
    (["<x>.{}()"], "dim ndimension numel nelement element_size stride size is_contiguous storage_offset is_complex is_floating_point is_signed type tolist contiguous clone detach t conj resolve_conj is_conj is_neg item data_ptr_none squeeze flatten ravel "
     "nonzero adjoint zero_ trace diag diagflat unique sgn is_set_to_none relu sigmoid softmax_none expand_as_none zero_ relu_ t_ squeeze_ sign_ isreal is_inference is_same_size_none retains_grad_none absolute_ sinc_ deg2rad_ "
     "det logdet slogdet inverse pinverse cholesky qr corrcoef cov hash_none __len__ __bool__ __int__ __float__ __index__ __complex__"),
    (["<x>.{}"], "T mT H mH real imag shape ndim dtype layout device grad is_leaf requires_grad itemsize nbytes data names is_sparse is_quantized output_nr"),
    (["torch.{}(<S 3,4>, <S 4,5>)", "torch.{}(<g 3,4>, <g 4,2>)", "torch.{}(<g 3,4>, <g 3,4>)"], "mm matmul"),
    (["torch.{}(<g>, <g>)"], "matmul inner kron tensordot outer dot vdot mv"),
    (["torch.{}(<x 4>, <y 4>)", "torch.{}(<g 4>, <g 4>)", "torch.{}(<g 4>, <g 3>)", "<x 4>.{}(<x 4>)"], "dot vdot inner outer kron ger"),
    (["torch.{}([<x>, <y>])", "torch.{}((<x 2,3>, <x 2,3>))", "torch.{}([<f 3>, <f 3>, <y 3>])", "torch.{}([<x 2,3>, <x 3,3>])", "torch.{}([])", "torch.{}([<x s>, <x s>])", "torch.{}(<x>)"], "cat stack hstack vstack dstack column_stack row_stack concat concatenate block_diag broadcast_tensors meshgrid cartesian_prod"),
    (["torch.{}(<x>, <2|1|3|0|-1>)", "torch.{}(<x 6,4>, 2, <D>)", "torch.{}(<x 5,4>, <[2, 3]|[1, 2]|(1, 3)>)", "<x 4,6>.{}(<3|[2, 4]>, dim=<D>)"], "split chunk tensor_split"),
    (["torch.{}(<x 4,4,4>, <2|1|3|[1, 2]|0>)", "<x 4,4,4>.{}(<2|[1]>)"], "hsplit vsplit dsplit"),
    (["F.{}(<f 3,4>, <f 3,4>, <f 3,4>)", "F.{}(<f 4>, <f 4>, <f 4>)", "F.{}(<f 3,4>, <f 3,4>, <f 3,4>, reduction='none', margin=0.5)"], "triplet_margin_loss triplet_margin_with_distance_loss"),
    (["F.{}(<f 3,4>, <f 3,4 u>, <f 3,4 p>)", "F.{}(<f 3>, <f 3>, <f 3 p>, full=True, reduction=<'none'|'mean'>)"], "gaussian_nll_loss"),
]

ROWS = """
torch.add(<x>, <y>, alpha=<2|0.5|True>)
torch.sub(<x>, <y>, alpha=<2|0.5>)
<x>.sub_(<y>, alpha=2)
<x>.add(<Q>, alpha=3)
torch.div(<x>, <y>, rounding_mode=<'floor'|'trunc'|None|'x'>)
<x>.div_(<y>, rounding_mode=<'floor'|'trunc'>)
torch.div(<r>, <Q>, rounding_mode=<'floor'|'trunc'>)
torch.pow(<Q>, <x>)
torch.pow(<f>, <2|3|0.5|-1|0|-0.5|1.5>)
<f>.pow_(<2|3|0.5|-1>)
torch.float_power(<2|1.5>, <x>)
torch.remainder(<Q>, <x>)
torch.clamp(<x>, <Q>, <Q>)
torch.clamp(<x>, min=<0|-1.5|None>)
<x>.clamp(max=<1|0.5>)
torch.clamp(<f>, -1, 1)
torch.clamp(<r>, <r &>, <y>)
torch.clamp(<r>, min=<y>)
<r>.clamp_(<Q>, <Q>)
<r>.clip(<Q>)
torch.clamp(<x>)
torch.clamp_min(<r>, <Q>)
torch.clamp_max(<r>, <y>)
torch.where(<b>, <x>, <y>)
torch.where(<b 3,4>, <x 3,4>, <y>)
torch.where(<b 3,4>, <Q>, <x 3,4>)
torch.where(<b 3,4>, <f 4>, <Q>)
torch.where(<b>, <Q>, <Q>)
torch.where(<x>)
torch.where(<n 2,3>, <x 2,3>, <x 2,3>)
<x 3,4>.where(<b 3,4>, <y>)
torch.lerp(<f>, <f &>, <0.5|2|{f s}>)
torch.lerp(<f 3,4>, <f 3,4>, <f 3,4>)
torch.lerp(<g>, <y>, 0.3)
<f 3,4>.lerp_(<f 3,4>, 0.25)
torch.addcmul(<x>, <y>, <y>)
torch.addcmul(<g 3,4>, <g 4>, <g 3,1>, value=<2|0.5>)
torch.addcdiv(<g 3,4>, <g 4>, <g 3,1>, value=<2|0.5>)
<f 3,4>.addcmul_(<f 3,4>, <f 3,4>, value=0.5)
<x 3,4>.addcdiv_(<y>, <y>)
torch.nan_to_num(<f n>, nan=<0.5|2>, posinf=<3|None>)
torch.round(<f>, decimals=<1|2|-1|0>)
torch.logit(<f u>, eps=<0.1|None|1e-3>)
torch.polygamma(<0|1|2|3|-1>, <f p>)
torch.special.polygamma(<1|2>, <f>)
torch.mvlgamma(<f p>, <1|2>)
torch.special.multigammaln(<f p>, 2)
torch.frexp(<x>)
torch.isclose(<x>, <y>)
torch.isclose(<f 3,4>, <f 3,4>, rtol=<0.1|1>, atol=0.5, equal_nan=<True|False>)
torch.allclose(<x>, <y>)
torch.equal(<x>, <y>)
torch.polar(<f>, <f &>)
torch.complex(<f>, <f &>)
torch.complex(<f>, <y>)
torch.view_as_real(<g 3,4>)
torch.view_as_complex(<f 3,2>)
torch.view_as_complex(<x>)
torch.imag(<x>)
torch.real(<x>)
torch.conj(<g 3,4>) * 2
<g 3,4>.conj().add_(1j)
torch.sum(<f 3,4>, [])
torch.sum(<x>, (0, 0))
torch.var(<g>, correction=<0|1|2>)
torch.var(<f 2,3,4>, dim=<0|(1, 2)|None>, correction=<0|2>, keepdim=<True|False>)
torch.std(<f 2,3,4>, (0, 2), <True|False>)
torch.std(<f 3,4>, unbiased=False)
torch.std_mean(<f 2,3,4>, dim=<1|(0, 2)>, correction=0)
torch.var_mean(<g 2,3,4>, 1, keepdim=True)
torch.max(<x d 3,4>, <0|1>)
torch.min(<f d 3,4>, 1, True)
torch.max(<f>, <f &>)
<f d 3,4>.max(dim=1).values
torch.max(<f 3,4>, 1, out=(<f 3>, <n 3>))
torch.quantile(<f>, <0.5|0.25|1|1.5>)
torch.quantile(<f 3,4>, <f 2 u>, dim=<0|1|None>, keepdim=<True|False>)
torch.quantile(<f 3,4>, 0.3, dim=1, interpolation=<'linear'|'lower'|'higher'|'nearest'|'midpoint'|'x'>)
torch.nanquantile(<f 3,4 n>, 0.5, dim=<0|1>)
torch.nanquantile(<f 3,4 n>, <f 3 u>)
torch.kthvalue(<x d>, <1|2>)
torch.kthvalue(<f d 3,4>, <1|3|9>, <0|1>, keepdim=<True|False>)
torch.topk(<x d>, <1|2|0>)
torch.topk(<f d 3,4>, <2|3|9>, <0|1>, <True|False>)
<f d 2,3,4>.topk(2, dim=<D>, largest=False)
torch.mode(<n 3,4>, <0|1>)
torch.median(<f d 3,4>, <0|1>)
torch.nanmedian(<f n 3,4>, 1)
torch.unique(<n>, return_inverse=<True|False>, return_counts=<True|False>)
torch.unique(<n 3,4>, dim=<0|1>)
torch.unique(<n 5,2>, dim=0, return_inverse=True, return_counts=True)
torch.unique_consecutive(<n>, return_inverse=True, return_counts=True)
torch.unique_consecutive(<n 4,3>, dim=<0|1>)
torch.unique(<x>, sorted=True, return_counts=True)
torch.bincount(<n 7 p>)
torch.bincount(<n 7 p>, weights=<f 7>, minlength=<0|9>)
torch.histc(<f>, <4|10>)
torch.histc(<f 17>, bins=5, min=<-2|0>, max=<2|0>)
torch.histogram(<f 17>, <4|{f 5 d}>)
torch.histogram(<f 17>, 4, range=(-2., 2.), weight=<f 17 p>, density=<True|False>)
torch.histogramdd(<f 5,2>, [2, 3])
torch.searchsorted(<f d 5>, <f 3,4>)
torch.searchsorted(torch.sort(<x d 3,5>)[0], <x 3,2>)
torch.searchsorted(torch.arange(6.), <f 3,4>, right=<True|False>)
torch.searchsorted(torch.arange(6), <Q>, side=<'left'|'right'>)
torch.bucketize(<r>, torch.arange(-3, 3))
torch.bucketize(<f 3,4>, torch.arange(5.), out_int32=<True|False>, right=<True|False>)
torch.isin(<n>, <n 4>)
torch.isin(<n>, <2|3>, invert=<True|False>)
torch.isin(<2|3>, <n>)
torch.isin(<x>, <y>, assume_unique=<True|False>)
torch.cross(<g 4,3>, <g 4,3>)
torch.linalg.cross(<f 3,4>, <f 3,4>, dim=0)
torch.linalg.cross(<x 4,3>, <y 4,3>)
torch.cross(<f 2,3,4>, <f 2,3,4>, dim=<D>)
torch.diff(<x>)
torch.diff(<x 3,4>, n=<1|2|5>, dim=<D>)
torch.diff(<f 3,4>, prepend=<f 3,1>, append=<f 3,2>)
torch.trapezoid(<f 3,4>, dx=<1|0.5>, dim=<D>)
torch.trapezoid(<f 3,4>, <f 4>)
torch.cumulative_trapezoid(<f 3,4>, dim=<D>)
torch.trapz(<x 4>)
torch.gradient(<f 7>)
torch.gradient(<f 4,5>, spacing=<1|2.|0.5>)
torch.gradient(<f 4,5>, dim=<D>, edge_order=<1|2>)
torch.cov(<f 3,5>, correction=<0|1>)
torch.cov(<g 3,5>)
torch.cov(<f 3,4>, fweights=<n 4 p>, aweights=<f 4 p>)
torch.corrcoef(<g 3,5>)
torch.dist(<f 3,4>, <f 3,4>, <0|1|2|inf|3|-inf>)
torch.cdist(<f 3,4>, <f 5,4>, <1.|2.|0.|inf|3.>)
torch.cdist(<f 2,3,4>, <f 1,5,4>)
torch.cdist(<x 3,4>, <x 2,4>)
F.pdist(<f 4,3>, <1|2|0|inf|3>)
torch.renorm(<f 3,4>, <1|2|inf>, <0|1>, <1.|0.5>)
<f 3,4>.renorm_(2, 0, 1.5)
torch.norm(<g>, <0|1|2|inf|-inf|0.5|3>)
torch.norm(<g 3,4>, 'fro')
torch.norm(<f 3,4>, 'nuc')
torch.norm(<f 2,3,4>, <1|2|'fro'>, dim=<D>, keepdim=True)
torch.norm(<f 2,3,4>, dim=(0, 2))
torch.norm(<f 3,4>, p=2, dim=1, dtype=torch.float64)
<x>.norm()
torch.linalg.norm(<g>)
torch.linalg.norm(<g 3,4>, <'fro'|'nuc'|1|-1|2|-2|inf|-inf|0|3>)
torch.linalg.norm(<g 2,3,4>, <1|2|inf>, dim=<D>)
torch.linalg.norm(<g 2,3,4>, <'fro'|1|2|inf>, (1, 2), True)
torch.linalg.vector_norm(<g>, <0|1|2|inf|-inf|0.5|3>)
torch.linalg.vector_norm(<g 2,3,4>, 2, dim=<D>, dtype=<torch.float64|torch.complex128|None>)
torch.linalg.vector_norm(<x>)
torch.linalg.matrix_norm(<g 2,3,3>, <'fro'|'nuc'|1|-1|2|-2|inf|-inf>)
torch.linalg.matrix_norm(<f 2,3,4>, ord='fro', dim=(0, 2), keepdim=True)
torch.linalg.cond(<m 3,3>, <None|1|2|'fro'|inf>)
torch.linalg.matrix_power(<g 3,3>, <0|1|2|3|-1|5>)
torch.matrix_power(<x 2,3,3>, <0|2>)
torch.linalg.solve(<m 3,3>, <g 3>)
torch.linalg.solve(<m 3,3>, <g 3,2>)
torch.linalg.solve(<m 2,3,3>, <g 2,3>)
torch.linalg.solve(<m 2,3,3>, <g 2,3,2>)
torch.linalg.solve(<g 3,3>, <g 2,3>, left=False)
torch.linalg.solve_ex(<m 3,3>, <g 3>)
torch.linalg.solve_triangular(<m 3,3>, <g 3,2>, upper=<True|False>)
torch.linalg.solve_triangular(<m 3,3>, <g 2,3>, upper=True, left=False, unitriangular=<True|False>)
torch.triangular_solve(<g 3,2>, <m 3,3>)
torch.cholesky_solve(<g 3,2>, torch.linalg.cholesky(<m 3,3>))
torch.cholesky_inverse(torch.linalg.cholesky(<m 3,3>), <upper=False|upper=True>)
torch.cholesky(<m 3,3>, upper=<True|False>)
torch.linalg.cholesky(<m 2,3,3>, upper=True)
torch.linalg.eigh(<m 2,3,3>).eigenvalues
<g 3,4>.svd().S
torch.linalg.eigh(<m 3,3>, UPLO=<'L'|'U'|'x'>)[0]
torch.linalg.eigvalsh(<m 2,3,3>, 'U')
torch.linalg.svd(<f 4,3>)[1]
torch.linalg.svd(<g 3,4>, full_matrices=False).S
torch.svd(<f 3,3>).S
torch.linalg.lstsq(<f 4,3>, <f 4,2>).solution
torch.linalg.lstsq(<f 4,3>, <f 4,2>).residuals
torch.linalg.lu_solve(*torch.linalg.lu_factor(<m 3,3>), <g 3,2>)
torch.lu_solve(<g 3,2>, *torch.linalg.lu_factor(<m 3,3>))
torch.lu_unpack(*torch.linalg.lu_factor(<m 3,3>))
torch.linalg.lu(<g 3,4>, pivot=<True|False>)
torch.linalg.qr(<g 4,3>, mode=<'reduced'|'complete'|'r'|'x'>)
torch.qr(<f 4,3>)
torch.geqrf(<f 4,3>)
torch.linalg.householder_product(<f 4,3>, <f 3>)
torch.orgqr(<f 4,3>, <f 3>)
torch.ormqr(<f 4,3>, <f 3>, <f 4,2>)
torch.linalg.ldl_solve(*torch.linalg.ldl_factor(<m 3,3>), <g 3,2>)
torch.linalg.multi_dot([<g 3,4>, <g 4,2>, <g 2,5>])
torch.linalg.multi_dot([<x 4>, <x 4,2>, <x 2>])
torch.chain_matmul(<f 3,4>, <f 4,2>, <f 2,5>)
torch.linalg.vecdot(<g 3,4>, <g 3,4>)
torch.linalg.vecdot(<g 3,4>, <g 4>, dim=<0|1>)
torch.linalg.vander(<x 4>)
torch.linalg.vander(<f 2,3>, N=<2|4|0>)
torch.vander(<x 4>, <2|5>, increasing=<True|False>)
torch.linalg.tensorinv(<f 4,2,2>, ind=1)
torch.linalg.tensorsolve(<f 2,2,4>, <f 2,2>)
torch.linalg.diagonal(<x 3,4>, offset=<0|1|-1>)
torch.linalg.matrix_rank(<f 3,4>, tol=<0.1|1.>)
torch.linalg.pinv(<f 3,4>, rtol=0.1)
torch.linalg.pinv(<m 3,3>, hermitian=True)
torch.linalg.matrix_exp(<f 2,3,3>)
torch.linalg.eig(<g 3,3>)[0].abs().sum()
torch.linalg.matmul(<x 3,4>, <x 4,2>)
torch.mm(<x 3,4>, <x 5,2>)
torch.mm(<x 3,4>, <y 4,2>)
torch.mm(<g 3,4>, <g 4,2>, out=<g 3,2>)
torch.mm(<g 0,4>, <g 4,2>)
torch.mm(<g 3,0>, <g 0,2>)
torch.bmm(<x 2,3,4>, <x 2,4,2>)
torch.bmm(<g 2,3,4>, <g 2,4,2>)
torch.bmm(<g 2,3,4>, <g 3,4,2>)
torch.mv(<x 3,4>, <x 4>)
torch.mv(<g 3,4>, <g 3>)
torch.matmul(<g 2,3,4>, <g 4,2>)
torch.matmul(<g 4>, <g 2,4,2>)
torch.matmul(<x 2,1,3,4>, <x 3,4,2>)
torch.matmul(<g 3,4>, <g 4>)
torch.addmm(<g 3,2>, <g 3,4>, <g 4,2>, beta=<1|0|0.5>, alpha=<1|2>)
torch.addmm(<x 2>, <x 3,4>, <x 4,2>)
torch.addmm(<x>, <x 3,4>, <x 4,2>)
<g 3,2>.addmm_(<g 3,4>, <g 4,2>)
torch.addmv(<g 3>, <g 3,4>, <g 4>, beta=<1|0>)
torch.addbmm(<g 3,2>, <g 2,3,4>, <g 2,4,2>)
torch.baddbmm(<g 2,3,2>, <g 2,3,4>, <g 2,4,2>, alpha=<1|0.5>, beta=<1|0|2>)
torch.baddbmm(<x 2>, <x 2,3,4>, <x 2,4,2>)
torch.addr(<g 3,4>, <g 3>, <g 4>, beta=<1|2|0>)
torch.addr(<x 4>, <x 3>, <y 4>)
torch.tensordot(<g 2,3,4>, <g 4,3>, dims=<1|0>)
torch.tensordot(<g 2,3,4>, <g 4,3>, dims=([2, 1], [0, 1]))
torch.tensordot(<x 2,3>, <x 3,2>, dims=2)
torch.einsum('ij,jk->ik', <x 3,4>, <x 4,2>)
torch.einsum('bij,bjk->bik', <g 2,3,4>, <g 2,4,2>)
torch.einsum('ii->i', <g 3,3>)
torch.einsum('ij->', <x 3,4>)
torch.einsum('i,j->ij', <g 3>, <g 4>)
torch.einsum('...ij,...jk', <g 2,3,4>, <g 4,2>)
torch.einsum('ij,ij,j->i', <g 3,4>, <g 3,4>, <g 4>)
torch.einsum('ij,jk', <g 3,4>, <g 3,4>)
torch.einsum('ijk->kj', <x 2,3,4>)
torch.einsum('ij,k->', <f 3,4>)
torch.einsum('bhqd,bhkd->bhqk', <f 2,2,3,4>, <f 2,2,5,4>)
torch.gather(<x 3,4>, <0|1|-1|2>, <i 3 2,4>)
torch.gather(<g 3,4>, 1, <i 4 3,2>)
torch.gather(<g 3,4>, 0, <i 5 2,4>)
torch.gather(<g 3,4>, 1, <i 3 5,2>)
torch.gather(<x 4>, 0, <i 4 s>)
torch.gather(<g 2,3,4>, <D>, <i 2 2,3,4>)
torch.gather(<x 3,4>, 1, <n 3,4>)
torch.take_along_dim(<g 3,4>, <i 4 3,2>, 1)
torch.take_along_dim(<x 3,4>, <i 4 5>)
torch.take_along_dim(<g 3,4>, <i 3 1,4>, dim=0)
torch.take(<x 3,4>, <i 12 5>)
torch.take(<g 3,4>, <i 14 2,2>)
<g 3,4>.put_(<i 12 3>, <g 3>, accumulate=<True|False>)
torch.put(<x 3,4>, <i 12 3>, <x 3>)
torch.index_select(<x 3,4>, <0|1|-1>, <i 3 5>)
torch.index_select(<g 2,3,4>, <D>, <i 2 3>)
torch.index_select(<x>, 0, <i 1 2>)
torch.index_select(<x 3,4>, 0, <n 3>)
torch.index_add(<g 3,4>, 0, <i 3 5>, <g 5,4>, alpha=<1|2|0.5>)
<x 3,4>.index_add_(1, <i 4 2>, <x 3,2>)
<g 3,4>.index_add(<0|1>, <i 3 2>, <g 2,4>)
<x 3,4>.index_copy(0, <i 3 2>, <x 2,4>)
<g 3,4>.index_copy_(1, torch.tensor([2, 0]), <g 3,2>)
<x 3,4>.index_fill(<0|1>, <i 3 2>, <Q>)
<g 3,4>.index_fill_(0, <i 3 2>, <g s>)
<x 3,4>.index_put((<i 3 2>, <i 4 2>), <x 2>, accumulate=<True|False>)
<g 3,4>.index_put_((<i 3 5>,), <g 4>, accumulate=True)
<x 3,4>.index_put_((<b 3,4>,), <x s>)
torch.index_reduce(<f 3,4>, 0, <i 3 5>, <f 5,4>, <'prod'|'mean'|'amax'|'amin'>, include_self=<True|False>)
torch.scatter(<x 3,4>, 1, <i 4 3,2>, <x 3,2>)
torch.scatter(<x 3,4>, 0, torch.tensor([[0, 1, 2, 0]]), <Q>)
torch.scatter(<g 3,4>, 1, torch.tensor([[0, 1], [2, 3], [1, 0]]), <g 3,4>)
<x 3,4>.scatter_(1, <i 4 3,1>, <Q>, reduce=<'add'|'multiply'>)
<x 3,4>.scatter_(0, <i 3 2,4>, <x 2,4>, reduce='add')
torch.scatter_add(<x 3,4>, <0|1>, <i 3 3,3>, <x 3,4>)
<g 3,4>.scatter_add_(0, <i 3 5,4>, <g 5,4>)
<f 3,4>.scatter_reduce(<0|1>, <i 3 3,4>, <f 3,4>, <'sum'|'prod'|'mean'|'amax'|'amin'>, include_self=<True|False>)
torch.scatter_reduce(<x 3,4>, 0, <i 3 3,4>, <x 3,4>, <'sum'|'amax'|'mean'>)
torch.masked_select(<x 3,4>, <b 3,4>)
torch.masked_select(<x>, <y> > 0)
<x 3,4>.masked_fill(<b 3,4>, <Q>)
<x>.masked_fill_(<b s>, <Q>)
<g 3,4>.masked_fill(<b 4>, <g s>)
<x 3,4>.masked_scatter(<b 3,4>, <x 12>)
<g 3,4>.masked_scatter_(<b 3,4>, <g 3,4>)
<x 3,4>[0]
<x 3,4>[-1, 1:3]
<x 3,4>[:, ::2]
<x 3,4>[..., None, 1]
<x 3,4>[None, 1, None]
<x 2,3,4>[1, ..., 0]
<g 2,3,4>[:, <i 3 2>]
<x 2,3,4>[<i 2 2>, :, <i 4 2>]
<g 2,3,4>[<i 2 2,1>, <i 3 2>]
<g 2,3,4>[0, <i 3 4>]
<g 2,3,4>[0, :, <i 4 2>]
<x 2,3,4>[:, <b 3>]
<x 3,4>[<b 3,4>]
<g 3,4>[<x 3,4> > 0]
<x 3,4>[<b 4>]
<x 3,4>[[0, 2]]
<x 3,4>[[0, 2], [1, 1]]
<x 3,4>[(0, 1)]
<x 3,4>[torch.tensor(1)]
<x 3,4>[True]
<x 3,4>[False]
<x 3,4>[5]
<x 3,4>[:, 4]
<x 3,4>[0, 0, 0]
<x 3,4>[1.5]
<x 3,4>['a']
<x 3,4>[1:2:-1]
<x 3,4>[::<1|2|0|5>]
<x 3,4>[<i 5 2>]
<x 3,4>[<n 2>]
<x 3,4>[<f 2>]
<x s>[0]
<x s>[None]
<x s>[...]
<x 0>[0]
<x 3,4>[torch.uint8]
<g 3,4>[torch.tensor([[0, 1], [2, 0]])]
<g 3,4>[range(2)]
<g 3,4>[slice(1, 3), None]
a = <x 3,4>; a[0] = <y 4>; a
a = <x 3,4>; a[:, 1] = <Q>; a
a = <x 3,4>; a[<b 3,4>] = <Q>; a
a = <x 3,4>; a[<b 3,4>] = <x 3>; a
a = <x 3,4>; a[<i 3 2>] = <x 2,4>; a
a = <x 3,4>; a[<i 3 2>, <i 4 2>] = <y s>; a
a = <x 3,4>; a[..., -1] += <x 3>; a
a = <x 3,4>; a[1:] = <y 2,4>; a
a = <x 3,4>; a[1:] = <x 3,4>; a
a = <x 3,4>; a[5] = 1; a
a = <x 3,4>; a[None, 0, 1] = <x s>; a
a = <x 3,4>; a[:, [0, 2]] = <x 3,2>; a
a = <x 3,4>; a[torch.tensor([True, False, True])] *= 2; a
a = <x 3,4>; a[True] = <Q>; a
a = <x 2,3,4>; a[:, <i 3 2>, 0] = <y 2,2>; a
a = <x s>; a[()] = <Q>; a
a = <x s>; a[0] = 1; a
a = <x 3,4>; a[0, 0] = [1]; a
<x>.permute(0)
<x 2,3,4>.permute(<2, 0, 1|(1, 2, 0)|0, 1, 2|0, 1|0, 0, 1|-1, 0, 1>)
torch.permute(<g 2,3,4>, (2, 0, 1))
<x>.transpose(<0|1|-1>, <0|1|-2>)
torch.transpose(<g 2,3,4>, <D>, <D>)
<x 2,3,4>.transpose_(0, 2)
torch.movedim(<x 2,3,4>, <0|1|(0, 1)>, <2|-1|(2, 0)>)
torch.moveaxis(<g 2,3,4>, 0, -1)
torch.swapaxes(<x 2,3,4>, 0, <D>)
torch.swapdims(<x 2,3,4>, 0, 1)
<x 2,3,4>.swapaxes_(0, 1)
torch.squeeze(<x>, <D>)
torch.squeeze(<x 2,1,3>, <1|(0, 1)|-2|0>)
torch.unsqueeze(<x>, <0|-1|1|7>)
<x 2,3>.unsqueeze_(<0|1|-1>)
<x 2,1,3>.squeeze_(1)
torch.flatten(<x>)
torch.flatten(<x 2,3,4>, <0|1|-2>, <1|-1|0>)
torch.unflatten(<x 6,4>, 0, <(2, 3)|(-1, 2)|(4, 2)|(6,)>)
<g 2,12>.unflatten(1, (3, -1))
<x>.reshape(-1)
<x 3,4>.reshape(<2, 6|(4, 3)|-1, 2|5, 2|-1, 5|12|1, 12|-1, -1>)
<x 3,4>.view(<2, 6|(4, 3)|-1, 2|5, 2|12|-1>)
<g 2,3,4>.view(2, -1)
<x 0>.view(<0, 3|-1, 3|0, -1>)
<x 3,4>.view(<torch.int8|torch.int32|torch.float16|torch.float64|torch.complex64|torch.bool>)
<x 3,4>.view_as(<f 4,3>)
<x 3,4>.reshape_as(<f 4,3>)
<x>.expand_as(<x>)
<x 3,1>.expand(<3, 4|-1, 4|2, 3, 4|2, -1, 4|4, 4|(3, 5)|-1, -1, 4>)
torch.broadcast_to(<g 3,1>, <(3, 4)|(2, 3, 4)|(4, 4)>)
<x 3,4>.repeat(<2|2, 1|1, 2, 3|(2, 2)|0, 1>)
torch.tile(<x 3,4>, <(2,)|(1, 2, 2)|(2, 2)>)
<x>.tile(2)
torch.repeat_interleave(<x>, <2|0|1>)
torch.repeat_interleave(<g 3,4>, <2|{i 4 3}>, dim=0)
torch.repeat_interleave(<i 4 5>)
torch.repeat_interleave(<x 3,4>, <i 3 4>, dim=1)
torch.repeat_interleave(<x 3>, <i 3 4>)
torch.roll(<x>, <1|2|-1>)
torch.roll(<g 3,4>, <1|(1, 2)|-1>, <0|(0, 1)|1>)
torch.flip(<x>, <[0]|(0,)|[-1]>)
torch.flip(<g 2,3,4>, <[0]|(0, 2)|[1, 1]|-1|[]>)
<x 3,4>.flip(0, 1)
torch.rot90(<x 3,4>, <1|2|-1|0>, <[0, 1]|(1, 0)>)
torch.rot90(<g 2,3,4>, 1, [1, 2])
torch.narrow(<x 3,4>, <0|1>, <0|1|2>, <1|2|0>)
<g 3,4>.narrow(1, 1, 2)
torch.narrow_copy(<x 3,4>, 1, 0, 2)
torch.select(<x 2,3,4>, <D>, <0|1|-1|7>)
torch.unbind(<x 2,3>)
torch.unbind(<g 2,3,4>, <D>)
<x>.unbind()
<x 6>.unfold(0, <2|3|9>, <1|2>)
<g 3,5>.unfold(1, 3, 1)
<x s>.unfold(0, 1, 1)
torch.as_strided(<x 3,4>, <(2, 2)|(3,)|(2, 3)>, <(1, 2)|(2,)|(1, 1)>)
<g 12>.as_strided((2, 3), (3, 1), <0|2>)
torch.diagonal(<x 3,4>, <0|1|-1|5>)
torch.diagonal(<g 2,3,4>, <0|1>, <0|1>, <2|-1|1>)
torch.diag(<x 3,4>, <0|1|-2>)
torch.diag(<x 3>, <0|1|-2>)
torch.diag(<x 2,3,4>)
torch.diag_embed(<x 2,3>, <0|1|-1>)
torch.diag_embed(<g 3>, dim1=<0|1>, dim2=<1|-1>)
torch.diagflat(<x 2,2>, <0|1>)
<x 3,4>.fill_diagonal_(<Q>)
<x 5,2>.fill_diagonal_(1, wrap=True)
torch.tril(<x 3,4>, <0|1|-1|5>)
torch.triu(<g 2,3,4>, <0|1|-2>)
<x 3,4>.tril_(1)
<x 3,4>.triu_()
torch.diagonal_scatter(<g 3,4>, <g 3>)
torch.select_scatter(<g 3,4>, <g 4>, 0, 1)
torch.slice_scatter(<g 3,4>, <g 2,4>, 0, 1)
torch.slice_scatter(<g 3,4>, <g 3,2>, dim=1, start=0, end=4, step=2)
torch.as_strided_scatter(<g 3,4>, <g 2,2>, (2, 2), (1, 2))
torch.tril_indices(3, <4|3|0>, <0|1|-1>)
torch.triu_indices(3, 4, offset=<0|1|-1>)
torch.combinations(<x 4>, <2|1|3|0>)
torch.combinations(<x 3>, 2, with_replacement=True)
torch.cartesian_prod(<x 2>, <x 3>)
torch.meshgrid(<x 2>, <x 3>, indexing=<'ij'|'xy'|'x'>)
torch.meshgrid(<x 2>, <x s>)
torch.cat([<x 2,3>, <y 2,3>], <0|1|-1|2>)
torch.cat((<g 2,3>, <g 2,1>), dim=1)
torch.cat([<x 0>, <x 2,3>])
torch.cat([<x 2,3>, <x 2,4>])
torch.cat([<f 2,3>, <f 2,3>], out=<f 4,3>)
torch.cat([<f 2,3,2,2>, <f 2,1,2,2>], 1)
torch.cat([<x s>])
torch.stack([<g 2,3>, <g 2,3>], <0|1|2|-1|3>)
torch.stack([<x 3>, <y 3>])
torch.stack([<x 3>, <x 4>])
torch.broadcast_tensors(<x 3,1>, <x 4>)
torch.broadcast_tensors(<x 3,2>, <x 4>)
torch.broadcast_shapes((3, 1), <(4,)|(3, 4)|(2, 1, 1)|5|(2, 4)>)
torch.atleast_2d(<x>, <x>)
torch.atleast_3d(<x 2,3>)
torch.block_diag(<x 2,3>, <x 2>, <y s>)
torch.arange(<5|0|7.5|-3|True>)
torch.arange(<1|0.5>, <5|2.5>, <1|0.5|2>)
torch.arange(5, 1, <-1|-2|1>)
torch.arange(0, 1, 0.25, dtype=<torch.float64|torch.float16|torch.int64>)
torch.arange(2, dtype=<torch.bool|torch.uint8|torch.complex64>)
torch.range(1, 4)
torch.linspace(<0|-1.5>, <1|10>, <5|1|0|-1>)
torch.linspace(0, 10, steps=<3|4>, dtype=<torch.int64|torch.float64|torch.float16|torch.complex64>)
torch.linspace(<f s>, 3, 4)
torch.logspace(0, <1|2>, <3|4|0>, base=<10|2>)
torch.eye(<3|0|3, 4|2, 3|-1>)
torch.eye(3, dtype=<torch.int32|torch.bool|torch.complex64>)
torch.full((2, 3), <Q>)
torch.full((2, 3), <Q>, dtype=<torch.float32|torch.int64|torch.bool|torch.complex64|torch.float16>)
torch.full(3, 1)
torch.full_like(<x>, <Q>)
torch.full_like(<x>, 2, dtype=<torch.float64|torch.int8>)
torch.tensor(<Q>)
torch.tensor([<Q>, <Q>])
torch.tensor([[1, 2], [3, <4|4.5|True|5j>]])
torch.tensor([[1, 2], [3]])
torch.tensor([1, 'a'])
torch.tensor([])
torch.tensor([1.7, -2.3], dtype=<torch.int32|torch.uint8|torch.bool|torch.float16|torch.complex64>)
torch.tensor([300, -5], dtype=<torch.int8|torch.uint8|torch.float16>)
torch.tensor(<x 3>)
torch.tensor([<x s>, 2])
torch.as_tensor([1, 2.5], dtype=<torch.float64|None>)
torch.asarray([1, 2], copy=<True|False|None>)
torch.scalar_tensor(<Q>, dtype=<torch.float64|torch.int32>)
torch.complex(torch.tensor(<1.|2>), torch.tensor(2.))
<x>.new_zeros(<3|(2, 2)|2, 3>)
<x>.new_ones((2, 3), dtype=torch.int16)
<x>.new_full((2,), <Q>)
<x>.new_tensor([1, <2|2.5>])
!<x>.new_empty((2, 3))
<x>.to(<torch.float32|torch.float64|torch.int64|torch.uint8|torch.bool|torch.complex64|torch.float16|torch.bfloat16|torch.int8|torch.int16>)
<x n>.to(<torch.int32|torch.int64|torch.bool|torch.float16>)
<x>.to('cpu', <torch.float64|torch.int32>)
<x>.to(<x>)
<x>.type(<torch.float64|torch.int32|'torch.FloatTensor'|torch.LongTensor|'x'>)
<x>.type_as(<f>)
<x 3,4>.copy_(<y>)
<x 3,4>.copy_(<y 2,3>)
<x>.fill_(<Q>)
<x>.fill_(<y s>)
<x>.zero_()
<x 3,4>.resize_(2, <2|3>)
<x 2,3>.resize_as_(<x 3>)
<x 3,4>.set_(<x 2>)
<x 3,4>.swapdims(0, 1).contiguous()
<f 2,3,2,2>.contiguous(memory_format=torch.channels_last)
<x 2,3,2,2>.is_contiguous(memory_format=torch.channels_last)
<f 2,3,2,2>.to(memory_format=torch.channels_last) + 1
torch.empty_permuted((2, 3, 4), (2, 0, 1)).stride()
torch.empty_strided((2, 3), (1, 2)).stride()
<x 3,4>.sum_to_size(<(1, 4)|(3, 1)|4|1, 1|(2, 4)>)
<x>.item()
<x 1>.item()
<x>.tolist()
bool(<x>)
int(<x 1>)
float(<x 1>)
complex(<x 1>)
len(<x>)
list(<x 3>)
<x 3> in <x 3>
<Q> in <x 3,4>
hash(<x>) == 0
abs(<x>)
-<x>
+<x>
~<x>
<x>.__rsub__(<Q>)
<x>.__rtruediv__(<Q>)
<Q> ** <f>
2 // <r>
<x 3,4> @ <y 4>
divmod(<f>, 2)
round(<f>)
sum(<x 3,4>)
max(<r 4>)
torch.is_tensor(<x>)
torch.result_type(<x>, <y>)
torch.result_type(<x>, <Q>)
torch.can_cast(<torch.int32|torch.float64|torch.bool|torch.complex64>, <torch.int8|torch.float16|torch.complex128>)
torch.promote_types(<torch.int32|torch.uint8|torch.bool|torch.float16>, <torch.int8|torch.bfloat16|torch.complex64|torch.int64>)
F.linear(<g 3,4>, <g 2,4>)
F.linear(<g 2,3,4>, <g 2,4>, <g 2>)
F.linear(<x 4>, <x 2,4>, <x 2>)
F.linear(<f 3,4>, <f 3,4>, <f 4>)
F.linear(<f 3,4>, <f 2,5>)
F.linear(<f 3,4>, <f 4>)
F.bilinear(<f 3,4>, <f 3,2>, <f 5,4,2>, <f 5>)
F.conv1d(<f 2,3,8>, <f 4,3,3>, <f 4>, stride=<1|2>, padding=<0|1|'same'|'valid'>)
F.conv1d(<f 3,8>, <f 4,3,3>)
F.conv1d(<f 2,4,8>, <f 4,2,3>, groups=2, dilation=<1|2>)
F.conv1d(<x 2,3,8>, <x 4,3,3>)
F.conv1d(<f 2,3,8>, <f 4,2,3>)
F.conv1d(<f 2,3,2>, <f 4,3,5>)
F.conv2d(<f 2,3,6,5>, <f 4,3,3,2>, <f 4>, stride=<1|2|(2, 1)>, padding=<0|1|(1, 0)>)
F.conv2d(<f 2,4,6,5>, <f 4,1,3,3>, groups=4, padding=1)
F.conv2d(<f 2,4,6,5>, <f 2,4,1,1>)
F.conv2d(<f 3,6,5>, <f 4,3,3,3>, dilation=2, padding='same')
F.conv2d(<f 0,3,6,5>, <f 4,3,3,3>)
F.conv2d(<g 2,3,4,4>, <g 2,3,2,2>)
F.conv2d(<f 2,3,4,4>, <f 2,3,2>)
F.conv2d(<f 2,3,4,4>, <f 2,3,2,2>, <f 3>)
F.conv3d(<f 1,2,4,4,3>, <f 3,2,2,2,2>, <f 3>, stride=<1|2>, padding=<0|1>)
F.conv_transpose1d(<f 2,3,5>, <f 3,4,3>, <f 4>, stride=<1|2>, padding=<0|1>, output_padding=<0|1>)
F.conv_transpose2d(<f 2,3,4,3>, <f 3,2,3,3>, <f 2>, stride=<1|2>, padding=<0|1>, output_padding=<0|1>)
F.conv_transpose2d(<f 2,4,4,3>, <f 4,2,3,2>, groups=2, dilation=<1|2>)
F.conv_transpose3d(<f 1,2,3,3,2>, <f 2,3,2,2,2>, stride=2)
F.conv_tbc(<f 5,2,3>, <f 3,3,4>, <f 4>, pad=<0|1>)
F.unfold(<f 2,3,5,4>, <2|(2, 3)>, padding=<0|1>, stride=<1|2>, dilation=1)
F.fold(<f 2,12,6>, (4, 3), 2)
F.fold(<f 2,12,4>, (4, 4), (2, 2), stride=2)
F.max_pool1d(<f d 2,3,8>, 2, return_indices=True)
F.max_pool2d(<f d 2,3,6,6>, 2, return_indices=True)
F.max_pool2d(<f d 2,3,6,6>, 3, 2, 1, dilation=<1|2>)
F.max_unpool1d(*F.max_pool1d(<f d 2,3,8>, 2, return_indices=True), 2)
F.max_unpool2d(*F.max_pool2d(<f d 2,3,6,6>, 2, return_indices=True), 2)
F.avg_pool2d(<f 2,3,6,6>, 3, 2, 1, count_include_pad=<True|False>, divisor_override=<None|2>)
F.lp_pool1d(<f 2,3,8 p>, <1|2|3>, 2)
F.lp_pool2d(<f 2,3,6,6 p>, 2, <2|(2, 3)>, stride=<None|1>)
F.fractional_max_pool2d(<f 2,3,7,7>, 2, output_size=3, _random_samples=<f 2,3,2 u>)
F.adaptive_max_pool2d(<f d 2,3,6,5>, 2, return_indices=True)
F.interpolate(<f 2,3,4>, <6|2>, mode=<'nearest'|'linear'|'area'|'nearest-exact'>)
F.interpolate(<f 2,3,4,5>, scale_factor=<2|0.5|(2, 1.5)>, mode=<'nearest'|'bilinear'|'bicubic'|'nearest-exact'|'area'>)
F.interpolate(<f 2,3,4,5>, size=<(3, 7)|6>, mode=<'bilinear'|'bicubic'>, align_corners=<True|False>)
F.interpolate(<f 2,3,8,6>, size=(3, 4), mode=<'bilinear'|'bicubic'>, antialias=True)
F.interpolate(<f 1,2,3,4,2>, scale_factor=2, mode=<'nearest'|'trilinear'|'area'>)
F.interpolate(<x 2,3,4>, 6)
F.interpolate(<f 3,4>, 6)
F.interpolate(<f 2,3,4,5>)
F.upsample(<f 2,3,4>, 6)
F.grid_sample(<f 2,3,4,4>, <f 2,3,2,2>, mode=<'bilinear'|'nearest'|'bicubic'>, padding_mode=<'zeros'|'border'|'reflection'>, align_corners=<True|False>)
F.affine_grid(<f 2,2,3>, (2, 3, 4, 3), align_corners=<True|False>)
F.pad(<x 3,4>, <(1, 2)|(1, 0, 2, 1)|(-1, 1)|(1,)|(0, 0)>)
F.pad(<g 2,3,4>, (1, 2), mode=<'constant'|'reflect'|'replicate'|'circular'>)
F.pad(<f 2,3,4,5>, (1, 2, 0, 1), mode=<'constant'|'reflect'|'replicate'|'circular'>)
F.pad(<x 3,4>, (1, 1), value=<Q>)
F.pad(<f 2,3,4>, (5, 1), mode='reflect')
F.pad(<f 2,3,4>, (1, 2, 3, 4, 5, 6, 7, 8))
F.pixel_shuffle(<x 2,8,3,2>, 2)
F.pixel_unshuffle(<f 2,2,4,6>, 2)
F.channel_shuffle(<f 2,4,3>, 2)
F.channel_shuffle(<f 2,4,3,3>, 2)
F.batch_norm(<f 4,3>, <f 3>, <f 3 p>)
F.batch_norm(<f 4,3,2>, None, None, <f 3>, <f 3>, training=True)
F.batch_norm(<f 4,3>, <f 3>, <f 3 p>, training=True, momentum=0.3)
F.batch_norm(<f 1,3>, None, None, training=True)
F.batch_norm(<f 2,3,2,2>, <f 3>, <f 3 p>, <f 3>, <f 3>, eps=<1e-5|0.1>)
F.layer_norm(<f 2,3,4>, <(4,)|(3, 4)|[4]|(3,)|4>)
F.layer_norm(<f 3,4>, (4,), <f 4>, <f 4>, eps=<1e-5|0.1>)
F.rms_norm(<f 3,4>, (4,), <f 4>)
F.rms_norm(<g 2,3,4>, (3, 4))
F.group_norm(<f 2,4,3>, <1|2|4|3>, <f 4>, <f 4>)
F.group_norm(<f 2,4,2,2>, 2)
F.instance_norm(<f 2,3,4>, None, None, <f 3>, <f 3>)
F.instance_norm(<f 2,3,4,2>)
F.local_response_norm(<f 2,4,3>, <2|3>)
F.normalize(<g 3,4>, <1|2|inf|3>, <D>)
F.softmax(<f 2,3,4>, <D>)
F.log_softmax(<f 2,3,4>, <D>)
F.softmax(<f>)
F.gumbel_softmax(<f 3,4>, tau=<1|0.5>, hard=<True|False>)
F.glu(<f 3,4>, <0|1|-1>)
F.glu(<f 2,3,4>)
F.prelu(<f 2,3,4>, <f {1|3|2}>)
F.prelu(<f>, <f 1>)
F.threshold(<f>, <0|0.5|-1>, <Q>)
F.hardtanh(<f>, <-1|0|-0.5>, <1|0.5|-1>)
F.leaky_relu(<f>, <0.1|0|1.5>)
F.elu(<f>, <1|0.5|2>)
F.celu(<f>, <1|0.5|0>)
F.softplus(<f>, beta=<1|2>, threshold=<20|1>)
F.gelu(<f>, approximate=<'none'|'tanh'|'x'>)
F.hardshrink(<f>, <0.5|0|1>)
F.softshrink(<f>, <0.5|0|-1>)
F.rrelu(<f>, 0.1, 0.3, training=<True|False>)
F.dropout(<f>, <0.5|0|1|0.3|1.5>, <True|False>)
F.dropout(<f 3,4>, 0.5, inplace=True)
F.alpha_dropout(<f 3,4>, 0.5, training=True)
F.feature_alpha_dropout(<f 2,3,4>, 0.5, training=True)
F.dropout1d(<f 2,3,4>, 0.5)
F.dropout2d(<f 2,3,2,2>, 0.5)
F.dropout3d(<f 2,3,2,2,2>, 0.5)
F.one_hot(<i 4 3>, <-1|5|4|2>)
F.one_hot(<n 3>)
F.embedding(<i 5 2,3>, <f 5,4>)
F.embedding(<i 5 2,3>, <f 5,4>, padding_idx=<0|-1|7>)
F.embedding(<i 7 2,3>, <f 5,4>)
F.embedding(<i 5 2,3>, <f 5,4>, max_norm=1.)
F.embedding(<f 2>, <f 5,4>)
F.embedding_bag(<i 5 2,3>, <f 5,4>, mode=<'sum'|'mean'|'max'>)
F.embedding_bag(<i 5 6>, <f 5,4>, torch.tensor([0, 2, 4]), mode=<'sum'|'mean'|'max'>)
F.embedding_bag(<i 5 2,3>, <f 5,4>, per_sample_weights=<f 2,3>, mode='sum')
F.embedding_bag(<i 5 6>, <f 5,4>, torch.tensor([0, 2, 6]), include_last_offset=True)
F.cross_entropy(<f 3,4>, <f 3,4 u>)
F.cross_entropy(<f 3,4>, <i 4 3>, label_smoothing=<0.1|0.5>)
F.cross_entropy(<f 3,4>, <i 4 3>, weight=<f 4 p>, label_smoothing=0.2, reduction=<'none'|'sum'|'mean'>)
F.cross_entropy(<f 2,4,3>, <i 4 2,3>, ignore_index=1, weight=<f 4 p>)
F.nll_loss(<f 3,4>, <i 4 3>, weight=<f 4 p>, reduction=<'none'|'sum'|'mean'>)
F.nll_loss(<f 2,4,2,3>, <i 4 2,2,3>, ignore_index=<1|-100>, reduction=<'none'|'mean'>)
F.nll_loss(<f 0,4>, <i 4 0>)
F.binary_cross_entropy(<f 3,4 u>, <f 3,4 u>, weight=<f 4 p>)
F.binary_cross_entropy(<f 3 p>, <f 3 u>)
F.binary_cross_entropy_with_logits(<f 3,4>, <f 3,4 u>, pos_weight=<f 4 p>, weight=<f 3,1 p>)
F.kl_div(<f 3,4>, <f 3,4 u>, reduction=<'batchmean'|'sum'|'none'|'mean'>, log_target=<True|False>)
F.smooth_l1_loss(<f 3,4>, <f 3,4>, beta=<0|0.5|2|-1>)
F.huber_loss(<f 3,4>, <f 3,4>, delta=<0.5|2|0>)
F.mse_loss(<f 3,4>, <f 4>)
F.mse_loss(<f 3,4>, <f 3,4>, weight=<f 3,4 p>)
F.poisson_nll_loss(<f 3,4>, <f 3,4 p>, log_input=<True|False>, full=<True|False>)
F.margin_ranking_loss(<f 4>, <f 4>, torch.tensor([1., -1, 1, 1]), margin=<0|0.5>)
F.hinge_embedding_loss(<f 3,4>, torch.ones(3, 4), margin=<1|0.5>)
F.cosine_embedding_loss(<f 3,4>, <f 3,4>, torch.tensor([1, -1, 1]), margin=<0|0.5>)
F.multilabel_margin_loss(<f 3,4>, torch.tensor([[1, 2, -1, 0], [0, -1, 2, 3], [3, 2, 1, 0]]))
F.multilabel_soft_margin_loss(<f 3,4>, <f 3,4 u>, weight=<f 4 p>)
F.multi_margin_loss(<f 3,4>, <i 4 3>, p=<1|2>, margin=<1|0.5>, weight=<f 4 p>)
F.ctc_loss(F.log_softmax(<f 6,2,4>, 2), torch.tensor([[1, 2], [3, 1]]), torch.tensor([6, 5]), torch.tensor([2, 1]), reduction=<'none'|'mean'|'sum'>, zero_infinity=<True|False>)
F.scaled_dot_product_attention(<f 2,3,4>, <f 2,5,4>, <f 2,5,4>)
F.scaled_dot_product_attention(<f 1,2,3,4>, <f 1,2,3,4>, <f 1,2,3,4>, is_causal=<True|False>, scale=<None|0.3>)
F.scaled_dot_product_attention(<f 1,2,3,4>, <f 1,2,5,4>, <f 1,2,5,4>, attn_mask=<{b 3,5}|{f 3,5}>)
F.scaled_dot_product_attention(<f 1,4,3,4>, <f 1,2,3,4>, <f 1,2,3,4>, enable_gqa=True)
F.multi_head_attention_forward(<f 3,2,4>, <f 3,2,4>, <f 3,2,4>, 4, 2, <f 12,4>, <f 12>, None, None, False, 0.0, <f 4,4>, <f 4>)
torch.softmax(<x>, <D>, dtype=<torch.float64|torch.float32>)
torch.log_softmax(<f>, <D>)
torch.celu_(<f>, 0.5)
torch.threshold(<r>, 0.5, 2)
torch.bernoulli(<f u>)
torch.bernoulli(<f 3,4>, 0.3)
<x 3,4>.bernoulli_(<0.3|1.5|{f 3,4 u}>)
torch.multinomial(<f 4 p>, <2|4|5>, replacement=<True|False>)
torch.multinomial(<f 3,4 u>, 2)
torch.normal(<f 3 p>, <f 3 p>)
torch.normal(0., <1.|-1.>, (2, 3))
torch.normal(<f 3>, 2.)
torch.poisson(<f p>)
torch.binomial(<f 3 p>, <f 3 u>)
torch.randint(<5|0, 5|3, 3|-3, 4>, (2, 3))
torch.randint(0, 9, (4,), dtype=<torch.int8|torch.float32|torch.uint8|torch.bool>)
torch.randint_like(<x>, <5|2, 9>)
torch.randperm(<6|0|-1>)
torch.randperm(5, dtype=<torch.int32|torch.float32|torch.int16>)
<x 3,4>.random_(<5|2, 9|0>)
<x 3,4>.uniform_(<0, 1|-2, 3|2, 1>)
<x 3,4>.normal_(<0, 1|2, 0.5|0, -1>)
<f 17>.normal_()
<x 3,4>.exponential_(<1|2|-1>)
<f 3,4>.cauchy_()
<f 3,4>.log_normal_()
<x 3,4>.geometric_(<0.5|0|2>)
<f 2,3,4>.normal_()
torch.rand(2, 3, dtype=<torch.float16|torch.complex64|torch.int32>)
torch.randn(<17|3, 5>, dtype=<torch.float16|torch.bfloat16|torch.complex64|torch.float64>)
torch.stft(<f 32>, 8, return_complex=True)
torch.stft(<f 2,32>, 8, hop_length=<2|4>, window=torch.hann_window(8), center=<True|False>, return_complex=True, normalized=<True|False>, onesided=<True|False>)
torch.istft(torch.stft(<f 32>, 8, window=torch.hann_window(8), return_complex=True), 8, window=torch.hann_window(8), length=<None|30>)
torch.hann_window(<5|8|1|0>, periodic=<True|False>)
torch.hamming_window(6, <True|False>)
torch.blackman_window(6, dtype=torch.float64)
torch.bartlett_window(<6|5>, <True|False>)
torch.kaiser_window(6, <True|False>, <12.|5.>)
torch.signal.windows.<gaussian|hann|hamming|cosine|exponential|kaiser|nuttall|bartlett|blackman>(7)
torch.pdist(<f 4,3>)
torch.cosine_similarity(<f 3,4>, <f 4>)
torch.pairwise_distance(<f 3,4>, <f 3,4>)
torch.constant_pad_nd(<x 2,3>, (1, 1), 2)
torch.bilinear(<f 3,4>, <f 3,2>, <f 5,4,2>, None)
torch.native_layer_norm(<f 3,4>, (4,), <f 4>, <f 4>, 1e-5)
torch.native_batch_norm(<f 4,3>, <f 3>, <f 3>, None, None, True, 0.1, 1e-5)
torch.native_group_norm(<f 2,4,3>, None, None, 2, 4, 3, 2, 1e-5)
torch.conv2d(<f 1,2,4,4>, <f 3,2,2,2>)
torch.convolution(<f 1,2,4,4>, <f 3,2,2,2>, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1)
torch.segment_reduce(<f 6>, <'sum'|'mean'|'max'|'min'|'prod'>, lengths=torch.tensor([2, 1, 3]))
torch.segment_reduce(<f 6,2>, 'sum', lengths=torch.tensor([2, 4]))
torch.unravel_index(<i 12 4>, (3, 4))
torch.bitwise_not(<n>)
torch.logcumsumexp(<g 3,4>, <0|1>)
torch.cummax(<f d 3,4>, <0|1>)
torch.cummin(<S 3,4>, <0|1>)
torch.prod(<f 3,4>, <0|1>, keepdim=<True|False>)
torch.aminmax(<r 3,4>, dim=<0|1|None>, keepdim=<True|False>)
torch.argmax(<r d 3,4>, dim=<0|1|None>, keepdim=<True|False>)
torch.amax(<f 3,4>, <(0, 1)|()|0>)
torch.logsumexp(<f 3,4>, <(0, 1)|0|[1]>)
torch.sort(<f d 3,4>, stable=True, dim=0, descending=True)
torch.sort(<n 7>, stable=True)
torch.argsort(<f d 3,4>, stable=<True|False>, dim=1)
torch.msort(<f d 3,4>)
torch.index_select(<f 3,4>, 1, <i 4 2>, out=<f 3,2>)
torch.sum(<f 3,4>, 0, out=<f {4|3}>)
torch.add(<f 3,4>, 1, out=<f {3,4|2|0}>)
torch.exp(<n 3>, out=<n 3>)
torch.abs(<g 3>, out=<f 3>)
torch.eq(<x 3>, <x 3>, out=<x 3>)
torch.matmul(<f 3,4>, <f 4,2>, out=<f 3,2>)
torch.cumsum(<f 3,4>, 0, out=<f 3,4>)
torch.stack([<f 3>, <f 3>], out=<f 2,3>)
torch.sort(<f d 4>, out=(<f 4>, <n 4>))
torch.arange(4, out=<x 4>)
torch.zeros(4, out=<x {4|3}>)
torch.func.vmap(torch.<sum|sin|prod|argmax|cumsum_none|amax|std>)(<f 3,4>)
torch.func.vmap(torch.<add|mul|dot|maximum|sub>)(<f 3,4>, <f 3,4>)
torch.func.vmap(torch.<mm|matmul|kron>, in_dims=<0|(0, 0)>)(<f 2,3,3>, <f 2,3,3>)
torch.func.vmap(lambda a: a @ a.T, in_dims=<0|1|2>, out_dims=<0|1|-1>)(<f 2,3,4>)
torch.func.grad(lambda a: (a * a.sin()).sum())(<f>)
torch.func.jacrev(lambda a: a.cumsum(0) * a)(<f 4>)
torch.func.jacfwd(lambda a: a.exp() * 2)(<f 2,3>)
torch.func.hessian(lambda a: (a ** 3).sum())(<f 3>)
torch.func.jvp(torch.<sin|exp|tanh|square>, (<f 3,4>,), (<f 3,4>,))
torch.func.vjp(torch.sin, <f 3>)[0]
torch.autograd.functional.jacobian(lambda a: a * a.sum(), <f 3>)
torch.autograd.functional.hessian(lambda a: (a ** 3).sum(), <f 3>)
torch.nn.functional.pairwise_distance(<f 3,4>, <f 1,4>, keepdim=True)
torch.nn.functional.softmin(<f 3,4>, 1)
nn.Linear(4, 3)(<f 2,4>)
nn.Linear(4, 3, dtype=torch.float64)(<f 2,4>)
nn.Bilinear(4, 3, 2)(<f 5,4>, <f 5,3>)
nn.Conv1d(3, 4, 3, padding=1, padding_mode=<'zeros'|'reflect'|'circular'|'replicate'>)(<f 2,3,6>)
nn.Conv2d(3, 4, 3, stride=2)(<f 2,3,6,6>)
nn.Conv2d(3, 4, 3)(<f 2,2,6,6>)
nn.ConvTranspose2d(3, 4, 3, stride=2)(<f 2,3,3,3>, <output_size=(8, 8)|output_size=(9, 9)|output_size=None>)
nn.BatchNorm1d(3)(<f 4,3>)
nn.BatchNorm2d(3)(<f 2,3,2,2>)
nn.BatchNorm2d(3)(<f 2,3>)
nn.LayerNorm(4)(<f 2,3,4>)
nn.RMSNorm(4)(<f 3,4>)
nn.GroupNorm(2, 4)(<f 2,4,3>)
nn.InstanceNorm1d(3, affine=True)(<f 2,3,4>)
nn.Embedding(5, 3)(<i 5 2,2>)
nn.EmbeddingBag(5, 3)(<i 5 2,2>)
nn.LSTM(4, 3, <1|2>)(<f 5,2,4>)
nn.LSTM(4, 3, batch_first=True, bidirectional=True)(<f 5,2,4>)
nn.LSTM(4, 3, proj_size=2)(<f 5,2,4>)
nn.GRU(4, 3, num_layers=2)(<f 5,2,4>)
nn.GRU(4, 3)(<f 5,4>)
nn.RNN(4, 3, nonlinearity=<'relu'|'tanh'>)(<f 5,2,4>)
nn.LSTMCell(4, 3)(<f 2,4>)
nn.GRUCell(4, 3)(<f 2,4>, <f 2,3>)
nn.RNNCell(4, 3)(<f 4>)
nn.MultiheadAttention(4, 2)(<f 3,2,4>, <f 3,2,4>, <f 3,2,4>)
nn.MultiheadAttention(4, 2, batch_first=True)(<f 3,2,4>, <f 3,5,4>, <f 3,5,4>, need_weights=<True|False>)
nn.TransformerEncoderLayer(4, 2, 8, batch_first=True, dropout=0.)(<f 2,3,4>)
nn.TransformerDecoderLayer(4, 2, 8, dropout=0.)(<f 2,3,4>, <f 5,3,4>)
nn.Transformer(4, 2, 1, 1, 8, dropout=0.)(<f 5,2,4>, <f 3,2,4>)
nn.Softmax(dim=1)(<f 3,4>)
nn.Softmax2d()(<f 2,3,2,2>)
nn.Unflatten(1, (2, 2))(<f 3,4>)
nn.Upsample(scale_factor=2, mode=<'nearest'|'bilinear'>)(<f 1,2,3,3>)
nn.PixelShuffle(2)(<f 1,4,2,2>)
nn.ZeroPad2d(<1|(1, 2, 0, 1)>)(<f 1,2,3,3>)
nn.ReflectionPad1d(2)(<f 2,3,4>)
nn.ReplicationPad3d(1)(<f 1,2,2,2,2>)
nn.ConstantPad1d(2, 1.5)(<x 2,3,4>)
nn.CircularPad2d(1)(<f 1,2,3,3>)
nn.MaxPool2d(2)(<f 1,2,4,4>)
nn.AdaptiveAvgPool2d(<1|(2, None)>)(<f 1,2,4,4>)
nn.CosineSimilarity(dim=1)(<f 3,4>, <f 3,4>)
nn.PairwiseDistance()(<f 3,4>, <f 3,4>)
nn.CrossEntropyLoss(label_smoothing=0.1)(<f 3,4>, <i 4 3>)
nn.NLLLoss()(<f 3,4>, <i 4 3>)
nn.KLDivLoss(reduction='batchmean')(<f 3,4>, <f 3,4 u>)
nn.GaussianNLLLoss()(<f 3,4>, <f 3,4>, <f 3,4 p>)
nn.TripletMarginLoss(swap=True)(<f 3,4>, <f 3,4>, <f 3,4>)
nn.CTCLoss()(<f 6,2,4>, torch.tensor([[1, 2], [3, 1]]), torch.tensor([6, 5]), torch.tensor([2, 1]))
nn.AdaptiveLogSoftmaxWithLoss(4, 6, [2, 4])(<f 3,4>, <i 6 3>)
nn.Fold((4, 3), 2)(<f 2,12,6>)
nn.Unfold(2)(<f 2,3,4,4>)
nn.LocalResponseNorm(2)(<f 2,4,3>)
nn.Hardtanh(-2, <2|-3>)(<f 3>)
nn.Threshold(0.5, 2)(<f 3>)
nn.Linear(4, -1)
nn.Conv2d(3, 4, 3, groups=2)
nn.MultiheadAttention(5, 2)
nn.GroupNorm(3, 4)
nn.LSTM(4, 3, bogus=1)
nn.Dropout(<1.5|-0.1|0.5>)(<f 3>)
"""

LINES = [row for forms, names in FAMILIES for name in names.split() if not name.endswith("_none") for row in [f.replace("{}", name) for f in forms]] + [line for line in ROWS.split("\n") if line]


# ---- the text of a call

class Maker:
    def __init__(self, number, rows):
        self.r = r = Random(number)
        self.row = rows[number % len(rows)]
        self.values = self.row.startswith("!") is False
        self.text = self.row.lstrip("!")
        self.dtypes = {"x": r.choice(ANY), "f": r.choice(FLOATS), "g": r.choice(FLOATS + FLOATS + COMPLEX), "n": r.choice(INTS), "r": r.choice(FLOATS + INTS), "S": r.choice(SIGNED)}
        self.layouts = ["c"] * 4 + ["T", "s", "o", "e", "r", "l"] if r.chance(60) else ["c"]
        factors = any(word in self.text for word in ("linalg", "svd", "pinv", "inverse", "nuc", "norm", "qr", "det", "chol", "exp(", "lstsq", "eig"))
        self.kind = "n" if r.chance(12) and not factors else ""  # LAPACK does not end for some NaNs
        self.shape = ()
        self.grad = r.chance(45) and ("<f" in self.text or "<g" in self.text or "<x" in self.text)
        self.seed = 1 + number % 1000

    def make(self):
        out, rest = "", self.text
        while "<" in rest:
            head, _, rest = rest.partition("<")
            if rest[:1] in " =<":
                out += head + "<"
                continue
            body, _, rest = rest.partition(">")
            out += head + self.argument(body)
        return out + rest

    def argument(self, body):
        while "{" in body and "|" not in body.partition("{")[0]:
            head, _, rest = body.partition("{")
            inner, _, rest = rest.partition("}")
            if rest[:1] == "|" or not head:
                break
            body = head + self.argument(inner) + rest
        if "|" in body:
            chosen = self.r.choice(body.split("|"))
            return self.argument(chosen[1:-1]) if chosen[:1] == "{" else chosen
        family, *words = body.split(" ")
        how = "".join(w for w in words if w in ("u", "p", "d", "n"))
        rest = " ".join(w for w in words if w not in ("u", "p", "d", "n"))
        if family == "D":
            return self.dim()
        if family == "Q":
            return repr(self.r.choice([2, 3, -1, 0, 1, 0.5, -1.5, 2.0, 1e3, True, 2j, nan, inf] if self.r.chance(30) else [2, 0.5, -1, 1.5, 3]))
        if family == "i":
            n, _, shape = rest.partition(" ")
            return f"ix({n}, {self.sizes(shape)}, {self.next()}, {self.r.choice(['c', 'c', 'c', 'T'])!r})"
        shape = self.sizes(rest)
        if family == "y":
            shape = self.beside(self.shape) if not rest else shape
            dtype = self.dtypes[self.last] if self.r.chance(60) else self.r.choice(ANY)
        elif family == "b":
            dtype = "bool"
        elif family != "m":
            self.last = family
            dtype = self.dtypes[family] if not self.r.chance(4) else self.r.choice(ANY)
            self.shape = shape
        if family == "m":
            dtype = self.dtypes["g"]
            self.last = "g"
            g = ", grad=True" if self.grad else ""
            return f"spd({dtype!r}, {shape[-1]}, {shape[:-1]}, {self.next()}{g})"
        kind = how or self.kind
        g = ", grad=True" if self.grad and family not in "bnri" else ""
        return f"t({dtype!r}, {shape}, {self.r.choice(self.layouts)!r}, {self.next()}, {kind!r}{g})"

    def next(self):
        self.seed += 1
        return self.seed

    def sizes(self, text):
        if text == "":
            return self.r.choice(SHAPES)
        if text == "s":
            return ()
        if text == "&":
            return self.shape
        return tuple(int(k) for k in text.split(","))

    def beside(self, shape):
        """Sizes that broadcast with shape, mostly."""
        r = self.r
        if r.chance(5):
            return r.choice(SHAPES)
        if r.chance(50):
            return shape
        out = [1 if r.chance(30) else k for k in shape]
        return tuple(out[r.below(len(out) + 1):])

    def dim(self):
        n = len(self.shape)
        if self.r.chance(5):
            return str(self.r.choice([n, -n - 1, 5]))
        return str(self.r.below(2 * n) - n) if n else self.r.choice(["0", "-1"])


def arguments(call):
    """The places of a call's last pair of parentheses: (open, [(from, to), ...], close)."""
    depth, stack, last = 0, [], None
    for i, c in enumerate(call):
        if c in "([{":
            stack.append(i)
        elif c in ")]}":
            start = stack.pop()
            if not stack and c == ")":
                last = (start, i)
    if last is None:
        return None
    start, end = last
    parts, depth, begin = [], 0, start + 1
    for i in range(start + 1, end):
        c = call[i]
        if c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
        elif c == "," and depth == 0:
            parts.append((begin, i))
            begin = i + 1
    if call[begin:end].strip():
        parts.append((begin, end))
    return start, parts, end


def spoil(call, r):
    """The call with a mistake in it."""
    found = arguments(call)
    if found is None:
        return call
    start, parts, end = found
    texts = [call[a:b].strip() for a, b in parts]
    how = r.below(5)
    if how == 0 and texts:
        texts.pop(r.below(len(texts)))
    elif how == 1:
        texts.append(r.choice(["wrong=1", "2", "None", "'a'"]) if not texts or "=" not in texts[-1] else "wrong=1")
    elif texts:
        k = r.below(len(texts))
        name, eq, _ = texts[k].partition("=") if "=" in texts[k].split("(")[0] else ("", "", "")
        wrong = r.choice(["None", "'a'", "1.5", "[]", "(1, 2)", "-7", "torch.ones(2, 2)", "torch.float32", "{}", "9", "torch.tensor([1, 2])", "t('float64', (2, 2), 'c', 3, '')", "[1.5]", "True"])
        texts[k] = name + eq + wrong
    return call[:start + 1] + ", ".join(texts) + call[end:]


def text(number, rows):
    m = Maker(number, rows)
    call = m.make()
    spoilt = m.r.chance(9)
    if spoilt:
        call = spoil(call.replace(", grad=True", ""), m.r)
    return call, m.values, m.grad and not spoilt


# ---- what a call gives

def sums(values):
    mask, total, size = 0, 0.0, 0.0
    for i, v in enumerate(values):
        if v != v:
            mask = (mask * 31 + 3 * i + 1) % 1000003
        elif v in (inf, -inf):
            mask = (mask * 31 + 3 * i + (2 if v > 0 else 3)) % 1000003
        else:
            total += v * (1 + (i * 7919 % 101) / 50)
            size += abs(v)
    return mask, total, size


def show(v, values=True, full=False):
    if isinstance(v, torch.Tensor):
        if v.layout != torch.strided:
            return f"{v.layout} {show(v.to_dense(), values, full)}"
        name = str(v.dtype)[6:]
        head = f"{name}{list(v.shape)}{list(v.stride())}".replace(" ", "")
        head += ("C" if v.is_conj() else "") + ("N" if v.is_neg() else "") + ("G" if v.requires_grad else "")
        if type(v) is not torch.Tensor:
            head = type(v).__name__ + " " + head
        if not values or v.device.type == "meta":
            return head
        flat = v.detach().resolve_conj().resolve_neg().contiguous().reshape(-1)
        if full:
            head += str(flat.tolist())
        if v.dtype.is_complex:
            pairs = flat.to(torch.complex128).tolist()
            bad = [i for i, z in enumerate(pairs) if not math.isfinite(z.real) or not math.isfinite(z.imag)]
            parts = [w for z in pairs for w in ((0.0, 0.0) if not math.isfinite(z.real) or not math.isfinite(z.imag) else (z.real, z.imag))]
            _, total, size = sums(parts)
            return f"{head} {zlib.crc32(str(bad).encode()) % 9973} ~{total:.7g},{size:.6g}"
        if v.dtype.is_floating_point:
            mask, total, size = sums(flat.double().tolist())
            return f"{head} {mask} ~{total:.7g},{size:.6g}"
        return f"{head} {zlib.crc32(str(flat.tolist()).encode()):x}"
    if isinstance(v, torch.Size):
        return repr(v)
    if isinstance(v, (tuple, list)):
        name = type(v).__name__ if type(v) not in (tuple, list) else ""
        return name + "(" + ", ".join(show(x, values, full) for x in v) + ")"
    if isinstance(v, float):
        return f"float ~{v:.7g},{abs(v):.6g}" if math.isfinite(v) else f"float {v}"
    if isinstance(v, complex):
        return f"complex ~{v.real:.7g},{abs(v):.6g} ~{v.imag:.7g},{abs(v):.6g}"
    return repr(v) if isinstance(v, (int, str, bool, type(None), torch.dtype)) else type(v).__name__


def outputs(v):
    if isinstance(v, torch.Tensor):
        return [v]
    if isinstance(v, (tuple, list)):
        return [o for x in v for o in outputs(x)]
    return []


def gradients(v, full):
    """The gradients of the leaves for a fixed cotangent of each output."""
    outs = [o for o in outputs(v) if o.requires_grad]
    if not outs:
        return ""
    cotangents = [t(str(o.dtype)[6:], tuple(o.shape), "c", 5 + k) for k, o in enumerate(outs)]
    got = torch.autograd.grad(outs, LEAVES, cotangents, allow_unused=True)
    return " <- " + show(list(got), True, full)


def first_line(e):
    line = str(e).split("\n")[0]
    return f"{type(e).__name__}: {line[:160]}"


def result(call, values=True, grad=False, full=False):
    LEAVES.clear()
    torch.manual_seed(7)
    space = dict(globals())
    try:
        *before, last = call.split("; ")
        for statement in before:
            exec(statement, space)
        v = eval(last, space)
        out = show(v, values, full)
    except Exception as e:
        return first_line(e)
    if grad:
        try:
            out += gradients(v, full)
        except Exception as e:
            out += " <- " + first_line(e)
    return out


def main():
    if sys.argv[1] == "-e":
        print(result(sys.argv[2], True, "grad=True" in sys.argv[2], True))
        return
    verbose = "-v" in sys.argv
    for number in range(int(sys.argv[1]), int(sys.argv[2])):
        call, values, grad = text(number, LINES)
        if verbose:
            print(f"{number} {call}", flush=True)
        got = result(call, values, grad, verbose).replace("\n", " ")
        print(f"{number} {got}", flush=True)


main()
