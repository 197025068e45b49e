"""Indexing helpers, functions along axes, comparisons, and what is left of the ufuncs."""
import numpy as np


def copyto(dst, src, casting="same_kind", where=True):
    if not isinstance(dst, np.ndarray):
        raise TypeError(f"copyto() argument 1 must be numpy.ndarray, not {type(dst).__name__}")
    s = np.asarray(src)
    if isinstance(src, (np.ndarray, np.generic)) and not np.can_cast(s.dtype, dst.dtype, casting):
        raise TypeError(f"Cannot cast array data from {s.dtype!r} to {dst.dtype!r} according to the rule '{casting}'")
    if where is True:
        dst[...] = src
    else:
        np._mask_write(dst, src, where)


def putmask(a, mask, values):
    mask = np.asarray(mask, dtype=bool)
    values = np.asarray(values, dtype=a.dtype)
    n = a.size
    if values.size:
        np._mask_write(a, np.resize(values, n).reshape(a.shape), mask)


def place(arr, mask, vals):
    where = np.flatnonzero(mask)
    if len(where):
        vals = np.asarray(vals)
        if vals.size == 0:
            raise ValueError("Cannot insert from an empty array!")
        arr.flat[where] = np.resize(vals, len(where))


def put(a, ind, v, mode="raise"):
    ind = np.asarray(ind).ravel()
    v = np.asarray(v)
    n = a.size
    if mode == "wrap":
        ind = ind % n
    elif mode == "clip":
        ind = np.clip(ind, 0, n - 1)
    else:
        for i in ind.tolist():
            if not -n <= i < n:
                raise IndexError(f"index {i} is out of bounds for axis 0 with size {n}")
    if v.size and ind.size:
        a.flat[ind] = np.resize(v, len(ind))


def _along_index(a, indices, axis):
    if indices.dtype.kind not in "iu":
        raise IndexError("`indices` must be an integer array")
    if a.ndim != indices.ndim:
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    axis = axis % a.ndim
    shape = (1,) * a.ndim
    return tuple(indices if i == axis else np.arange(n).reshape(shape[:i] + (-1,) + shape[i + 1:]) for i, n in enumerate(a.shape))


def take_along_axis(arr, indices, axis=-1):
    arr, indices = np.asanyarray(arr), np.asarray(indices)
    if axis is None:
        if indices.ndim != 1:
            raise ValueError("when axis=None, `indices` must have a single dimension.")
        arr, axis = arr.ravel(), 0
    return arr[_along_index(arr, indices, axis)]


def put_along_axis(arr, indices, values, axis):
    indices = np.asarray(indices)
    if axis is None:
        arr, axis = arr.reshape(-1), 0
    arr[_along_index(arr, indices, axis)] = values


def compress(condition, a, axis=None, out=None):
    if isinstance(condition, np.ndarray) and not isinstance(a, np.ndarray) and isinstance(a, (list, tuple)) and condition.ndim != 1:
        condition, a = a, condition
    condition = np.asarray(condition, dtype=bool)
    if condition.ndim != 1:
        condition, a = np.asarray(a, dtype=bool), condition
    return np.take(a, np.flatnonzero(condition), axis=axis, out=out)


def choose(a, choices, out=None, mode="raise"):
    a = np.asarray(a)
    n = len(choices)
    if mode == "wrap":
        a = a % n
    elif mode == "clip":
        a = np.clip(a, 0, n - 1)
    elif a.size and (a.min() < 0 or a.max() >= n):
        raise ValueError("invalid entry in choice array")
    parts = np.broadcast_arrays(a, *choices)
    r = parts[1].astype(np.result_type(*choices))
    for i, c in enumerate(parts[1:]):
        r = np.where(parts[0] == i, c.astype(r.dtype), r)
    if out is not None:
        out[...] = r
        return out
    return r[()]


def select(condlist, choicelist, default=0):
    if len(condlist) != len(choicelist):
        raise ValueError("list of cases must be same length as list of conditions")
    if len(condlist) == 0:
        raise ValueError("select with an empty condition list is not possible")
    kind = np.result_type(*choicelist, default)
    for i, c in enumerate(condlist):
        if np.asarray(c).dtype != bool:
            raise TypeError(f"invalid entry {i} in condlist: should be boolean ndarray")
    out = np.asarray(default).astype(kind)
    for c, v in reversed(list(zip(condlist, choicelist))):
        out = np.where(c, v, out)
    return out.astype(kind, copy=False)


def piecewise(x, condlist, funclist, *args, **kw):
    x = np.asanyarray(x)
    if isinstance(condlist, np.ndarray) and condlist.ndim == x.ndim or not isinstance(condlist, (list, tuple, np.ndarray)) or (
            len(condlist) and np.isscalar(condlist[0]) and x.ndim != 0):
        condlist = [condlist]
    condlist = [np.asarray(c, dtype=bool) for c in condlist]
    if len(funclist) == len(condlist) + 1:
        rest = np.zeros(x.shape, bool)
        for c in condlist:
            rest |= c
        condlist.append(~rest)
    elif len(funclist) != len(condlist):
        raise ValueError(f"with {len(condlist)} condition(s), either {len(condlist)} or {len(condlist) + 1} functions are expected")
    y = np.zeros_like(x)
    for c, f in zip(condlist, funclist):
        if callable(f):
            v = x[c]
            if v.size:
                y[c] = f(v, *args, **kw)
        else:
            y[c] = f
    return y


def ix_(*args):
    out = []
    n = len(args)
    for k, new in enumerate(args):
        new = np.asarray(new)
        if new.size == 0:
            new = new.astype(np.intp)
        if new.ndim != 1:
            raise ValueError("Cross index must be 1 dimensional")
        if new.dtype == bool:
            new, = new.nonzero()
        out.append(new.reshape((1,) * k + (new.size,) + (1,) * (n - k - 1)))
    return tuple(out)


def unravel_index(indices, shape, order="C"):
    indices = np.asarray(indices)
    if indices.dtype.kind not in "iu":
        raise TypeError("only int indices permitted")
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    total = 1
    for n in shape:
        total *= n
    if indices.size and (indices.min() < 0 or indices.max() >= total):
        bad = indices[(indices < 0) | (indices >= total)].reshape(-1)[0] if indices.ndim else indices
        raise ValueError(f"index {bad} is out of bounds for array with size {total}")
    out = []
    for n in shape if order == "F" else reversed(shape):
        out.append((indices % n)[()])
        indices = indices // n
    return tuple(out if order == "F" else reversed(out))


def ravel_multi_index(multi_index, dims, mode="raise", order="C"):
    dims = (dims,) if isinstance(dims, int) else tuple(dims)
    modes = mode if isinstance(mode, tuple) else (mode,) * len(dims)
    parts = []
    for i, n, m in zip(multi_index, dims, modes):
        i = np.asarray(i)
        if m == "wrap":
            i = i % n
        elif m == "clip":
            i = np.clip(i, 0, n - 1)
        elif np.any((i < 0) | (i >= n)):
            raise ValueError("invalid entry in coordinates array")
        parts.append((i, n))
    out = 0
    for i, n in reversed(parts) if order == "F" else parts:
        out = out * n + i
    return np.asarray(out)[()]


class ndindex:
    """All index tuples of a shape, in order."""
    __module__ = "numpy"

    def __init__(self, *shape):
        if len(shape) == 1 and isinstance(shape[0], tuple):
            shape = shape[0]
        if any(n < 0 for n in shape):
            raise ValueError("negative dimensions are not allowed")
        import itertools
        self._iter = itertools.product(*map(range, shape))

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._iter)


class ndenumerate:
    """Pairs of index tuples and elements."""
    __module__ = "numpy"

    def __init__(self, arr):
        self.iter = np.asarray(arr).flat
        self._index = ndindex(np.shape(arr))

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._index), next(self.iter)


class nditer:
    """The elements of arrays in step, as arrays without dimensions."""
    __module__ = "numpy"

    def __init__(self, op, flags=None, op_flags=None, op_dtypes=None, order="K", casting="safe", op_axes=None, itershape=None, buffersize=0):
        self._single = not isinstance(op, (list, tuple))
        ops = [op] if self._single else list(op)
        self._flags = flags or []
        unknown = set(self._flags) - {"multi_index", "c_index", "f_index", "refs_ok", "zerosize_ok", "external_loop", "buffered", "common_dtype", "copy_if_overlap", "delay_bufalloc", "growinner", "ranged", "reduce_ok", "grow_inner"}
        if unknown:
            raise ValueError(f'Unexpected iterator global flag "{unknown.pop()}"')
        if op_axes is not None or itershape is not None:
            raise NotImplementedError("magneto's numpy has no nditer with op_axes or itershape")
        op_flags = op_flags or [["readonly"]] * len(ops)
        if op_flags and isinstance(op_flags[0], str):
            op_flags = [op_flags] * len(ops)
        shape = np.broadcast_shapes(*(np.shape(o) for o in ops if o is not None))
        self.operands = []
        for i, o in enumerate(ops):
            if o is None:
                o = np.empty(shape, op_dtypes[i] if op_dtypes and op_dtypes[i] is not None else np.result_type(*(p for p in ops if p is not None)))
                op_flags = list(op_flags)
                op_flags[i] = ["readwrite"]
            o = np.asarray(o)
            if o.shape != shape:
                o = np.broadcast_to(o, shape)
            if op_dtypes and op_dtypes[i] is not None and o.dtype != op_dtypes[i] and "readonly" in op_flags[i]:
                o = o.astype(op_dtypes[i])
            self.operands.append(o)
        self.operands = tuple(self.operands)
        self._writes = ["readwrite" in f or "writeonly" in f for f in op_flags]
        self.shape, self.ndim, self.nop = shape, len(shape), len(ops)
        order_f = order == "F" or order in "KA" and all(o.flags.fnc for o in self.operands) and len(shape) > 1
        self._places = list(ndindex(shape[::-1] if order_f else shape))
        if order_f:
            self._places = [p[::-1] for p in self._places]
        self.itersize = len(self._places)
        self._at = 0
        self.finished = self.itersize == 0
        self.iterindex = 0

    def _views(self, place):
        out = []
        for o, writes in zip(self.operands, self._writes):
            v = o[place + (Ellipsis,)]
            if not writes:
                v = v[...]
                v.flags.writeable = False
            out.append(v)
        return out[0] if self._single else tuple(out)

    @property
    def value(self):
        return self._views(self._places[self._at])

    def __getitem__(self, i):
        return self.operands[i][self._places[self._at] + (Ellipsis,)]

    def __setitem__(self, i, value):
        self.operands[i][self._places[self._at] + (Ellipsis,)] = value

    @property
    def multi_index(self):
        return self._places[self._at]

    @property
    def index(self):
        return int(ravel_multi_index(self._places[self._at], self.shape, order="F" if "f_index" in self._flags else "C"))

    def iternext(self):
        self._at += 1
        self.iterindex += 1
        self.finished = self._at >= self.itersize
        return not self.finished

    def __iter__(self):
        if "external_loop" in self._flags:
            views = [o.ravel() if not w else o.reshape(-1) for o, w in zip(self.operands, self._writes)]
            yield views[0] if self._single else tuple(views)
            return
        for self._at in range(self.itersize):
            yield self.value

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass

    def close(self):
        pass

    def reset(self):
        self._at = self.iterindex = 0
        self.finished = self.itersize == 0


# Functions along axes.

def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    arr = np.asanyarray(arr)
    axis = axis % arr.ndim if -arr.ndim <= axis < arr.ndim else _bad_axis(axis, arr.ndim)
    moved = np.moveaxis(arr, axis, -1)
    places = list(ndindex(moved.shape[:-1]))
    if not places:
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    first = np.asanyarray(func1d(moved[places[0]], *args, **kwargs))
    out = np.empty(moved.shape[:-1] + first.shape, first.dtype)
    out[places[0]] = first
    for p in places[1:]:
        out[p] = func1d(moved[p], *args, **kwargs)
    order = list(range(axis)) + list(range(moved.ndim - 1, out.ndim)) + list(range(axis, moved.ndim - 1))
    r = out.transpose(order)
    return r


def _bad_axis(axis, n):
    raise np.exceptions.AxisError(f"axis {axis} is out of bounds for array of dimension {n}")


def apply_over_axes(func, a, axes):
    val = np.asarray(a)
    for axis in np.ravel(axes).tolist():
        r = func(val, axis)
        if np.ndim(r) != val.ndim:
            r = np.expand_dims(r, axis)
            if r.ndim != val.ndim:
                raise ValueError("function is not returning an array of the correct shape")
        val = r
    return val


class vectorize:
    """A function of numbers as one of arrays, element by element."""
    __module__ = "numpy"

    def __init__(self, pyfunc=None, otypes=None, doc=None, excluded=None, cache=False, signature=None):
        self.pyfunc, self.otypes, self.excluded, self.signature = pyfunc, otypes, set(excluded or ()), signature
        self.__doc__ = doc or getattr(pyfunc, "__doc__", None)
        self.__name__ = getattr(pyfunc, "__name__", "vectorize")

    def __call__(self, *args, **kwargs):
        if self.pyfunc is None:
            self.pyfunc, self.__name__ = args[0], getattr(args[0], "__name__", "vectorize")
            return self
        if self.signature is not None:
            return self._with_cores(args, kwargs)
        names = [k for k in kwargs if k not in self.excluded]
        where = [i for i in range(len(args)) if i not in self.excluded]
        arrays = [np.asanyarray(args[i]) for i in where] + [np.asanyarray(kwargs[k]) for k in names]
        if not arrays:
            return self.pyfunc(*args, **kwargs)
        spread = np.broadcast_arrays(*arrays)
        shape = spread[0].shape
        if spread[0].size == 0 and self.otypes is None:
            raise ValueError("cannot call `vectorize` on size 0 inputs unless `otypes` is set")
        results = []
        call, named = list(args), dict(kwargs)
        for values in zip(*(a.ravel().tolist() if a.dtype == object else list(a.ravel()) for a in spread)):
            for i, v in zip(where, values):
                call[i] = v
            for k, v in zip(names, values[len(where):]):
                named[k] = v
            results.append(self.pyfunc(*call, **named))
        many = bool(results) and isinstance(results[0], tuple)
        columns = list(zip(*results)) if many else [results]
        out = []
        for i, c in enumerate(columns):
            kind = self.otypes[i] if self.otypes else np.asarray(c[0]).dtype
            a = np.empty(len(c), dtype=kind) if np.dtype(kind) == object else np.array(list(c), dtype=None if np.dtype(kind).kind in "US" else kind)
            if np.dtype(kind) == object:
                for j, v in enumerate(c):
                    a[j] = v
            out.append(a.reshape(shape)[()] if shape == () else a.reshape(shape))
        return tuple(out) if many else out[0]

    def _with_cores(self, args, kwargs):
        inputs, outputs = ([p.strip("() ").split(",") if p.strip("() ") else [] for p in side.replace("),(", ")|(").split("|")] for side in self.signature.replace(" ", "").split("->"))
        arrays = [np.asanyarray(a) for a in args]
        loops = [a.shape[:a.ndim - len(core)] for a, core in zip(arrays, inputs)]
        shape = np.broadcast_shapes(*loops)
        arrays = [np.broadcast_to(a, shape + a.shape[a.ndim - len(core):]) for a, core in zip(arrays, inputs)]
        outs = None
        for place in ndindex(shape):
            r = self.pyfunc(*(a[place] for a in arrays), **kwargs)
            r = r if len(outputs) > 1 else (r,)
            if outs is None:
                outs = [np.empty(shape + np.shape(x), np.asarray(x).dtype) for x in r]
            for o, x in zip(outs, r):
                o[place] = x
        if outs is None:
            raise ValueError("cannot call `vectorize` on size 0 inputs unless `otypes` is set")
        return tuple(o[()] for o in outs) if len(outs) > 1 else outs[0][()]


def frompyfunc(func, /, nin, nout, *, identity=None):
    f = vectorize(func, otypes=[object] * nout)

    def call(*args):
        return f(*args)
    call.nin, call.nout = nin, nout
    return call


# Comparisons.

def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    x, y = np.asanyarray(a), np.asanyarray(b)
    if y.dtype.kind in "iub":
        y = y.astype(np.result_type(y, 1.0))
    with np.errstate(invalid="ignore"):
        r = np.less_equal(np.abs(x - y), atol + rtol * np.abs(y)) & np.isfinite(y) | np.equal(x, y)
    if equal_nan:
        r = r | (np.isnan(x) & np.isnan(y))
    return r[()] if isinstance(r, np.ndarray) and r.ndim == 0 else r


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return bool(np.all(isclose(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)))


def array_equal(a1, a2, equal_nan=False):
    try:
        a1, a2 = np.asarray(a1), np.asarray(a2)
    except Exception:
        return False
    if a1.shape != a2.shape:
        return False
    same = a1 == a2
    if equal_nan and a1.dtype.kind in "fc" and a2.dtype.kind in "fc":
        same = same | (np.isnan(a1) & np.isnan(a2))
    return bool(np.all(same))


def array_equiv(a1, a2):
    try:
        a1, a2 = np.broadcast_arrays(np.asarray(a1), np.asarray(a2))
    except Exception:
        return False
    return bool(np.all(a1 == a2))


# What has more than one result, or is made of other functions.

def divmod(x1, x2, /):
    return np.floor_divide(x1, x2), np.remainder(x1, x2)


def modf(x, /):
    x = np.asarray(x)
    x = x.astype(np.result_type(x, np.float16) if x.dtype.itemsize < 2 else np.float64) if x.dtype.kind != "f" else x
    whole = np.trunc(x)
    with np.errstate(invalid="ignore"):
        part = np.where(np.isinf(x), 0, x - whole).astype(x.dtype)
    return np.copysign(part, x), whole


def frexp(x, /):
    import math
    x = np.asarray(x)
    kind = x.dtype if x.dtype.kind == "f" else np.float16 if x.dtype.char in "?bB" else np.float32 if x.dtype.char in "hH" else np.float64
    pairs = [math.frexp(v) for v in x.ravel().tolist()]
    m = np.array([p[0] for p in pairs], dtype=kind).reshape(x.shape)
    e = np.array([p[1] for p in pairs], dtype=np.int32).reshape(x.shape)
    return m[()], e[()]


def fix(x, out=None):
    return np.trunc(x, out=out)


def real(val):
    return val.real if hasattr(val, "real") else np.asanyarray(val).real


def imag(val):
    return val.imag if hasattr(val, "imag") else np.asanyarray(val).imag


def angle(z, deg=False):
    z = np.asanyarray(z)
    a = np.arctan2(z.imag, z.real) if z.dtype.kind == "c" else np.arctan2(0, z)
    return a * (180 / np.pi) if deg else a


def real_if_close(a, tol=100):
    a = np.asanyarray(a)
    if a.dtype.kind != "c":
        return a
    if tol > 1:
        tol = np.finfo(a.dtype).eps * tol
    return a.real if np.all(np.absolute(a.imag) < tol) else a


def sinc(x):
    x = np.asanyarray(x)
    x = np.pi * x
    x = np.asarray(x)
    safe = np.where(x, x, x.dtype.type(np.finfo(x.dtype).eps if x.dtype.kind in "fc" else 1e-20))
    return (np.sin(safe) / safe)[()]


def i0(x):
    x = np.asanyarray(x)
    if x.dtype.kind == "c":
        raise TypeError("i0 not supported for complex values")
    if x.dtype.kind != "f":
        x = x.astype(np.float64)
    return np.asarray(np._operate("i0", np.asarray(np.abs(x), dtype=np.float64))).astype(x.dtype)


def clip(a, a_min=None, a_max=None, out=None, *, min=None, max=None, dtype=None):
    if a_min is None and a_max is None:
        a_min, a_max = min, max
    kind = getattr(getattr(a, "dtype", None), "kind", None)
    if kind in ("i", "u") and isinstance(a, (np.ndarray, np.generic)):  # bounds that the type does not hold bound nothing
        info = np.iinfo(a.dtype)
        if type(a_min) is int and a_min < info.min:
            a_min = info.min
        if type(a_max) is int and a_max > info.max:
            a_max = info.max
    if not isinstance(a, np.ndarray) and hasattr(a, "clip") and not isinstance(a, np.generic):
        return a.clip(a_min, a_max)
    return np.asanyarray(a).clip(a_min, a_max, out=out)[()] if np.ndim(a) == 0 else np.asanyarray(a).clip(a_min, a_max, out=out)


def bartlett(M):
    n = np.arange(1 - M, M, 2)
    return np.array([]) if M < 1 else np.ones(1) if M == 1 else np.where(n <= 0, 1 + n / (M - 1), 1 - n / (M - 1))


def _cosines(M, *c):
    if M < 1:
        return np.array([])
    if M == 1:
        return np.ones(1)
    n = np.arange(1 - M, M, 2)
    return sum(a * np.cos(k * np.pi * n / (M - 1)) if k else a + 0.0 * n for k, a in enumerate(c))


def hanning(M):
    return _cosines(M, 0.5, 0.5)


def hamming(M):
    return _cosines(M, 0.54, 0.46)


def blackman(M):
    return _cosines(M, 0.42, 0.5, 0.08)


def kaiser(M, beta):
    if M == 1:
        return np.ones(1)
    n = np.arange(0, M)
    alpha = (M - 1) / 2.0
    return i0(beta * np.sqrt(1 - ((n - alpha) / alpha) ** 2.0)) / i0(float(beta))


def packbits(a, axis=None, bitorder="big"):
    a = np.asarray(a)
    if a.dtype.kind not in "biu":
        raise TypeError("Expected an input array of integer or boolean data type")
    if axis is None:
        a, axis = a.ravel(), 0
    bits = np.moveaxis((a != 0).astype(np.uint8), axis, -1)
    short = -bits.shape[-1] % 8
    bits = np.pad(bits, [(0, 0)] * (bits.ndim - 1) + [(0, short)]).reshape(bits.shape[:-1] + (-1, 8))
    weights = np.array([128, 64, 32, 16, 8, 4, 2, 1] if bitorder == "big" else [1, 2, 4, 8, 16, 32, 64, 128], dtype=np.uint8)
    return np.moveaxis((bits * weights).sum(axis=-1, dtype=np.uint8), -1, axis)


def unpackbits(a, axis=None, count=None, bitorder="big"):
    a = np.asarray(a)
    if a.dtype != np.uint8:
        raise TypeError("Expected an input array of unsigned byte data type")
    if axis is None:
        a, axis = a.ravel(), 0
    moved = np.moveaxis(a, axis, -1)
    shifts = np.arange(7, -1, -1, dtype=np.uint8) if bitorder == "big" else np.arange(8, dtype=np.uint8)
    bits = ((moved[..., None] >> shifts) & np.uint8(1)).reshape(moved.shape[:-1] + (-1,))
    return np.moveaxis(bits if count is None else bits[..., :count], -1, axis)


def get_include():
    raise NotImplementedError("magneto's numpy has no C headers")
