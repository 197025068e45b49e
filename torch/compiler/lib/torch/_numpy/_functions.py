"""numpy's functions on tensors: what the calls of numpy in a traced function become. Every function takes and gives tensors, with numpy's rules for types (_values)."""

from torch._numpy._choosing import *
from torch._numpy._creation import *
from torch._numpy._elementwise import *
from torch._numpy._elementwise import __getitem__, __setitem__, _attribute, _operator
from torch._numpy._numbers import *
from torch._numpy._reductions import *
from torch._numpy._shapes import *
from torch._numpy._submodules import *
from torch._numpy._submodules import _double
from torch._numpy._values import *
from torch._numpy._values import _array, _dtype_name, _floating, _operands

# The modules of numpy whose functions are here, and those names of theirs that are.
LINALG = ("norm", "det", "inv", "pinv", "solve", "matrix_power", "cholesky", "qr", "svd", "eigvalsh", "eigh", "matrix_rank", "slogdet", "multi_dot")
FFT = ("fft", "ifft", "rfft", "irfft")
RANDOM = ("seed", "rand", "randn", "random", "random_sample", "sample", "uniform", "normal", "randint")
_ELSEWHERE = frozenset(LINALG + FFT + RANDOM + ("fill", "flatten", "astype"))


def functions():
    """Pairs of a function of numpy and the name of its stand-in here."""
    import numpy

    pairs = [(getattr(numpy, name), name) for name, value in globals().items()
             if callable(value) and not name.startswith("_") and name not in _ELSEWHERE and name != "functions" and hasattr(numpy, name)]
    pairs = [(fn, name) for fn, name in pairs if name != "row_stack" or fn is not numpy.vstack]  # an older name
    for module, names in ((numpy.linalg, LINALG), (numpy.fft, FFT), (numpy.random, RANDOM)):
        pairs += [(getattr(module, name), name) for name in names]
    return pairs
