"""Views with other strides."""
import numpy as np


def as_strided(x, shape=None, strides=None, subok=False, writeable=True):
    x = np.asarray(x)
    return np._strided(x, x.shape if shape is None else shape, x.strides if strides is None else strides, writeable, 0)


def sliding_window_view(x, window_shape, axis=None, *, subok=False, writeable=False):
    x = np.asarray(x)
    window = tuple(window_shape) if np.iterable(window_shape) else (window_shape,)
    if any(w < 0 for w in window):
        raise ValueError("`window_shape` cannot contain negative values")
    if axis is None:
        axes = tuple(range(x.ndim))
        if len(window) != x.ndim:
            raise ValueError(f"Since axis is None, must provide window_shape for all dimensions of `x`; got {len(window)} window_shape elements and `x.ndim` is {x.ndim}.")
    else:
        axes = tuple(a % x.ndim for a in (axis if isinstance(axis, tuple) else (axis,)))
        if len(window) != len(axes):
            raise ValueError(f"Must provide matching length window_shape and axis; got {len(window)} window_shape elements and {len(axes)} axes elements.")
    shape = list(x.shape)
    for a, w in zip(axes, window):
        if shape[a] < w:
            raise ValueError("window shape cannot be larger than input array shape")
        shape[a] -= w - 1
    return np._strided(x, tuple(shape) + window, x.strides + tuple(x.strides[a] for a in axes), writeable, 0)


broadcast_to, broadcast_arrays, broadcast_shapes = np.broadcast_to, np.broadcast_arrays, np.broadcast_shapes
