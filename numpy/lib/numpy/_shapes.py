"""Shapes of arrays: joining, splitting, repeating, moving axes."""
import numpy as np
from numpy.exceptions import AxisError


def _axis(axis, ndim, prefix=""):
    axis = axis.__index__()
    if not -ndim <= axis < ndim:
        raise AxisError(f"{prefix}axis {axis} is out of bounds for array of dimension {ndim}")
    return axis % ndim if ndim else 0


def _axes(axes, ndim, name=None):
    if not isinstance(axes, (tuple, list)):
        axes = (axes,)
    out = tuple(_axis(a, ndim, f"{name}: " if name else "") for a in axes)
    if len(set(out)) != len(out):
        raise ValueError(f"repeated axis in `{name}` argument" if name else "repeated axis")
    return out


def ndim(a):
    return a.ndim if hasattr(a, "ndim") else np.asarray(a).ndim


def shape(a):
    return a.shape if hasattr(a, "shape") else np.asarray(a).shape


def size(a, axis=None):
    if axis is None:
        return a.size if hasattr(a, "dtype") and not callable(a.size) else np.asarray(a).size
    return shape(a)[axis]


def atleast_1d(*arys):
    out = tuple(a.reshape(1) if a.ndim == 0 else a for a in map(np.asanyarray, arys))
    return out[0] if len(out) == 1 else out


def atleast_2d(*arys):
    def grow(a):
        return a.reshape(1, 1) if a.ndim == 0 else a[np.newaxis, :] if a.ndim == 1 else a
    out = tuple(grow(a) for a in map(np.asanyarray, arys))
    return out[0] if len(out) == 1 else out


def atleast_3d(*arys):
    def grow(a):
        if a.ndim == 0:
            return a.reshape(1, 1, 1)
        if a.ndim == 1:
            return a[np.newaxis, :, np.newaxis]
        return a[:, :, np.newaxis] if a.ndim == 2 else a
    out = tuple(grow(a) for a in map(np.asanyarray, arys))
    return out[0] if len(out) == 1 else out


def concat(arrays, /, axis=0, out=None, *, dtype=None, casting="same_kind"):
    return np.concatenate(arrays, axis=axis, out=out, dtype=dtype, casting=casting)


def _listed(arrays, name):
    if not hasattr(arrays, "__getitem__"):
        raise TypeError('arrays to stack must be passed as a "sequence" type such as list or tuple.')
    return [np.asanyarray(a) for a in arrays]


def stack(arrays, axis=0, out=None, *, dtype=None, casting="same_kind"):
    arrays = _listed(arrays, "stack")
    if not arrays:
        raise ValueError("need at least one array to stack")
    if len({a.shape for a in arrays}) != 1:
        raise ValueError("all input arrays must have the same shape")
    axis = _axis(axis, arrays[0].ndim + 1)
    at = (slice(None),) * axis + (np.newaxis,)
    return np.concatenate([a[at] for a in arrays], axis=axis, out=out, dtype=dtype)


def unstack(x, /, *, axis=0):
    if x.ndim == 0:
        raise ValueError("Input array must be at least 1-d.")
    return tuple(np.moveaxis(x, axis, 0))


def vstack(tup, *, dtype=None, casting="same_kind"):
    return np.concatenate([atleast_2d(a) for a in _listed(tup, "vstack")], 0, dtype=dtype)


row_stack = vstack


def hstack(tup, *, dtype=None, casting="same_kind"):
    arrays = [atleast_1d(a) for a in _listed(tup, "hstack")]
    return np.concatenate(arrays, 0 if arrays and arrays[0].ndim == 1 else 1, dtype=dtype)


def dstack(tup):
    return np.concatenate([atleast_3d(a) for a in _listed(tup, "dstack")], 2)


def column_stack(tup):
    return np.concatenate([a.reshape(-1, 1) if a.ndim < 2 else a for a in _listed(tup, "column_stack")], 1)


def block(arrays):
    def depth(x):
        if isinstance(x, tuple):
            raise TypeError("arrays is a tuple. Only lists can be used to arrange blocks, and np.block does not allow implicit conversion from tuple to ndarray.")
        if isinstance(x, list):
            if not x:
                raise ValueError("List at arrays cannot be empty")
            return 1 + max(depth(y) for y in x)
        return 0

    levels = depth(arrays)

    def most(x):
        return max(most(y) for y in x) if isinstance(x, list) else np.ndim(x)

    total = max(levels, most(arrays))

    def join(x, level):
        if isinstance(x, list):
            return np.concatenate([join(y, level + 1) for y in x], axis=level - levels)
        x = np.asarray(x)
        return x.reshape((1,) * (total - x.ndim) + x.shape) if x.ndim < total else x.copy()

    return join(arrays, 0)


def expand_dims(a, axis):
    a = np.asanyarray(a)
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    total = a.ndim + len(axes)
    axes = _axes(axes, total)
    sizes = iter(a.shape)
    return a.reshape([1 if i in axes else next(sizes) for i in range(total)])


def moveaxis(a, source, destination):
    if not hasattr(a, "transpose"):
        a = np.asarray(a)
    source = _axes(source, a.ndim, "source")
    destination = _axes(destination, a.ndim, "destination")
    if len(source) != len(destination):
        raise ValueError("`source` and `destination` arguments must have the same number of elements")
    order = [n for n in range(a.ndim) if n not in source]
    for to, what in sorted(zip(destination, source)):
        order.insert(to, what)
    return a.transpose(order)


def rollaxis(a, axis, start=0):
    n = a.ndim
    axis = _axis(axis, n)
    if start < 0:
        start += n
    if not 0 <= start <= n:
        raise AxisError(f"'start' arg requires {-n} <= start < {n + 1}, but {start} was passed in")
    if axis < start:
        start -= 1
    if axis == start:
        return a[...]
    order = list(range(n))
    order.remove(axis)
    order.insert(start, axis)
    return a.transpose(order)


def permute_dims(a, axes=None):
    return np.transpose(a, axes)


def matrix_transpose(x, /):
    x = np.asanyarray(x)
    if x.ndim < 2:
        raise ValueError(f"Input array must be at least 2-dimensional, but it is {x.ndim}")
    return np.swapaxes(x, -1, -2)


def flip(m, axis=None):
    m = m if hasattr(m, "ndim") else np.asarray(m)
    if axis is None:
        return m[(slice(None, None, -1),) * m.ndim]
    axes = _axes(axis, m.ndim)
    return m[tuple(slice(None, None, -1) if i in axes else slice(None) for i in range(m.ndim))]


def flipud(m):
    m = np.asanyarray(m)
    if m.ndim < 1:
        raise ValueError("Input must be >= 1-d.")
    return m[::-1, ...]


def fliplr(m):
    m = np.asanyarray(m)
    if m.ndim < 2:
        raise ValueError("Input must be >= 2-d.")
    return m[:, ::-1]


def rot90(m, k=1, axes=(0, 1)):
    axes = tuple(axes)
    if len(axes) != 2:
        raise ValueError("len(axes) must be 2.")
    m = np.asanyarray(m)
    if axes[0] == axes[1] or abs(axes[0] - axes[1]) == m.ndim:
        raise ValueError("Axes must be different.")
    for a in axes:
        if not -m.ndim <= a < m.ndim:
            raise ValueError(f"Axes={axes} out of range for array of ndim={m.ndim}.")
    k %= 4
    if k == 0:
        return m[:]
    if k == 2:
        return flip(flip(m, axes[0]), axes[1])
    order = list(range(m.ndim))
    order[axes[0]], order[axes[1]] = order[axes[1]], order[axes[0]]
    if k == 1:
        return np.transpose(flip(m, axes[1]), order)
    return flip(np.transpose(m, order), axes[1])


def roll(a, shift, axis=None):
    a = np.asanyarray(a)
    if axis is None:
        return roll(a.ravel(), shift, 0).reshape(a.shape)
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    shifts = shift if isinstance(shift, (tuple, list)) else (shift,) * len(axes)
    if len(axes) == 1 and len(shifts) > 1:
        axes = tuple(axes) * len(shifts)
    if len(shifts) == 1:
        shifts = tuple(shifts) * len(axes)
    if len(shifts) != len(axes):
        raise ValueError("'shift' and 'axis' should be scalars or 1D sequences")
    for s, ax in zip(shifts, axes):
        ax = _axis(ax, a.ndim)
        n = a.shape[ax]
        if n:
            s = int(s) % n
            before = (slice(None),) * ax
            a = np.concatenate([a[before + (slice(n - s, None),)], a[before + (slice(None, n - s),)]], ax)
    return a.copy() if not shifts else a


def repeat(a, repeats, axis=None):
    a = np.asanyarray(a)
    if axis is None:
        a, axis = a.ravel(), 0
    axis = _axis(axis, a.ndim)
    n = a.shape[axis]
    counts = np.asarray(repeats)
    if counts.dtype.kind not in "iub":
        raise TypeError(f"Cannot cast array data from {counts.dtype!r} to dtype('int64') according to the rule 'safe'")
    if (counts < 0).any():
        raise ValueError("repeats may not contain negative values.")
    if counts.ndim > 1:
        raise ValueError("object too deep for desired array")
    if counts.size == 1:
        k = int(counts.reshape(())[()])
        index = (np.arange(n * k) // k) if k else np.arange(0)
    else:
        if counts.size != n:
            raise ValueError(f"operands could not be broadcast together with shape ({n},) ({counts.size},)")
        ends = np.cumsum(counts)
        index = np.searchsorted(ends, np.arange(int(ends[-1]) if n else 0), side="right")
    return np.take(a, index, axis=axis)


def tile(A, reps):
    reps = tuple(reps) if np.iterable(reps) else (reps,)
    a = np.asanyarray(A)
    n = max(a.ndim, len(reps))
    reps = (1,) * (n - len(reps)) + reps
    a = a.reshape((1,) * (n - a.ndim) + a.shape)
    out = a.copy() if all(r == 1 for r in reps) else a
    for axis, r in enumerate(reps):
        if r != 1:
            out = np.concatenate([out] * r, axis) if r > 0 else out[(slice(None),) * axis + (slice(0, 0),)]
    return out


def array_split(ary, indices_or_sections, axis=0):
    ary = np.asanyarray(ary)
    total = ary.shape[axis]
    try:
        ends = [0] + [int(i) for i in indices_or_sections] + [total]
    except TypeError:
        k = int(indices_or_sections)
        if k <= 0:
            raise ValueError("number sections must be larger than 0.") from None
        each, extra = divmod(total, k)
        ends = [0]
        for i in range(k):
            ends.append(ends[-1] + each + (i < extra))
    before = (slice(None),) * (axis % ary.ndim)
    return [ary[before + (slice(a, b),)] for a, b in zip(ends[:-1], ends[1:])]


def split(ary, indices_or_sections, axis=0):
    try:
        len(indices_or_sections)
    except TypeError:
        n = ary.shape[axis] if hasattr(ary, "shape") else np.asarray(ary).shape[axis]
        if n % indices_or_sections:
            raise ValueError("array split does not result in an equal division") from None
    return array_split(ary, indices_or_sections, axis)


def hsplit(ary, indices_or_sections):
    if np.ndim(ary) == 0:
        raise ValueError("hsplit only works on arrays of 1 or more dimensions")
    return split(ary, indices_or_sections, 1 if np.ndim(ary) > 1 else 0)


def vsplit(ary, indices_or_sections):
    if np.ndim(ary) < 2:
        raise ValueError("vsplit only works on arrays of 2 or more dimensions")
    return split(ary, indices_or_sections, 0)


def dsplit(ary, indices_or_sections):
    if np.ndim(ary) < 3:
        raise ValueError("dsplit only works on arrays of 3 or more dimensions")
    return split(ary, indices_or_sections, 2)


def append(arr, values, axis=None):
    arr = np.asanyarray(arr)
    if axis is None:
        arr, values, axis = arr.ravel(), np.ravel(values), 0
    return np.concatenate((arr, values), axis=axis)


def delete(arr, obj, axis=None):
    arr = np.asarray(arr)
    if axis is None:
        arr, axis = arr.ravel(), 0
    axis = _axis(axis, arr.ndim)
    n = arr.shape[axis]
    keep = np.ones(n, dtype=bool)
    if isinstance(obj, (int, np.integer)) and not isinstance(obj, bool):
        if not -n <= obj < n:
            raise IndexError(f"index {obj} is out of bounds for axis {axis} with size {n}")
    elif not isinstance(obj, slice):
        obj = np.asarray(obj)
        if obj.size == 0 and obj.dtype != bool:
            obj = obj.astype(np.intp)
        if obj.dtype == bool and obj.shape != (n,):
            raise ValueError(f"boolean array argument obj to delete must be one dimensional and match the axis length of {n}")
    keep[obj] = False
    return arr[(slice(None),) * axis + (keep,)]


def insert(arr, obj, values, axis=None):
    arr = np.asarray(arr)
    if axis is None:
        arr, axis = arr.ravel(), 0
    axis = _axis(axis, arr.ndim)
    n = arr.shape[axis]
    if isinstance(obj, slice):
        where = np.arange(n)[obj]
    else:
        where = np.array(obj)
        if where.dtype == bool:
            where = np.flatnonzero(where)
    single = where.ndim == 0
    where = where.reshape(-1).astype(np.intp)
    for i in where.tolist():
        if not -n <= i <= n:
            raise IndexError(f"index {obj} is out of bounds for axis {axis} with size {n}")
    where[where < 0] += n
    values = np.array(values, dtype=arr.dtype, ndmin=arr.ndim)
    if single:
        values = np.moveaxis(np.array(values, ndmin=arr.ndim), 0, axis)
        where = np.repeat(where, values.shape[axis])
    order = where.argsort(kind="stable")
    where[order] += np.arange(len(where))
    out = np.empty(arr.shape[:axis] + (n + len(where),) + arr.shape[axis + 1:], dtype=arr.dtype)
    old = np.ones(n + len(where), dtype=bool)
    old[where] = False
    before = (slice(None),) * axis
    out[before + (where,)] = values
    out[before + (old,)] = arr
    return out


def resize(a, new_shape):
    new_shape = (new_shape,) if isinstance(new_shape, (int, np.integer)) else tuple(new_shape)
    a = np.ravel(a)
    total = 1
    for n in new_shape:
        if n < 0:
            raise ValueError("all elements of `new_shape` must be non-negative")
        total *= n
    if a.size == 0 or total == 0:
        return np.zeros(new_shape, dtype=a.dtype)
    return np.concatenate((a,) * -(-total // a.size))[:total].reshape(new_shape)


def trim_zeros(filt, trim="fb", axis=None):
    a = np.asarray(filt)
    where = np.argwhere(a)
    if len(where) == 0:
        index = tuple(slice(0, 0) for _ in range(a.ndim))
    else:
        low, high = where.min(axis=0), where.max(axis=0)
        index = tuple(slice(int(lo) if "f" in trim else None, int(hi) + 1 if "b" in trim else None) for lo, hi in zip(low, high))
    return filt[index[0]] if a.ndim == 1 else filt[index]


def broadcast_shapes(*args):
    shapes = [(s,) if isinstance(s, int) else tuple(s) for s in args]
    n = max((len(s) for s in shapes), default=0)
    out = []
    for i in range(-n, 0):
        sizes = {s[i] for s in shapes if len(s) >= -i and s[i] != 1}
        if len(sizes) > 1:
            first = next(k for k, s in enumerate(shapes) if len(s) >= -i and s[i] != 1)
            other = next(k for k, s in enumerate(shapes) if len(s) >= -i and s[i] not in (1, shapes[first][i]))
            raise ValueError("shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between "
                             f"arg {first} with shape {shapes[first]} and arg {other} with shape {shapes[other]}.")
        out.append(sizes.pop() if sizes else 1)
    return tuple(out)


def broadcast_arrays(*args, subok=False):
    args = [np.asarray(a) for a in args]
    to = broadcast_shapes(*(a.shape for a in args))
    return tuple(a if a.shape == to else np.broadcast_to(a, to) for a in args)


class broadcast:
    """Arrays in step with each other."""

    def __init__(self, *args):
        self._arrays = broadcast_arrays(*args)
        self.shape = broadcast_shapes(*(np.shape(a) for a in args))
        self.nd = self.ndim = len(self.shape)
        self.numiter = len(args)
        self.size = 1
        for n in self.shape:
            self.size *= n
        self.index = 0
        self.iters = tuple(a.flat for a in self._arrays)

    def __iter__(self):
        return self

    def __next__(self):
        if self.index >= self.size:
            raise StopIteration
        self.index += 1
        return tuple(a.flat[self.index - 1] for a in self._arrays)

    def reset(self):
        self.index = 0


def pad(array, pad_width, mode="constant", **kwargs):
    array = np.asarray(array)
    n = array.ndim
    if isinstance(pad_width, dict):
        full = [(0, 0)] * n
        for axis, w in pad_width.items():
            full[axis] = (w, w) if isinstance(w, int) else tuple(w)
        pad_width = full
    widths = np.asarray(pad_width)
    if widths.dtype.kind != "i":
        raise TypeError("`pad_width` must be of integral type.")
    widths = _pairs(widths, n)
    if any(w < 0 for pair in widths for w in pair):
        raise ValueError("index can't contain negative values")
    allowed = {"constant": ["constant_values"], "edge": [], "linear_ramp": ["end_values"], "maximum": ["stat_length"], "mean": ["stat_length"],
               "median": ["stat_length"], "minimum": ["stat_length"], "reflect": ["reflect_type"], "symmetric": ["reflect_type"], "wrap": [], "empty": []}
    if callable(mode):
        out = np.zeros([s + a + b for s, (a, b) in zip(array.shape, widths)], dtype=array.dtype)
        out[tuple(slice(a, a + s) for s, (a, b) in zip(array.shape, widths))] = array
        for axis in range(n):
            moved = np.moveaxis(out, axis, -1)
            for index in np.ndindex(moved.shape[:-1]):
                mode(moved[index], widths[axis], axis, kwargs)
        return out
    if mode not in allowed:
        raise ValueError(f"mode '{mode}' is not supported")
    extra = set(kwargs) - set(allowed[mode])
    if extra:
        raise ValueError(f"unsupported keyword arguments for mode '{mode}': {extra}")
    out = array
    for axis in range(n):
        out = _pad_axis(out, axis, widths[axis], mode, kwargs, n)
    out = out.copy() if out is array else out
    return np.asfortranarray(out) if array.flags.fnc else out


def _pairs(x, n):
    """A number, a pair or pairs, as a pair for each axis."""
    x = np.asarray(x)
    if x.size == 1:
        v = x.reshape(-1)[0].item()
        return [(v, v)] * n
    if x.ndim == 1 and x.size == 2:
        return [tuple(x.tolist())] * n
    if x.ndim == 2 and x.shape == (n, 1):
        return [(v[0], v[0]) for v in x.tolist()]
    return [tuple(p) for p in np.broadcast_to(x, (n, 2)).tolist()]


def _pad_axis(a, axis, widths, mode, kwargs, n):
    before, after = widths
    size_ = a.shape[axis]
    lead = (slice(None),) * axis
    if not before and not after:
        return a
    if size_ == 0 and mode not in ("constant", "empty"):
        raise ValueError(f"can't extend empty axis {axis} using modes other than 'constant' or 'empty'")

    def part(width, value):
        shape_ = list(a.shape)
        shape_[axis] = width
        if isinstance(value, np.ndarray):
            return np.broadcast_to(value, shape_)
        return np.full(shape_, value, dtype=a.dtype)

    if mode in ("constant", "empty"):
        low, high = _pairs(kwargs.get("constant_values", 0), n)[axis]
        return np.concatenate([part(before, low), a, part(after, high)], axis)
    if mode == "edge":
        index = np.clip(np.arange(-before, size_ + after), 0, size_ - 1)
        return np.take(a, index, axis)
    if mode == "wrap":
        return np.take(a, np.arange(-before, size_ + after) % size_, axis)
    if mode in ("reflect", "symmetric"):
        if kwargs.get("reflect_type", "even") == "odd":
            return _pad_odd(a, axis, before, after, mode)
        index = np.arange(-before, size_ + after)
        if mode == "symmetric":
            index = index % (2 * size_)
            index = np.where(index >= size_, 2 * size_ - 1 - index, index)
        elif size_ == 1:
            index = np.zeros(len(index), dtype=np.intp)
        else:
            index = index % (2 * size_ - 2)
            index = np.where(index >= size_, 2 * size_ - 2 - index, index)
        return np.take(a, index, axis)
    if mode == "linear_ramp":
        low, high = _pairs(kwargs.get("end_values", 0), n)[axis]
        first, last = a[lead + (slice(0, 1),)], a[lead + (slice(size_ - 1, None),)]
        ramps = []
        for edge, end, width, back in ((first, low, before, False), (last, high, after, True)):
            steps = np.linspace(end, edge.squeeze(axis), num=width, endpoint=False, dtype=a.dtype, axis=axis)
            ramps.append(flip(steps, axis) if back else steps)
        return np.concatenate([ramps[0], a, ramps[1]], axis)
    stat = {"maximum": np.max, "minimum": np.min, "mean": np.mean, "median": np.median}[mode]
    lengths = kwargs.get("stat_length")
    low, high = (size_, size_) if lengths is None else _pairs(lengths, n)[axis]
    first = stat(a[lead + (slice(0, min(low, size_)),)], axis=axis, keepdims=True)
    last = stat(a[lead + (slice(size_ - min(high, size_), None),)], axis=axis, keepdims=True)
    if a.dtype.kind in "iu":
        first, last = np.round(first).astype(a.dtype), np.round(last).astype(a.dtype)
    return np.concatenate([part(before, first), a, part(after, last)], axis)


def _pad_odd(a, axis, before, after, mode):
    a = np.moveaxis(a, axis, 0)
    skip = 0 if mode == "symmetric" else 1
    while before or after:
        n = a.shape[0]
        k = min(before, n - skip)
        if k > 0:
            a = np.concatenate([2 * a[:1] - a[skip:skip + k][::-1], a])
            before -= k
        n = a.shape[0]
        k = min(after, n - skip)
        if k > 0:
            a = np.concatenate([a, 2 * a[-1:] - a[n - skip - k:n - skip][::-1]])
            after -= k
        if n == 1 and skip:
            a = np.concatenate([np.repeat(a[:1], before, 0), a, np.repeat(a[-1:], after, 0)])
            before = after = 0
    return np.moveaxis(a, 0, axis)
