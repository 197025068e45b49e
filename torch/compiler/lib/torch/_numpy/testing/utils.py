"""Checks of arrays: numpy's own, on the memory of the tensors."""
import sys
import unittest
import warnings

import torch
from numpy.testing import assert_no_warnings, assert_warns

from torch._numpy import _dtypes
from torch._numpy._ndarray import ndarray

IS_WASM = IS_PYPY = IS_PYSTON = False
HAS_REFCOUNT = hasattr(sys, "getrefcount")
verbose = 0


def _plain(value):
    if isinstance(value, ndarray):
        value = value.tensor
    if isinstance(value, torch.Tensor):
        value = value.detach().numpy()
        return value if value.ndim else value[()]
    if isinstance(value, _dtypes.DType):
        return value.name
    if isinstance(value, type) and issubclass(value, _dtypes.generic):
        return value.name
    if type(value) in (list, tuple):
        return type(value)(map(_plain, value))
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items()}
    return value


def _check(name):
    def check(*args, **kwargs):
        import numpy.testing

        __tracebackhide__ = True
        return getattr(numpy.testing, name)(*map(_plain, args), **{k: _plain(v) for k, v in kwargs.items()})

    check.__name__ = check.__qualname__ = name
    return check


for _name in """assert_allclose assert_almost_equal assert_approx_equal assert_array_almost_equal assert_array_almost_equal_nulp assert_array_equal assert_array_less assert_array_max_ulp
        assert_equal""".split():
    globals()[_name] = _check(_name)


def assert_(val, msg=""):
    if not val:
        raise AssertionError(msg() if callable(msg) else msg)


def assert_string_equal(actual, desired):
    if actual != desired:
        raise AssertionError(f"Differences in strings:\n{actual!r}\n{desired!r}")


def assert_raises_regex(exception_class, expected_regexp, *args, **kwargs):
    return unittest.TestCase("run").assertRaisesRegex(exception_class, expected_regexp, *args, **kwargs)


class suppress_warnings:
    """Warnings that filters name are not shown in the context."""

    def __init__(self, forwarding_rule="always"):
        self._filters = []

    def filter(self, category=Warning, message="", module=None):
        self._filters.append((category, message))
        if getattr(self, "_catch", None) is not None:
            warnings.filterwarnings("ignore", category=category, message=message)

    def record(self, category=Warning, message="", module=None):
        self.filter(category, message)
        return []

    def sup(self, *args, **kwargs):
        return self.filter(*args, **kwargs)

    def __enter__(self):
        self._catch = warnings.catch_warnings()
        self._catch.__enter__()
        for category, message in self._filters:
            warnings.filterwarnings("ignore", category=category, message=message)
        return self

    def __exit__(self, *exc):
        catch, self._catch = self._catch, None
        return catch.__exit__(*exc)

    def __call__(self, func):
        def wrapped(*args, **kwargs):
            with self:
                return func(*args, **kwargs)

        return wrapped


def _gen_alignment_data(dtype=None, type="binary", max_size=24):
    """Arrays of all sizes up to max_size, with operands and a result that begin at the same place or one element on."""
    import torch._numpy as np

    dtype = dtype or np.float32
    for size in range(1, max_size):
        for offset in (0, 1):
            made = [np.arange(size + offset, dtype=dtype)[offset:] for _ in range(2 if type == "unary" else 3)]
            yield (*made, f"{type} offset={offset} size={size}")
