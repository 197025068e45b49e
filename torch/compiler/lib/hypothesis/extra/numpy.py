"""Strategies for arrays."""
import math

import numpy as np

from hypothesis import strategies as st

__all__ = ["array_shapes", "arrays", "boolean_dtypes", "from_dtype", "floating_dtypes", "integer_dtypes", "scalar_dtypes", "unsigned_integer_dtypes"]


def from_dtype(dtype, **kwargs):
    """Elements of a type."""
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return st.booleans()
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        return st.integers(kwargs.get("min_value", int(limits.min)), kwargs.get("max_value", int(limits.max)))
    if dtype.kind == "f":
        return st.floats(width=8 * dtype.itemsize, **kwargs)
    if dtype.kind == "c":
        return st.complex_numbers(**kwargs)
    raise NotImplementedError(f"magneto: no strategy for elements of {dtype}")


def array_shapes(*, min_dims=1, max_dims=None, min_side=1, max_side=None):
    most = max_dims if max_dims is not None else min_dims + 2
    return st.lists(st.integers(min_side, max_side if max_side is not None else min_side + 5), min_size=min_dims, max_size=most).map(tuple)


def arrays(dtype, shape, *, elements=None, fill=None, unique=False):
    """Arrays of a type and shape, either of which may be drawn."""

    def draw(source):
        kind = source.draw(dtype) if isinstance(dtype, st.SearchStrategy) else dtype
        sizes = source.draw(shape) if isinstance(shape, st.SearchStrategy) else shape
        sizes = (sizes,) if isinstance(sizes, (int, np.integer)) else tuple(sizes)
        options = elements if isinstance(elements, st.SearchStrategy) else from_dtype(kind, **(elements or {}))
        count = math.prod(sizes)
        if unique:
            values = source.draw(st.lists(options, min_size=count, max_size=count, unique=True))
        elif count > 64:  # many of few values
            few = [source.draw(options) for _ in range(64)]
            values = [few[source.between(0, 63)] for _ in range(count)]
        else:
            values = [source.draw(options) for _ in range(count)]
        return np.array(values, dtype=kind).reshape(sizes)

    return st.SearchStrategy(draw, f"arrays({dtype!r}, {shape!r})")


def scalar_dtypes():
    return st.one_of(boolean_dtypes(), integer_dtypes(), unsigned_integer_dtypes(), floating_dtypes())


def boolean_dtypes():
    return st.just(np.dtype("bool"))


def integer_dtypes(*, endianness="?", sizes=(8, 16, 32, 64)):
    return st.sampled_from([np.dtype(f"int{size}") for size in (sizes if isinstance(sizes, (list, tuple)) else (sizes,))])


def unsigned_integer_dtypes(*, endianness="?", sizes=(8, 16, 32, 64)):
    return st.sampled_from([np.dtype(f"uint{size}") for size in (sizes if isinstance(sizes, (list, tuple)) else (sizes,))])


def floating_dtypes(*, endianness="?", sizes=(16, 32, 64)):
    return st.sampled_from([np.dtype(f"float{size}") for size in (sizes if isinstance(sizes, (list, tuple)) else (sizes,))])
