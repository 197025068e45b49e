"""Discrete Fourier transforms, by the operators of tensors."""
import numpy as np


def _input(a, real=False):
    a = np.asarray(a)
    if real and a.dtype.kind == "c":
        raise TypeError("ufunc 'rfft_n_even' did not contain a loop with signature matching types <class 'numpy.dtypes.Complex128DType'> -> None")
    if a.dtype.kind in "iub":
        return a.astype(np.float64)
    return a.astype(np.float32) if a.dtype == np.float16 else a


def _one(name, a, n, axis, norm, out=None):
    if n is not None and n < 1:
        raise ValueError(f"Invalid number of FFT data points ({n}) specified.")
    a = _input(a, name == "rfft")
    if n is None and a.ndim and a.shape[axis] == 0:
        raise ValueError("Invalid number of FFT data points (0) specified.")
    if norm not in (None, "backward", "ortho", "forward"):
        raise ValueError(f'Invalid norm value {norm}; should be "backward", "ortho" or "forward".')
    r = np._operate("fft." + name, a, n, axis, norm)
    return np.ascontiguousarray(r) if out is None else np.copyto(out, r) or out


def fft(a, n=None, axis=-1, norm=None, out=None):
    return _one("fft", a, n, axis, norm, out)


def ifft(a, n=None, axis=-1, norm=None, out=None):
    return _one("ifft", a, n, axis, norm, out)


def rfft(a, n=None, axis=-1, norm=None, out=None):
    return _one("rfft", a, n, axis, norm, out)


def irfft(a, n=None, axis=-1, norm=None, out=None):
    return _one("irfft", a, n, axis, norm, out)


def hfft(a, n=None, axis=-1, norm=None, out=None):
    return _one("hfft", a, n, axis, norm, out)


def ihfft(a, n=None, axis=-1, norm=None, out=None):
    return _one("ihfft", a, n, axis, norm, out)


def _many(f, a, s, axes, norm):
    a = np.asarray(a)
    if axes is None:
        axes = list(range(-len(s), 0)) if s is not None else list(range(a.ndim))
    sizes = [None] * len(axes) if s is None else list(s)
    for axis, n in reversed(list(zip(axes, sizes))):
        a = f(a, n, axis, norm)
    return a


def fftn(a, s=None, axes=None, norm=None, out=None):
    return _many(fft, a, s, axes, norm)


def ifftn(a, s=None, axes=None, norm=None, out=None):
    return _many(ifft, a, s, axes, norm)


def fft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    return _many(fft, a, s, axes, norm)


def ifft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    return _many(ifft, a, s, axes, norm)


def rfftn(a, s=None, axes=None, norm=None, out=None):
    a = np.asarray(a)
    if axes is None:
        axes = list(range(-len(s), 0)) if s is not None else list(range(a.ndim))
    a = rfft(a, None if s is None else s[-1], axes[-1], norm)
    return _many(fft, a, None if s is None else s[:-1], axes[:-1], norm)


def irfftn(a, s=None, axes=None, norm=None, out=None):
    a = np.asarray(a)
    if axes is None:
        axes = list(range(-len(s), 0)) if s is not None else list(range(a.ndim))
    a = _many(ifft, a, None if s is None else s[:-1], axes[:-1], norm)
    return irfft(a, None if s is None else s[-1], axes[-1], norm)


def rfft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    return rfftn(a, s, axes, norm)


def irfft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    return irfftn(a, s, axes, norm)


def fftfreq(n, d=1.0, device=None):
    if not isinstance(n, (int, np.integer)):
        raise ValueError("n should be an integer")
    half = (n - 1) // 2 + 1
    return np.concatenate([np.arange(0, half), np.arange(-(n // 2), 0)]) * (1.0 / (n * d))


def rfftfreq(n, d=1.0, device=None):
    if not isinstance(n, (int, np.integer)):
        raise ValueError("n should be an integer")
    return np.arange(0, n // 2 + 1) * (1.0 / (n * d))


def fftshift(x, axes=None):
    x = np.asarray(x)
    axes = tuple(range(x.ndim)) if axes is None else (axes,) if isinstance(axes, (int, np.integer)) else tuple(axes)
    return np.roll(x, [x.shape[i] // 2 for i in axes], axes)


def ifftshift(x, axes=None):
    x = np.asarray(x)
    axes = tuple(range(x.ndim)) if axes is None else (axes,) if isinstance(axes, (int, np.integer)) else tuple(axes)
    return np.roll(x, [-(x.shape[i] // 2) for i in axes], axes)
