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
