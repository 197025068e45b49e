"""Names for annotations."""
import typing
import numpy as np

ArrayLike = typing.Any
DTypeLike = typing.Any


class _NDArray:
    def __getitem__(self, item):
        return np.ndarray[typing.Any, item]


NDArray = _NDArray()
