"""Settings of the libraries that PyTorch can use. None of them is used here, so the settings are kept and do nothing."""

import contextlib

from torch.backends import cuda, cudnn, mkl, mkldnn, mps, openmp


_flags_frozen = False


def disable_global_flags():
    """From now on flags can be set for a block only."""
    global _flags_frozen
    _flags_frozen = True


def flags_frozen():
    return _flags_frozen


@contextlib.contextmanager
def __allow_nonbracketed_mutation():
    """A block in which flags can be set as long as one likes."""
    global _flags_frozen
    frozen, _flags_frozen = _flags_frozen, False
    try:
        yield
    finally:
        _flags_frozen = frozen
