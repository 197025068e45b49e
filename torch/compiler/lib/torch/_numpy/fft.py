"""Fourier transforms of arrays."""
import torch

from torch._numpy import _funcs, _functions


def _transform(name):
    transform = getattr(torch.fft, name)

    if name.endswith(("2", "n")):
        default = (-2, -1) if name.endswith("2") else None

        def function(a, s=None, axes=default, norm=None):
            return transform(_functions._double(a), s, axes, norm)
    else:
        def function(a, n=None, axis=-1, norm=None):
            return transform(_functions._double(a), n, axis, norm)

    function.__name__ = function.__qualname__ = name
    return _funcs._on_tensors(name, function)


for _name in "fft fft2 fftn hfft ifft ifft2 ifftn ihfft irfft irfft2 irfftn rfft rfft2 rfftn".split():
    globals()[_name] = _transform(_name)


def fftfreq(n, d=1.0):
    return torch.fft.fftfreq(n, d)


def rfftfreq(n, d=1.0):
    return torch.fft.rfftfreq(n, d)


def fftshift(x, axes=None):
    return torch.fft.fftshift(_functions._array(x), axes)


def ifftshift(x, axes=None):
    return torch.fft.ifftshift(_functions._array(x), axes)


for _shown in (fftfreq, rfftfreq, fftshift, ifftshift):
    globals()[_shown.__name__] = _funcs._on_tensors(_shown.__name__, _shown)
del _name, _shown
