"""Windows of M points; `sym` says whether they are symmetric or one period of M."""

import math

import torch

__all__ = ["bartlett", "blackman", "cosine", "exponential", "gaussian", "general_cosine", "general_hamming", "hamming", "hann", "kaiser", "nuttall"]


def _check(name, M, dtype, layout):
    if M < 0:
        raise ValueError(f"{name} requires non-negative window length, got M={M}")
    if layout is not torch.strided:
        raise ValueError(f"{name} is implemented for strided tensors only, got: {layout}")
    if dtype not in (None, torch.float32, torch.float64):
        raise ValueError(f"{name} expects float32 or float64 dtypes, got: {dtype}")


def _options(dtype, layout, device, requires_grad):
    return {"dtype": torch.get_default_dtype() if dtype is None else dtype, "layout": layout, "device": device, "requires_grad": requires_grad}


def exponential(M, *, center=None, tau=1.0, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    _check("exponential", M, dtype, layout)
    if tau <= 0:
        raise ValueError(f"Tau must be positive, got: {tau} instead.")
    if sym and center is not None:
        raise ValueError("Center must be None for symmetric windows")
    options = _options(dtype, layout, device, requires_grad)
    if M == 0:
        return torch.empty((0,), **options)
    if center is None:
        center = (M if not sym and M > 1 else M - 1) / 2.0
    constant = 1 / tau
    k = torch.linspace(start=-center * constant, end=(-center + (M - 1)) * constant, steps=M, **options)
    return torch.exp(-torch.abs(k))


def cosine(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    _check("cosine", M, dtype, layout)
    options = _options(dtype, layout, device, requires_grad)
    if M == 0:
        return torch.empty((0,), **options)
    constant = math.pi / (M + 1 if not sym and M > 1 else M)
    return torch.sin(torch.linspace(start=0.5 * constant, end=(0.5 + (M - 1)) * constant, steps=M, **options))


def gaussian(M, *, std=1.0, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    _check("gaussian", M, dtype, layout)
    if std <= 0:
        raise ValueError(f"Standard deviation must be positive, got: {std} instead.")
    options = _options(dtype, layout, device, requires_grad)
    if M == 0:
        return torch.empty((0,), **options)
    start = -(M if not sym and M > 1 else M - 1) / 2.0
    constant = 1 / (std * math.sqrt(2))
    k = torch.linspace(start=start * constant, end=(start + (M - 1)) * constant, steps=M, **options)
    return torch.exp(-(k ** 2))


def kaiser(M, *, beta=12.0, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    _check("kaiser", M, dtype, layout)
    if beta < 0:
        raise ValueError(f"beta must be non-negative, got: {beta} instead.")
    options = _options(dtype, layout, device, requires_grad)
    if M == 0:
        return torch.empty((0,), **options)
    if M == 1:
        return torch.ones((1,), **options)
    beta = torch.tensor(beta, dtype=options["dtype"], device=device)
    start = -beta
    constant = 2.0 * beta / (M if not sym else M - 1)
    end = torch.minimum(beta, start + (M - 1) * constant)
    k = torch.linspace(start=start, end=end, steps=M, **options)
    return torch.i0(torch.sqrt(beta * beta - torch.pow(k, 2))) / torch.i0(beta)


def general_cosine(M, *, a, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    _check("general_cosine", M, dtype, layout)
    options = _options(dtype, layout, device, requires_grad)
    if M == 0:
        return torch.empty((0,), **options)
    if M == 1:
        return torch.ones((1,), **options)
    if not hasattr(a, "__iter__"):
        raise TypeError("Coefficients must be a list/tuple")
    if not a:
        raise ValueError("Coefficients cannot be empty")
    constant = 2 * math.pi / (M if not sym else M - 1)
    k = torch.linspace(start=0, end=(M - 1) * constant, steps=M, **options)
    signed = torch.tensor([(-1) ** i * w for i, w in enumerate(a)], device=device, dtype=options["dtype"], requires_grad=requires_grad)
    i = torch.arange(signed.shape[0], dtype=signed.dtype, device=device)
    return (signed.unsqueeze(-1) * torch.cos(i.unsqueeze(-1) * k)).sum(0)


def general_hamming(M, *, alpha=0.54, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    return general_cosine(M, a=[alpha, 1.0 - alpha], sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def hamming(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    return general_hamming(M, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def hann(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    return general_hamming(M, alpha=0.5, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def blackman(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    _check("blackman", M, dtype, layout)
    return general_cosine(M, a=[0.42, 0.5, 0.08], sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def bartlett(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    _check("bartlett", M, dtype, layout)
    options = _options(dtype, layout, device, requires_grad)
    if M == 0:
        return torch.empty((0,), **options)
    if M == 1:
        return torch.ones((1,), **options)
    constant = 2 / (M if not sym else M - 1)
    return 1 - torch.abs(torch.linspace(start=-1, end=-1 + (M - 1) * constant, steps=M, **options))


def nuttall(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    return general_cosine(M, a=[0.3635819, 0.4891775, 0.1365995, 0.0106411], sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)
