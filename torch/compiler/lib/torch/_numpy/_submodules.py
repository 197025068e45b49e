"""Functions of numpy.linalg, numpy.fft and numpy.random, on tensors."""

import torch

from torch._numpy._shapes import _joined
from torch._numpy._values import _finish, _floating, _operands, _shape


# numpy.linalg and numpy.fft

def norm(x, ord=None, axis=None, keepdims=False):
    if isinstance(axis, (tuple, list)) and len(axis) > 2:
        raise RuntimeError(f"linalg.norm: If dim is specified, it must be of length 1 or 2. Got {list(axis)}")
    return torch.linalg.norm(_floating(x), ord, axis, keepdims)


def det(a):
    return torch.linalg.det(_floating(a))


def inv(a):
    return torch.linalg.inv(_floating(a))


def pinv(a, rcond=1e-15, hermitian=False):
    return torch.linalg.pinv(_floating(a), rcond, hermitian=hermitian)


def solve(a, b):
    return torch.linalg.solve(*map(_floating, _operands(a, b)))


def matrix_power(a, n):
    return torch.linalg.matrix_power(_floating(a), n)


def cholesky(a):
    return torch.linalg.cholesky(_floating(a))


def qr(a, mode="reduced"):
    made = torch.linalg.qr(_floating(a), mode)
    return made.R if mode == "r" else made


def svd(a, full_matrices=True, compute_uv=True, hermitian=False):
    return torch.linalg.svd(_floating(a), full_matrices) if compute_uv else torch.linalg.svdvals(_floating(a))


def eigvalsh(a, UPLO="L"):
    return torch.linalg.eigvalsh(_floating(a), UPLO)


def eigh(a, UPLO="L"):
    return torch.linalg.eigh(_floating(a), UPLO)


def matrix_rank(a, tol=None, hermitian=False):
    return torch.linalg.matrix_rank(_floating(a))


def slogdet(a):
    return torch.linalg.slogdet(_floating(a))


def multi_dot(arrays, *, out=None):
    return _finish(torch.linalg.multi_dot(_joined(arrays)), out)


def _double(x):
    """The array in double precision, in which numpy transforms."""
    x = _floating(x)
    return x.to(torch.complex128 if x.dtype.is_complex else torch.float64)


def fft(a, n=None, axis=-1, norm=None):
    return torch.fft.fft(_double(a), n, axis, norm)


def ifft(a, n=None, axis=-1, norm=None):
    return torch.fft.ifft(_double(a), n, axis, norm)


def rfft(a, n=None, axis=-1, norm=None):
    return torch.fft.rfft(_double(a), n, axis, norm)


def irfft(a, n=None, axis=-1, norm=None):
    return torch.fft.irfft(_double(a), n, axis, norm)


# numpy.random, from torch's generator

def seed(seed=None):
    if seed is not None:
        torch.random.manual_seed(seed)


def rand(*size):
    return torch.rand(size, dtype=torch.float64)


def randn(*size):
    return torch.randn(size, dtype=torch.float64)


def random(size=()):
    return torch.rand(_shape(() if size is None else size), dtype=torch.float64)


random_sample = sample = random


def uniform(low=0.0, high=1.0, size=()):
    return low + (high - low) * random(size)


def normal(loc=0.0, scale=1.0, size=()):
    return loc + scale * torch.randn(_shape(() if size is None else size), dtype=torch.float64)


def randint(low, high=None, size=(), dtype=None):
    if high is None:
        low, high = 0, low
    return torch.randint(low, high, _shape(() if size is None else size))
