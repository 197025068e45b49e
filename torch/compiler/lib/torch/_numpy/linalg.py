"""Linear algebra of arrays."""
import torch

from torch._numpy import _funcs, _functions


class LinAlgError(Exception):
    pass


def _function(name):
    implementation = getattr(getattr(_functions, "linalg", None), name, None)
    inner = _funcs._on_tensors(name, implementation) if implementation is not None else None

    def function(*args, **kwargs):
        import numpy

        try:
            return inner(*args, **kwargs) if inner is not None else _funcs.of_numpy(numpy.linalg, name, args, kwargs)
        except (torch.linalg.LinAlgError, numpy.linalg.LinAlgError) as e:
            if "square" in str(e) or "dimensional" in str(e):
                raise RuntimeError(str(e)) from None
            raise LinAlgError(str(e)) from None

    function.__name__ = function.__qualname__ = name
    return function


for _name in "cholesky cond det eig eigh eigvals eigvalsh inv lstsq matrix_power matrix_rank multi_dot norm pinv qr slogdet solve svd tensorinv tensorsolve".split():
    globals()[_name] = _function(_name)
