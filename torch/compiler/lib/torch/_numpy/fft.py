"""Fourier transforms of arrays."""
from torch._numpy import _funcs


def _function(name):
    def function(*args, **kwargs):
        import numpy

        return _funcs.of_numpy(numpy.fft, name, args, kwargs)

    function.__name__ = function.__qualname__ = name
    return function


for _name in "fft fft2 fftfreq fftn fftshift hfft ifft ifft2 ifftn ifftshift ihfft irfft irfft2 irfftn rfft rfft2 rfftfreq rfftn".split():
    globals()[_name] = _function(_name)
