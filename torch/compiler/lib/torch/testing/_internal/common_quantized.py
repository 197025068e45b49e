"""Numbers of quantization, written out."""

import contextlib

import torch

supported_qengines = []


@contextlib.contextmanager
def override_quantized_engine(qengine):
    yield


def override_qengines(qfunction):
    return qfunction


def qengine_is_fbgemm():
    return False


qengine_is_qnnpack = qengine_is_onednn = qengine_is_x86 = qengine_is_fbgemm


def _quantize(x, scale, zero_point, qmin=None, qmax=None, dtype=None):
    import numpy as np

    dtype = dtype or np.uint8
    qmin, qmax = np.iinfo(dtype).min if qmin is None else qmin, np.iinfo(dtype).max if qmax is None else qmax
    return np.clip(np.round(x / scale + zero_point).astype(np.int64), qmin, qmax).astype(dtype)


def _dequantize(qx, scale, zero_point):
    return (qx.astype(float) - zero_point) * scale


def _snr(x, x_hat):
    """Powers of signal and noise, and their ratio in dB."""
    if isinstance(x, (list, tuple)):
        return [_snr(a, b) for a, b in zip(x, x_hat)]
    noise = (x - x_hat).norm()
    if noise == 0:
        return 0.0, float("inf"), float("inf")
    signal = x.norm()
    return signal, noise, 20 * (signal / noise).log10()
