"""Functions of torch.fft that are made of others."""

import torch

_OPPOSITE = {None: "forward", "backward": "forward", "forward": "backward", "ortho": "ortho"}


def hfft(input, n=None, dim=-1, norm=None, *, out=None):
    """The real transform of half of a signal that is its own conjugate in reverse."""
    return torch.fft.irfft(torch.conj(input), n, dim, _OPPOSITE[norm])


def ihfft(input, n=None, dim=-1, norm=None, *, out=None):
    return torch.conj(torch.fft.rfft(input, n, dim, _OPPOSITE[norm])).resolve_conj()


def hfftn(input, s=None, dim=None, norm=None, *, out=None):
    return torch.fft.irfftn(torch.conj(input), s, dim, _OPPOSITE[norm])


def ihfftn(input, s=None, dim=None, norm=None, *, out=None):
    return torch.conj(torch.fft.rfftn(input, s, dim, _OPPOSITE[norm])).resolve_conj()


def hfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    return hfftn(input, s, dim, norm)


def ihfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    return ihfftn(input, s, dim, norm)
