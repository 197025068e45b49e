"""The file format .npy."""
import numpy as np
from numpy import _io

MAGIC_PREFIX = b"\x93NUMPY"


def read_array(fp, allow_pickle=False, pickle_kwargs=None, *, max_header_size=10000):
    return _io._read_array(fp, allow_pickle, max_header_size)


def write_array(fp, array, version=None, allow_pickle=True, pickle_kwargs=None):
    _io._write_array(fp, array, allow_pickle)
