"""Functions of torch.fft that are made of others."""

import torch

_OPPOSITE = {None: "forward", "backward": "forward", "forward": "backward", "ortho": "ortho"}


def hfft(input, n=None, dim=-1, norm=None, *, out=None):
    """The real transform of half of a signal that is its own conjugate in reverse."""
    return torch.fft.irfft(torch.conj(input), n, dim, _OPPOSITE[norm])


def ihfft(input, n=None, dim=-1, norm=None, *, out=None):
    return torch.conj(torch.fft.rfft(input, n, dim, _OPPOSITE[norm])).resolve_conj()
