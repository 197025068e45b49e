"""Making arrays."""
import numpy as np


def _like(prototype, dtype, order, shape, value):
    prototype = np.asanyarray(prototype)
    dtype = prototype.dtype if dtype is None else dtype
    if shape is not None:
        shape = (shape,) if isinstance(shape, (int, np.integer)) else shape
        return np.full(shape, value, dtype)
    out = np.empty(prototype.shape, dtype) if prototype.flags.c_contiguous else prototype.astype(dtype)
    out[...] = value
    return out


def empty_like(prototype, dtype=None, order="K", subok=True, shape=None, *, device=None):
    return _like(prototype, dtype, order, shape, 0)


def zeros_like(a, dtype=None, order="K", subok=True, shape=None, *, device=None):
    return _like(a, dtype, order, shape, "" if np.dtype(a.dtype if dtype is None and hasattr(a, "dtype") else dtype or float).kind in "SU" else 0)


def ones_like(a, dtype=None, order="K", subok=True, shape=None, *, device=None):
    return _like(a, dtype, order, shape, 1)


def full_like(a, fill_value, dtype=None, order="K", subok=True, shape=None, *, device=None):
    return _like(a, dtype, order, shape, fill_value)


def eye(N, M=None, k=0, dtype=float, order="C", *, device=None, like=None):
    M = N if M is None else M
    out = np.zeros((N, M), dtype, order)
    i = np.arange(max(0, -k), min(N, M - k))
    out[i, i + k] = 1
    return out


def identity(n, dtype=None, *, like=None):
    return eye(n, dtype=float if dtype is None else dtype)


def tri(N, M=None, k=0, dtype=float, *, like=None):
    M = N if M is None else M
    return np.greater_equal(np.arange(N)[:, None], np.arange(-k, M - k)).astype(dtype)


def tril(m, k=0):
    m = np.asanyarray(m)
    return np.where(tri(*m.shape[-2:], k=k, dtype=bool), m, np.zeros(1, m.dtype))


def triu(m, k=0):
    m = np.asanyarray(m)
    return np.where(tri(*m.shape[-2:], k=k - 1, dtype=bool), np.zeros(1, m.dtype), m)


def tril_indices(n, k=0, m=None):
    return tuple(np.nonzero(tri(n, m, k=k, dtype=bool)))


def triu_indices(n, k=0, m=None):
    return tuple(np.nonzero(~tri(n, m, k=k - 1, dtype=bool)))


def tril_indices_from(arr, k=0):
    if arr.ndim != 2:
        raise ValueError("input array must be 2-d")
    return tril_indices(arr.shape[-2], k=k, m=arr.shape[-1])


def triu_indices_from(arr, k=0):
    if arr.ndim != 2:
        raise ValueError("input array must be 2-d")
    return triu_indices(arr.shape[-2], k=k, m=arr.shape[-1])


def mask_indices(n, mask_func, k=0):
    return np.nonzero(mask_func(np.ones((n, n), int), k) != 0)


def diag(v, k=0):
    v = np.asanyarray(v)
    if v.ndim == 1:
        n = v.shape[0] + abs(k)
        out = np.zeros((n, n), v.dtype)
        i = np.arange(v.shape[0])
        out[i + max(0, -k), i + max(0, k)] = v
        return out
    if v.ndim == 2:
        return diagonal(v, k).copy()
    raise ValueError("Input must be 1- or 2-d.")


def diagflat(v, k=0):
    return diag(np.ravel(v), k)


def diagonal(a, offset=0, axis1=0, axis2=1):
    a = np.asanyarray(a)
    if a.ndim < 2:
        raise ValueError("diag requires an array of at least two dimensions")
    a1, a2 = axis1 % a.ndim, axis2 % a.ndim
    if a1 == a2:
        raise ValueError("axis1 and axis2 cannot be the same")
    n, m = a.shape[a1], a.shape[a2]
    count = max(0, min(n + min(offset, 0), m - max(offset, 0)))
    rest = [i for i in range(a.ndim) if i not in (a1, a2)]
    base = a.transpose([a1, a2] + rest)[max(-offset, 0):, max(offset, 0):] if count else a.transpose([a1, a2] + rest)
    shape = [a.shape[i] for i in rest] + [count]
    strides = [a.strides[i] for i in rest] + [a.strides[a1] + a.strides[a2]]
    return np._strided(base, shape, strides, False, 0)


def fill_diagonal(a, val, wrap=False):
    if a.ndim < 2:
        raise ValueError("array must be at least 2-d")
    if a.ndim == 2:
        step = a.shape[1] + 1
        end = None if wrap else a.shape[1] * a.shape[1]
    else:
        if len(set(a.shape)) != 1:
            raise ValueError("All dimensions of input must be of equal length")
        step = 1 + int(np.cumprod(a.shape[:-1]).sum())
        end = None
    a.flat[:end:step] = val


def diag_indices(n, ndim=2):
    return (np.arange(n),) * ndim


def diag_indices_from(arr):
    if not arr.ndim >= 2:
        raise ValueError("input array must be at least 2-d")
    if len(set(arr.shape)) != 1:
        raise ValueError("All dimensions of input must be of equal length")
    return diag_indices(arr.shape[0], arr.ndim)


def vander(x, N=None, increasing=False):
    x = np.asarray(x)
    if x.ndim != 1:
        raise ValueError("x must be a one-dimensional array or sequence.")
    N = len(x) if N is None else N
    v = np.empty((len(x), N), dtype=np.promote_types(x.dtype, int))
    to = v if increasing else v[:, ::-1]
    if N > 0:
        to[:, 0] = 1
    if N > 1:
        to[:, 1:] = x[:, None]
        np.multiply.accumulate(to[:, 1:], axis=1, out=to[:, 1:])
    return v


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0, *, device=None):
    num = num.__index__()
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    div = num - 1 if endpoint else num
    start, stop = np.asarray(start) * 1.0, np.asarray(stop) * 1.0
    kind = np.result_type(start, stop, float(num))
    whole = dtype is not None and np.issubdtype(dtype, np.integer)
    dtype = kind if dtype is None else np.dtype(dtype)
    delta = np.subtract(stop, start, dtype=kind)
    y = np.arange(0, num).reshape((-1,) + (1,) * np.ndim(delta)).astype(kind if kind.kind != "c" else kind)
    if div > 0:
        step = delta / div
        if np.any(step == 0):
            y = y / div
            y = y * delta
        else:
            y = y * step
    else:
        step = np.nan
        y = y * delta
    y = y + start
    if endpoint and num > 1:
        y[-1, ...] = stop
    if axis != 0:
        y = np.moveaxis(y, 0, axis)
    if whole:
        np.floor(y, out=y)
    y = y.astype(dtype, copy=False)
    return (y, step) if retstep else y


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0):
    if np.ndim(base):
        start, stop, base = np.broadcast_arrays(start, stop, base)
        base = np.expand_dims(base, axis=axis)
    y = linspace(start, stop, num=num, endpoint=endpoint, axis=axis)
    y = np.power(base, y)
    return y if dtype is None else y.astype(dtype)


def geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0):
    start, stop = np.asarray(start), np.asarray(stop)
    if np.any(start == 0) or np.any(stop == 0):
        raise ValueError("Geometric sequence cannot include zero")
    kind = np.result_type(start, stop, float(num))
    start, stop = start.astype(kind), stop.astype(kind)
    sign = np.sign(start)
    start, stop = start / sign, stop / sign
    out = logspace(np.log10(start), np.log10(stop), num=num, endpoint=endpoint, base=10.0, dtype=kind)
    if num > 0:
        out[0] = start
        if num > 1 and endpoint:
            out[-1] = stop
    out = out * sign
    if axis != 0:
        out = np.moveaxis(out, 0, axis)
    return out.astype(kind if dtype is None else dtype, copy=False)


def meshgrid(*xi, copy=True, sparse=False, indexing="xy"):
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    n = len(xi)
    out = [np.asanyarray(x).reshape((1,) * i + (-1,) + (1,) * (n - i - 1)) for i, x in enumerate(xi)]
    if indexing == "xy" and n > 1:
        out[0] = out[0].reshape((1, -1) + (1,) * (n - 2))
        out[1] = out[1].reshape((-1, 1) + (1,) * (n - 2))
    if not sparse:
        out = np.broadcast_arrays(*out)
    return tuple(x.copy() for x in out) if copy else tuple(out)


def indices(dimensions, dtype=int, sparse=False):
    dimensions = tuple(dimensions)
    n = len(dimensions)
    grids = [np.arange(d, dtype=dtype).reshape((1,) * i + (d,) + (1,) * (n - i - 1)) for i, d in enumerate(dimensions)]
    if sparse:
        return tuple(grids)
    out = np.empty((n,) + dimensions, dtype=dtype)
    for i, g in enumerate(grids):
        out[i] = g
    return out


def fromfunction(function, shape, *, dtype=float, like=None, **kwargs):
    return function(*indices(shape, dtype=dtype), **kwargs)


def fromiter(iter, dtype, count=-1, *, like=None):
    out = []
    for x in iter:
        if count >= 0 and len(out) == count:
            break
        out.append(x)
    if 0 <= len(out) < count:
        raise ValueError("iterator too short: Expected %d but iterator had only %d items." % (count, len(out)))
    return np.array(out, dtype=dtype)


def from_dlpack(x, /, *, device=None, copy=None):
    return x.__array__() if not isinstance(x, np.ndarray) else x


def asarray_chkfinite(a, dtype=None, order=None):
    a = np.asarray(a, dtype=dtype, order=order)
    if a.dtype.kind in "fc" and not np.isfinite(a).all():
        raise ValueError("array must not contain infs or NaNs")
    return a


def require(a, dtype=None, requirements=None, *, like=None):
    requirements = {r.upper() for r in ([requirements] if isinstance(requirements, str) else requirements or [])}
    order = "F" if requirements & {"F", "F_CONTIGUOUS", "FORTRAN"} else "C" if requirements & {"C", "C_CONTIGUOUS", "CONTIGUOUS"} else "K"
    out = np.array(a, dtype=dtype, order=order, copy=None)
    if requirements & {"O", "OWNDATA"} and not out.flags.owndata or requirements & {"W", "WRITEABLE"} and not out.flags.writeable:
        return out.copy()
    return out


class _Grid:
    def __init__(self, sparse):
        self.sparse = sparse

    def __getitem__(self, key):
        single = not isinstance(key, tuple)
        axes = []
        for s in (key,) if single else key:
            start = 0 if s.start is None else s.start
            step = 1 if s.step is None else s.step
            if isinstance(step, complex):
                axes.append(np.linspace(start, s.stop, int(abs(step))))
            else:
                axes.append(np.arange(start, s.stop, step))
        if single:
            return axes[0]
        kind = np.result_type(*axes)
        axes = [a.astype(kind) for a in axes]
        grids = np.meshgrid(*axes, indexing="ij", sparse=self.sparse)
        return grids if self.sparse else np.array(grids)


mgrid = _Grid(False)
ogrid = _Grid(True)


class _Joiner:
    def __init__(self, columns):
        self.columns = columns

    def __getitem__(self, key):
        parts = []
        axis = -1 if self.columns else 0
        items = key if isinstance(key, tuple) else (key,)
        plain, arrays = [], []
        for item in items:
            if isinstance(item, str):
                if item not in ("r", "c"):
                    axis = int(item.split(",")[0])
                continue
            if isinstance(item, slice):
                item = mgrid[item]
            arrays.append(np.asarray(item))
            plain.append(not isinstance(item, np.ndarray) and np.ndim(item) == 0)
        for a in arrays:
            if self.columns:
                a = a.reshape(-1, 1) if a.ndim < 2 else a
            else:
                a = np.atleast_1d(a)
            parts.append(a)
        return np.concatenate(parts, axis=axis)


r_ = _Joiner(False)
c_ = _Joiner(True)


class _IndexMaker:
    def __init__(self, tuples):
        self.tuples = tuples

    def __getitem__(self, key):
        return (key,) if self.tuples and not isinstance(key, tuple) else key


s_ = _IndexMaker(False)
index_exp = _IndexMaker(True)
