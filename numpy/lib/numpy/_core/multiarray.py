"""Functions that pickles of arrays and scalars call."""
import numpy as np


def _reconstruct(subtype, shape, dtype):
    return np.ndarray.__new__(subtype, shape, "b" if isinstance(dtype, bytes) else dtype)


def scalar(dtype, data=b""):
    return np._frombytes(dtype, data)[0] if isinstance(data, bytes) else data
