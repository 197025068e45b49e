"""Linear algebra of arrays."""
import functools

import torch

from torch._numpy import _funcs, _functions


class LinAlgError(Exception):
    pass


def cond(x, p=None):
    return torch.linalg.cond(_functions._floating(x), p)


def _real_if_whole(a, *results):
    """The results as real arrays where those of a real matrix have no imaginary part."""
    whole = not a.is_complex() and results[0].is_complex() and bool((results[0].imag == 0).all())
    return tuple(r.real for r in results) if whole else results


def eig(a):
    a = _functions._floating(a)
    return _real_if_whole(a, *torch.linalg.eig(a))


def eigvals(a):
    a = _functions._floating(a)
    return _real_if_whole(a, torch.linalg.eigvals(a))[0]


def lstsq(a, b, rcond=None):
    return torch.linalg.lstsq(*map(_functions._floating, _functions._operands(a, b)), rcond=rcond, driver="gelsd")


def tensorinv(a, ind=2):
    return torch.linalg.tensorinv(_functions._floating(a), ind)


def tensorsolve(a, b, axes=None):
    return torch.linalg.tensorsolve(*map(_functions._floating, _functions._operands(a, b)), dims=axes)


def matrix_rank(a, tol=None, hermitian=False):
    a = _functions._floating(a)
    if a.ndim < 2:
        return int((a != 0).any())
    return torch.linalg.matrix_rank(a, tol=tol, hermitian=hermitian)


def _function(implementation):
    inner = _funcs._on_tensors(implementation.__name__, implementation)

    @functools.wraps(implementation)
    def function(*args, **kwargs):
        try:
            return inner(*(_functions.asarray(a) if isinstance(a, list) and function.__name__ != "multi_dot" else a for a in args), **kwargs)
        except torch.linalg.LinAlgError as e:
            raise LinAlgError(*e.args) from None

    return function


for _name in "cholesky cond det eig eigh eigvals eigvalsh inv lstsq matrix_power matrix_rank multi_dot norm pinv qr slogdet solve svd tensorinv tensorsolve".split():
    globals()[_name] = _function(globals().get(_name) or getattr(_functions, _name))
