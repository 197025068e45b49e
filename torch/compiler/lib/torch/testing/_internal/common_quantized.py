"""Numbers of quantization, written out."""
import contextlib
import functools

import torch

supported_qengines = [engine for engine in torch.backends.quantized.supported_engines if engine != "none"]


@contextlib.contextmanager
def override_quantized_engine(qengine):
    """Another engine of quantized operators, for a while."""
    before = torch.backends.quantized.engine
    torch.backends.quantized.engine = qengine
    try:
        yield
    finally:
        torch.backends.quantized.engine = before


def override_qengines(qfunction):
    """Runs a test with each engine."""

    @functools.wraps(qfunction)
    def with_each(*args, **kwargs):
        for qengine in supported_qengines:
            with override_quantized_engine(qengine):
                qfunction(*args, **kwargs)

    return with_each


@contextlib.contextmanager
def override_cpu_allocator_for_qnnpack(qengine_is_qnnpack):
    yield


def qengine_is_fbgemm():
    return torch.backends.quantized.engine == "fbgemm"


def qengine_is_qnnpack():
    return torch.backends.quantized.engine == "qnnpack"


def qengine_is_onednn():
    return torch.backends.quantized.engine == "onednn"


def qengine_is_x86():
    return torch.backends.quantized.engine == "x86"


def _conv_output_shape(input_size, kernel_size, padding, stride, dilation, output_padding=0):
    import numpy as np

    return np.floor((input_size + 2 * padding - kernel_size - (kernel_size - 1) * (dilation - 1)) / stride) + 2 * output_padding + 1


def _quantize(x, scale, zero_point, qmin=None, qmax=None, dtype=None):
    import numpy as np

    dtype = dtype or np.uint8
    qmin, qmax = np.iinfo(dtype).min if qmin is None else qmin, np.iinfo(dtype).max if qmax is None else qmax
    return np.clip(np.round(x / scale + zero_point).astype(np.int64), qmin, qmax).astype(dtype)


def _dequantize(qx, scale, zero_point):
    return (qx.astype(float) - zero_point) * scale


def _requantize(x, multiplier, zero_point, qmin=0, qmax=255, qtype=None):
    import numpy as np

    return np.clip((x * multiplier).round() + zero_point, qmin, qmax).astype(qtype or np.uint8)


def _snr(x, x_hat):
    """Powers of signal and noise, and their ratio in dB."""
    if isinstance(x, (list, tuple)):
        return [_snr(a, b) for a, b in zip(x, x_hat)]
    if x_hat.is_quantized:
        x_hat = x_hat.dequantize()
    if x.is_quantized:
        x = x.dequantize()
    noise = (x - x_hat).norm()
    if noise == 0:
        return 0.0, float("inf"), float("inf")
    signal = x.norm()
    return signal, noise, 20 * (signal / noise).log10()


def _limits(dtype):
    return torch.iinfo(dtype).min, torch.iinfo(dtype).max


def _calculate_dynamic_qparams(X, dtype, reduce_range=False, qscheme=torch.per_tensor_affine):
    """Scale and zero point for the range of an array."""
    import numpy as np

    if isinstance(X, torch.Tensor):
        X = X.numpy()
    qmin, qmax = _limits(dtype)
    if reduce_range:
        qmin, qmax = qmin // 2, qmax // 2
    low, high = X.min(), X.max()
    if qscheme == torch.per_tensor_symmetric:
        assert dtype == torch.qint8, f"Expected dtype to be torch.qint8 for symmetric qscheme, got {dtype}"
        return [float(max(np.finfo(np.float32).eps, max(high, -low) / ((qmax - qmin) / 2))), 0]
    low, high = min(low, 0.0), max(high, 0.0)
    scale = max(np.finfo(np.float32).eps, (high - low) / (qmax - qmin))
    zero_point = min(max(qmin - round(low / scale), qmin), qmax)
    return [float(scale), int(zero_point)]


def _calculate_dynamic_per_channel_qparams(X, dtype):
    """Scales and zero points for the rows of an array, all of them for the range of the whole."""
    import numpy as np

    scale, zero_point = _calculate_dynamic_qparams(X, dtype)
    return np.full(len(X), scale, dtype=np.float64), np.full(len(X), zero_point, dtype=np.int64)


def to_tensor(X, device):
    if not isinstance(X, torch.Tensor):
        X = torch.tensor(X)
    return X.to(device=torch.device(device), dtype=torch.float32)


def _permute_to_axis_zero(X, axis):
    order = list(range(X.dim()))
    order[axis], order[0] = 0, axis
    return X.permute(tuple(order)), order


def _fake_quantize_per_channel_affine_reference(X, per_channel_scale, per_channel_zero_point, axis, quant_min, quant_max):
    kind = X.dtype
    rows, order = _permute_to_axis_zero(X.to(torch.float32), axis)
    out = torch.zeros_like(rows)
    for i in range(rows.size(0)):
        scale, zero_point = per_channel_scale[i], per_channel_zero_point[i]
        out[i] = (torch.clamp(torch.round(rows[i] * (1.0 / scale) + zero_point), quant_min, quant_max) - zero_point) * scale
    return out.permute(tuple(order)).to(kind)


def _fake_quantize_per_channel_affine_grad_reference(dY, X, per_channel_scale, per_channel_zero_point, axis, quant_min, quant_max):
    rows, order = _permute_to_axis_zero(X, axis)
    levels = torch.zeros_like(rows)
    for i in range(rows.size(0)):
        levels[i] = torch.round(rows[i] * (1.0 / per_channel_scale[i]) + per_channel_zero_point[i])
    levels = levels.permute(tuple(order))
    within = (levels >= quant_min) & (levels <= quant_max)
    return torch.where(within, dY, torch.zeros_like(dY))


EBITS_F32, MBITS_F32 = 8, 23
FP4_EBITS, FP4_MBITS = 2, 1


def _n_ones(n):
    return (1 << n) - 1


F32_EXP_BIAS = _n_ones(EBITS_F32 - 1)


def ceil_div(a, b):
    return (a + b - 1) // b


def down_size(size):
    """The size of a tensor whose last dimension holds two elements in each byte."""
    if size[-1] % 2:
        raise AssertionError(f"{size} last dim not divisible by two")
    return (*size[:-1], size[-1] // 2)


def pack_uint4(uint8_data):
    """Two 4-bit numbers in each byte, the first of a pair in its upper half where it is stored first."""
    pairs = uint8_data.contiguous().view(*down_size(uint8_data.shape), 2)
    return pairs[..., 1] << 4 | pairs[..., 0]


def _small_floats(ebits, mbits):
    """The non-negative numbers of a float without infinities, by their bits."""
    bias, codes = _n_ones(ebits - 1), torch.arange(1 << (ebits + mbits))
    exponent, fraction = codes >> mbits, (codes & _n_ones(mbits)).double() / (1 << mbits)
    normal = (1 + fraction) * torch.pow(2.0, (exponent - bias).double())
    return torch.where(exponent == 0, fraction * 2.0 ** (1 - bias), normal).float()


def _f32_to_floatx_unpacked(x, ebits, mbits):
    """The nearest numbers of a small float, ties to even bits, beyond the largest the largest: one in each byte."""
    values = _small_floats(ebits, mbits).to(x.device)
    size = x.abs().clamp(max=values[-1].item())
    above = torch.searchsorted(values, size).clamp(max=len(values) - 1)
    below = (above - 1).clamp(min=0)
    up, down = values[above] - size, size - values[below]
    code = torch.where((up < down) | ((up == down) & (above % 2 == 0)), above, below)
    return (code | torch.signbit(x).long() << (ebits + mbits)).to(torch.uint8)


def _floatx_unpacked_to_f32(x, ebits, mbits):
    size = _small_floats(ebits, mbits).to(x.device)[(x & _n_ones(ebits + mbits)).long()]
    return torch.where((x >> (ebits + mbits)) & 1 == 1, -size, size)


def _bfloat16_to_float4_e2m1fn_x2(x):
    if x.dtype != torch.bfloat16:
        raise AssertionError(f"Expected dtype torch.bfloat16, got {x.dtype}")
    return pack_uint4(_f32_to_floatx_unpacked(x.float(), FP4_EBITS, FP4_MBITS)).view(torch.float4_e2m1fn_x2)


def to_blocked(input_matrix):
    """Scales in the order that block-scaled products read them in: tiles of 128 x 4, rows 32 apart side by side."""
    rows, cols = input_matrix.shape
    tall, wide = ceil_div(rows, 128), ceil_div(cols, 4)
    padded = input_matrix.new_zeros((tall * 128, wide * 4))
    padded[:rows, :cols] = input_matrix
    tiles = padded.view(tall, 128, wide, 4).permute(0, 2, 1, 3).reshape(-1, 4, 32, 4)
    return tiles.transpose(1, 2).reshape(-1, 32, 16).flatten()


def from_blocked(input, input_scales, blocksize):
    """A matrix times its scales, which lie as to_blocked puts them."""
    rows, cols = input.shape[0], ceil_div(input.shape[1], blocksize)
    tall, wide = ceil_div(rows, 128), ceil_div(cols, 4)
    tiles = input_scales.view(-1, 32, 4, 4).transpose(1, 2).reshape(tall, wide, 128, 4)
    scales = tiles.permute(0, 2, 1, 3).reshape(tall * 128, wide * 4)[:rows, :cols]
    return input.to(torch.float32) * scales.to(torch.float32).repeat_interleave(blocksize, dim=1)[:, : input.shape[1]]


def from_blocked_format(x_mxfp8, scales_unswizzled, blocksize=32):
    """A block-scaled matrix as numbers of 16 bits."""
    factor = scales_unswizzled.to(torch.float).repeat_interleave(blocksize, dim=-1)
    return x_mxfp8.to(torch.bfloat16) * factor.to(torch.bfloat16)


def to_mxfp(data_hp, block_size=32, format="mxfp8"):
    """A power of two as scale of each block, and the elements in its units."""
    if data_hp.dtype not in (torch.bfloat16, torch.float):
        raise AssertionError(f"{data_hp.dtype} is not supported yet")
    if data_hp.shape[-1] % block_size:
        raise AssertionError(f"the last dimension of shape {data_hp.shape} must be divisible by block_size {block_size}")
    top, largest = (8, 448.0) if format == "mxfp8" else (2, 6.0)
    blocks = data_hp.reshape(*data_hp.shape[:-1], -1, block_size).to(torch.float32)
    reach = blocks.abs().amax(dim=-1, keepdim=True)
    exponent = torch.floor(torch.log2(reach)) - top
    exponent = torch.where(torch.isnan(reach), 128.0, exponent.clamp(-F32_EXP_BIAS, F32_EXP_BIAS))
    scaled = (blocks / torch.pow(2.0, exponent).clamp(min=2.0**-126)).clamp(-largest, largest).reshape(data_hp.shape).contiguous()
    scales = (exponent + F32_EXP_BIAS).to(torch.uint8).view(torch.float8_e8m0fnu).squeeze(-1)
    return scales, scaled.to(torch.float8_e4m3fn) if format == "mxfp8" else _bfloat16_to_float4_e2m1fn_x2(scaled.to(torch.bfloat16))


def generate_jagged_offs(E, M, multiple_of=16, dtype=torch.int32, device="cuda"):
    """Rising ends of E groups within M rows, multiples of a number, the last one M."""
    import random

    if M % multiple_of:
        raise ValueError(f"M must be divisible by {multiple_of}")
    ends = random.sample([end for end in range(multiple_of, M + 1, multiple_of)], E)
    ends[-1] = M
    return torch.tensor(sorted(ends), dtype=dtype, device=device)
