"""Statistics, sums that skip NaN, histograms, interpolation."""
import warnings
import numpy as np


def ptp(a, axis=None, out=None, keepdims=False):
    return np.subtract(np.max(a, axis=axis, keepdims=keepdims), np.min(a, axis=axis, keepdims=keepdims), out=out)


def average(a, axis=None, weights=None, returned=False, *, keepdims=False):
    a = np.asanyarray(a)
    if weights is None:
        avg = a.mean(axis, keepdims=keepdims)
        total = avg.dtype.type(a.size / np.asarray(avg).size)
    else:
        w = np.asanyarray(weights)
        kind = np.result_type(a.dtype, w.dtype, "f8") if a.dtype.kind in "iub" else np.result_type(a.dtype, w.dtype)
        if a.shape != w.shape:
            if axis is None:
                raise TypeError("Axis must be specified when shapes of a and weights differ.")
            axes = tuple(i % a.ndim for i in (axis if isinstance(axis, tuple) else (axis,)))
            if w.shape != tuple(a.shape[i] for i in axes):
                raise ValueError("Shape of weights must be consistent with shape of a along specified axis.")
            w = w.transpose(np.argsort(axes)).reshape([n if i in axes else 1 for i, n in enumerate(a.shape)])
        total = w.sum(axis=axis, dtype=kind, keepdims=keepdims)
        if np.any(total == 0.0):
            raise ZeroDivisionError("Weights sum to zero, can't be normalized")
        avg = np.multiply(a, w, dtype=kind).sum(axis, keepdims=keepdims) / total
    if returned:
        total = np.asarray(total)
        return avg, np.broadcast_to(total, np.shape(avg)).copy() if np.ndim(avg) else total[()]
    return avg


def _along(a, axis):
    """The array with the axes that go as its last one, and where they were."""
    a = np.asanyarray(a)
    if axis is None:
        return a.reshape(-1), None
    for i in axis if isinstance(axis, tuple) else (axis,):
        if not -a.ndim <= i < a.ndim:
            raise np.exceptions.AxisError(f"axis {i} is out of bounds for array of dimension {a.ndim}")
    axes = tuple(i % a.ndim for i in (axis if isinstance(axis, tuple) else (axis,)))
    rest = [i for i in range(a.ndim) if i not in axes]
    moved = a.transpose(rest + list(axes))
    last = 1
    for i in axes:
        last *= a.shape[i]
    return moved.reshape(moved.shape[:len(rest)] + (last,)), axes


def _restored(r, a, axes, keepdims):
    if not keepdims:
        return r
    return np.asarray(r).reshape([1 if axes is None or i in axes else n for i, n in enumerate(np.shape(a))])


def _into(r, out):
    if out is None:
        return r
    out[...] = r
    return out


def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    a = np.asanyarray(a)
    moved, axes = _along(a, axis)
    n = moved.shape[-1]
    if n == 0:
        warnings.warn("Mean of empty slice", RuntimeWarning, stacklevel=2)
        return np.full(moved.shape[:-1], np.nan, dtype=a.dtype if a.dtype.kind in "fc" else None)[()]
    s = np.sort(moved, axis=-1)
    mid = n // 2
    r = np.mean(s[..., mid:mid + 1] if n % 2 else s[..., mid - 1:mid + 1], axis=-1)
    if a.dtype.kind in "fc":
        bad = np.isnan(s[..., -1])
        if np.any(bad):
            r = np.where(bad, s[..., -1], r)[()]
    return _into(_restored(r, a, axes, keepdims), out)


_METHODS = {"inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf", "hazen", "weibull", "linear",
            "median_unbiased", "normal_unbiased", "lower", "higher", "midpoint", "nearest"}


def _virtual(method, n, q):
    """The places in a sorted row of n elements, counted from 0, that quantiles lie at."""
    if method == "linear":
        return (n - 1) * q
    if method == "lower":
        return np.floor((n - 1) * q)
    if method == "higher":
        return np.ceil((n - 1) * q)
    if method == "nearest":
        return np.rint((n - 1) * q)
    if method == "midpoint":
        return 0.5 * (np.floor((n - 1) * q) + np.ceil((n - 1) * q))
    if method == "inverted_cdf":
        return np.maximum(np.ceil(n * q) - 1, 0)
    if method == "closest_observation":
        return np.maximum(np.where((n * q - 0.5) % 2 == 1, np.floor(n * q - 0.5) - 1, np.rint(n * q - 1)), 0)
    if method == "averaged_inverted_cdf":
        i = n * q - 1
        return np.where(i == np.floor(i), i + 0.5, np.ceil(i))
    alpha, beta = {"interpolated_inverted_cdf": (0, 1), "hazen": (0.5, 0.5), "weibull": (0, 0), "median_unbiased": (1 / 3, 1 / 3), "normal_unbiased": (3 / 8, 3 / 8)}[method]
    return n * q + (alpha + q * (1 - alpha - beta)) - 1


def quantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, weights=None):
    if weights is not None:
        raise NotImplementedError("magneto's numpy has no weighted quantiles")
    if method not in _METHODS:
        raise ValueError(f"{method!r} is not a valid method. Use one of: {_METHODS}")
    a = np.asanyarray(a)
    if a.dtype.kind == "c":
        raise TypeError("a must be an array of real numbers")
    if isinstance(q, (int, float)) and a.dtype.kind == "f":
        q = np.asanyarray(q, dtype=a.dtype)
    else:
        q = np.asanyarray(q)
    if not (np.all(q >= 0) and np.all(q <= 1)):
        raise ValueError("Quantiles must be in the range [0, 1]")
    moved, axes = _along(a, axis)
    s = np.sort(moved, axis=-1)
    n = s.shape[-1]
    if n == 0:
        r = np.full(q.shape + moved.shape[:-1], np.nan)
        return r[()]
    at = np.clip(_virtual(method, n, q.astype(np.float64) if q.dtype.kind != "f" else q), 0, n - 1)
    flat = np.asarray(at).reshape(-1)
    low = np.floor(flat).astype(np.intp)
    high = np.minimum(low + 1, n - 1)
    part = (flat - low).astype(q.dtype if q.dtype.kind == "f" else np.float64)
    rows = np.moveaxis(s, -1, 0)
    if method in ("lower", "higher", "nearest", "inverted_cdf", "closest_observation"):
        r = rows[low]
    else:
        before, after = rows[low], rows[high]
        t = part.reshape((-1,) + (1,) * (rows.ndim - 1))
        delta = np.subtract(after, before)
        r = np.asanyarray(before + delta * t)
        back = np.broadcast_to(t >= 0.5, r.shape)
        r = np.where(back, after - delta * (1 - t), r)
        r = np.where(np.broadcast_to(delta == 0, r.shape), after, r).astype(np.result_type(before.dtype, t.dtype) if before.dtype.kind == "f" else r.dtype)
    if a.dtype.kind == "f":
        bad = np.isnan(rows[-1])
        if np.any(bad):
            r = np.where(bad, np.nan, r).astype(r.dtype)
    r = r.reshape(q.shape + moved.shape[:-1])
    if keepdims:
        r = r.reshape(q.shape + tuple(1 if axes is None or i in axes else m for i, m in enumerate(a.shape)))
    return _into(r[()], out)


def percentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, weights=None):
    a = np.asanyarray(a)
    q = np.true_divide(q, a.dtype.type(100) if a.dtype.kind == "f" else 100)
    if not (np.all(q >= 0) and np.all(q <= 1)):
        raise ValueError("Percentiles must be in the range [0, 100]")
    return quantile(a, np.asanyarray(q), axis, out, overwrite_input, method, keepdims, weights=weights)


# Reductions that skip NaN.

def _replaced(a, value):
    a = np.asanyarray(a)
    if a.dtype.kind not in "fc":
        return a, None
    mask = np.isnan(a)
    a = np.array(a)
    a[mask] = value
    return a, mask


def nansum(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True):
    return np.sum(_replaced(a, 0)[0], axis=axis, dtype=dtype, out=out, keepdims=keepdims, initial=initial, where=where)


def nanprod(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True):
    return np.prod(_replaced(a, 1)[0], axis=axis, dtype=dtype, out=out, keepdims=keepdims, initial=initial, where=where)


def nancumsum(a, axis=None, dtype=None, out=None):
    return np.cumsum(_replaced(a, 0)[0], axis=axis, dtype=dtype, out=out)


def nancumprod(a, axis=None, dtype=None, out=None):
    return np.cumprod(_replaced(a, 1)[0], axis=axis, dtype=dtype, out=out)


def nanmax(a, axis=None, out=None, keepdims=False, initial=None, where=True):
    r = np.fmax.reduce(np.asanyarray(a), axis=axis, out=out, keepdims=keepdims, initial=initial)
    if np.isnan(r).any():
        warnings.warn("All-NaN slice encountered" if np.ndim(r) == 0 else "All-NaN axis encountered", RuntimeWarning, stacklevel=2)
    return r


def nanmin(a, axis=None, out=None, keepdims=False, initial=None, where=True):
    r = np.fmin.reduce(np.asanyarray(a), axis=axis, out=out, keepdims=keepdims, initial=initial)
    if np.isnan(r).any():
        warnings.warn("All-NaN slice encountered" if np.ndim(r) == 0 else "All-NaN axis encountered", RuntimeWarning, stacklevel=2)
    return r


def _nan_arg(a, axis, value, f, out, keepdims):
    b, mask = _replaced(a, value)
    if mask is not None and np.any(np.all(mask, axis=axis)):
        raise ValueError("All-NaN slice encountered")
    return f(b, axis=axis, out=out, keepdims=keepdims)


def nanargmax(a, axis=None, out=None, *, keepdims=False):
    return _nan_arg(a, axis, -np.inf, np.argmax, out, keepdims)


def nanargmin(a, axis=None, out=None, *, keepdims=False):
    return _nan_arg(a, axis, np.inf, np.argmin, out, keepdims)


def nanmean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=True):
    b, mask = _replaced(a, 0)
    if mask is None:
        return np.mean(b, axis=axis, dtype=dtype, out=out, keepdims=keepdims, where=where)
    count = np.sum(~mask, axis=axis, dtype=np.intp, keepdims=keepdims, where=where)
    total = np.sum(b, axis=axis, dtype=dtype, keepdims=keepdims, where=where)
    if (count == 0).any():
        warnings.warn("Mean of empty slice", RuntimeWarning, stacklevel=2)
    with np.errstate(invalid="ignore", divide="ignore"):
        r = np.true_divide(total, count)
    r = r.astype(total.dtype) if hasattr(r, "astype") else r
    return _into(r, out)


def nanvar(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, mean=None, correction=None):
    b, mask = _replaced(a, 0)
    if mask is None:
        return np.var(b, axis=axis, dtype=dtype, out=out, ddof=ddof, keepdims=keepdims, where=where)
    count = np.sum(~mask, axis=axis, dtype=np.intp, keepdims=True)
    with np.errstate(invalid="ignore", divide="ignore"):
        avg = np.sum(b, axis=axis, dtype=dtype, keepdims=True) / count
        avg = avg.astype(b.dtype)
        d = np.asarray(b - avg)
        d[mask] = 0
        sqr = np.multiply(d, d.conj()).real if d.dtype.kind == "c" else d * d
        count = np.sum(~mask, axis=axis, dtype=np.intp, keepdims=keepdims)
        dof = count - ddof
        r = np.sum(sqr, axis=axis, dtype=dtype, keepdims=keepdims) / dof
    if np.any(dof <= 0):
        warnings.warn("Degrees of freedom <= 0 for slice.", RuntimeWarning, stacklevel=2)
        r = np.where(dof <= 0, np.nan, r)[()]
    return _into(np.asarray(r).astype(sqr.dtype)[()], out)


def nanstd(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, mean=None, correction=None):
    return np.sqrt(nanvar(a, axis=axis, dtype=dtype, ddof=ddof, keepdims=keepdims), out=out)


def _nan_rows(a, axis, keepdims, f, lead=()):
    a = np.asanyarray(a)
    moved, axes = _along(a, axis)
    out = np.empty(lead + moved.shape[:-1])
    for index in np.ndindex(moved.shape[:-1]):
        row = moved[index]
        row = row[~np.isnan(row)]
        out[(Ellipsis,) + index] = f(row) if len(row) else np.nan
    if keepdims:
        out = out.reshape(lead + tuple(1 if axes is None or i in axes else m for i, m in enumerate(a.shape)))
    return (out.astype(a.dtype) if a.dtype.kind in "fc" else out)[()]


def nanmedian(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    return _into(_nan_rows(a, axis, keepdims, median), out)


def nanquantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, weights=None):
    return _into(_nan_rows(a, axis, keepdims, lambda row: quantile(row, q, method=method), np.shape(q)), out)


def nanpercentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, weights=None):
    return nanquantile(a, np.true_divide(q, 100), axis, out, overwrite_input, method, keepdims)


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    out = np.array(x, copy=True if copy else None)
    scalar = out.ndim == 0
    if out.dtype.kind in "fc":
        limits = np.finfo(out.dtype)
        for part in (out.real, out.imag) if out.dtype.kind == "c" else (out,):
            bad, up, down = np.isnan(part), np.isposinf(part), np.isneginf(part)
            np.copyto(part, nan, where=bad)
            np.copyto(part, limits.max if posinf is None else posinf, where=up)
            np.copyto(part, limits.min if neginf is None else neginf, where=down)
    return out[()] if scalar else out


# Covariance, histograms, interpolation.

def cov(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, *, dtype=None):
    m = np.asarray(m)
    kind = dtype or np.result_type(m, np.float64, *([] if y is None else [np.asarray(y)]))
    x = np.array(m, ndmin=2, dtype=kind)
    if not rowvar and m.ndim != 1:
        x = x.T
    if x.shape[0] == 0:
        return np.array([]).reshape(0, 0)
    if y is not None:
        y = np.array(y, ndmin=2, dtype=kind)
        if not rowvar and y.shape[0] != 1:
            y = y.T
        x = np.concatenate((x, y), axis=0)
    if ddof is None:
        ddof = 0 if bias else 1
    w = None
    if fweights is not None:
        w = np.asarray(fweights, dtype=float)
    if aweights is not None:
        w = np.asarray(aweights, dtype=float) if w is None else w * np.asarray(aweights, dtype=float)
    avg, total = average(x, axis=1, weights=w, returned=True)
    total = total[0]
    if w is None:
        fact = x.shape[1] - ddof
    elif ddof == 0:
        fact = total
    elif aweights is None:
        fact = total - ddof
    else:
        fact = total - ddof * np.sum(w * aweights) / total
    if fact <= 0:
        warnings.warn("Degrees of freedom <= 0 for slice", RuntimeWarning, stacklevel=2)
        fact = 0.0
    x = x - avg[:, None]
    other = x.T if w is None else (x * w).T
    c = np.dot(x, other.conj())
    c = c * np.true_divide(1, fact)
    return c.squeeze()[()] if c.size == 1 else c.squeeze()


def corrcoef(x, y=None, rowvar=True, *, dtype=None):
    c = cov(x, y, rowvar, dtype=dtype)
    if np.ndim(c) == 0:
        return c / c
    d = np.diag(c)
    s = np.sqrt(d.real)
    c = c / s[:, None] / s[None, :]
    return np.clip(c, -1, 1) if c.dtype.kind != "c" else c


def _bin_width(name, a, low, high):
    n = a.size
    if name == "sqrt":
        return (high - low) / np.sqrt(n)
    if name == "sturges":
        return (high - low) / (np.log2(n) + 1.0)
    if name == "rice":
        return (high - low) / (2.0 * n ** (1.0 / 3))
    if name == "scott":
        return (24.0 * np.pi ** 0.5 / n) ** (1.0 / 3.0) * np.std(a)
    if name == "fd":
        return 2.0 * np.subtract(*np.percentile(a, [75, 25])) * n ** (-1.0 / 3.0)
    if name == "auto":
        fd, sturges = _bin_width("fd", a, low, high), _bin_width("sturges", a, low, high)
        return min(fd, sturges) if fd else sturges
    raise ValueError(f"{name!r} is not a valid estimator for `bins`")


def histogram_bin_edges(a, bins=10, range=None, weights=None):
    a = np.asarray(a).ravel()
    if np.ndim(bins) == 1 and not isinstance(bins, str):
        edges = np.asarray(bins)
        if np.any(edges[:-1] > edges[1:]):
            raise ValueError("`bins` must increase monotonically, when an array")
        return edges
    if range is not None:
        low, high = range
        if low > high:
            raise ValueError("max must be larger than min in range parameter.")
        if not (np.isfinite(low) and np.isfinite(high)):
            raise ValueError(f"supplied range of [{low}, {high}] is not finite")
    elif a.size == 0:
        low, high = 0, 1
    else:
        low, high = a.min(), a.max()
        if not (np.isfinite(low) and np.isfinite(high)):
            raise ValueError(f"autodetected range of [{low}, {high}] is not finite")
    if low == high:
        low, high = low - 0.5, high + 0.5
    if isinstance(bins, str):
        if range is not None:
            a = a[(a >= low) & (a <= high)]
        width = _bin_width(bins, a, low, high) if a.size else 0
        if a.dtype.kind in "iu" and 0 < width < 1:
            width = 1
        bins = int(np.ceil((high - low) / width)) if width else 1
    else:
        bins = bins.__index__()
        if bins < 1:
            raise ValueError("`bins` must be positive, when an integer")
    kind = np.result_type(low, high, a)
    if kind.kind in "iub":
        kind = np.result_type(kind, float)
    return np.linspace(low, high, bins + 1, endpoint=True, dtype=kind)


def histogram(a, bins=10, range=None, density=None, weights=None):
    a = np.asarray(a)
    if weights is not None:
        weights = np.asarray(weights)
        if weights.shape != a.shape:
            raise ValueError("weights should have the same shape as a.")
        weights = weights.ravel()
    a = a.ravel()
    edges = histogram_bin_edges(a, bins, range, weights)
    if a.dtype == bool:
        a = a.astype(np.uint8)
    n = len(edges) - 1
    if np.ndim(bins) == 0:
        low, high = edges[0], edges[-1]
        keep = (a >= low) & (a <= high)
        x = a[keep].astype(edges.dtype)
        at = ((x - low) / (high - low) * n).astype(np.intp)
        at[at == n] -= 1
        at[x < edges[at]] -= 1
        at[(x >= edges[at + 1]) & (at != n - 1)] += 1
        w = None if weights is None else weights[keep]
    else:
        at = np.searchsorted(edges, a, side="right") - 1
        at[a == edges[-1]] = n - 1
        keep = (at >= 0) & (at < n)
        at = at[keep]
        w = None if weights is None else weights[keep]
    count = np.bincount(at, weights=w, minlength=n)
    if w is not None and weights.dtype.kind in "iu":
        count = count.astype(weights.dtype)
    if density:
        return count / np.diff(edges).astype(float) / count.sum(), edges
    return count, edges


def histogramdd(sample, bins=10, range=None, density=None, weights=None):
    sample = np.atleast_2d(np.asarray(sample).T).T if not (isinstance(sample, np.ndarray) and sample.ndim == 2) else sample
    n, d = sample.shape
    try:
        if len(bins) != d:
            raise ValueError("The dimension of bins must be equal to the dimension of the sample x.")
    except TypeError:
        bins = d * [bins]
    edges, places, ok = [], [], np.ones(n, bool)
    for i in np.arange(d).tolist():
        e = histogram_bin_edges(sample[:, i], bins[i], None if range is None else range[i])
        at = np.searchsorted(e, sample[:, i], side="right") - 1
        at[sample[:, i] == e[-1]] = len(e) - 2
        ok &= (at >= 0) & (at < len(e) - 1)
        edges.append(e)
        places.append(at)
    shape = tuple(len(e) - 1 for e in edges)
    flat = np.zeros(n, dtype=np.intp)
    for at, m in zip(places, shape):
        flat = flat * m + at
    w = None if weights is None else np.asarray(weights)[ok]
    total = 1
    for m in shape:
        total *= m
    hist = np.bincount(flat[ok], w, minlength=total).reshape(shape).astype(float)
    if density:
        s = hist.sum()
        for i, e in enumerate(edges):
            hist = hist / np.diff(e).reshape([-1 if k == i else 1 for k in np.arange(d).tolist()])
        hist /= s
    return hist, tuple(edges)


def histogram2d(x, y, bins=10, range=None, density=None, weights=None):
    if len(x) != len(y):
        raise ValueError("x and y must have the same length.")
    if hasattr(bins, "__len__") and len(bins) not in (1, 2):
        bins = [np.asarray(bins)] * 2
    hist, edges = histogramdd(np.stack([np.asarray(x), np.asarray(y)], axis=1), bins, range, density, weights)
    return hist, edges[0], edges[1]


def digitize(x, bins, right=False):
    x, bins = np.asarray(x), np.asarray(bins)
    if x.dtype.kind == "c":
        raise TypeError("x may not be complex")
    d = np.diff(bins)
    if np.all(d >= 0):
        return np.searchsorted(bins, x, side="left" if right else "right")
    if not np.all(d <= 0):
        raise ValueError("bins must be monotonically increasing or decreasing")
    return len(bins) - np.searchsorted(bins[::-1], x, side="right" if right else "left")


def interp(x, xp, fp, left=None, right=None, period=None):
    x, xp, fp = np.asarray(x, dtype=np.float64), np.asarray(xp, dtype=np.float64), np.asarray(fp)
    kind = np.complex128 if fp.dtype.kind == "c" else np.float64
    fp = fp.astype(kind)
    if period is not None:
        if period == 0:
            raise ValueError("period must be a non-zero value")
        period = abs(period)
        x, xp = x % period, xp % period
        order = np.argsort(xp)
        xp, fp = xp[order], fp[order]
        xp = np.concatenate((xp[-1:] - period, xp, xp[0:1] + period))
        fp = np.concatenate((fp[-1:], fp, fp[0:1]))
    if len(xp) == 0:
        raise ValueError("array of sample points is empty")
    if len(xp) != len(fp):
        raise ValueError("fp and xp are not of the same length.")
    j = np.searchsorted(xp, x, side="right") - 1
    k = np.clip(j, 0, max(len(xp) - 2, 0))
    k1 = np.minimum(k + 1, len(xp) - 1)
    with np.errstate(all="ignore"):
        slope = (fp[k1] - fp[k]) / (xp[k1] - xp[k])
        r = slope * (x - xp[k]) + fp[k]
        bad = np.isnan(r)
        if np.any(bad):
            other = slope * (x - xp[k1]) + fp[k1]
            r = np.where(bad, other, r)
            r = np.where(np.isnan(r) & (fp[k] == fp[k1]), fp[k], r)
    r = np.where(j < 0, fp[0] if left is None else left, r)
    r = np.where(j >= len(xp) - 1, np.where(x == xp[-1], fp[-1], fp[-1] if right is None else right), r)
    r = np.where(np.isnan(x), x, r)
    return r.astype(kind)[()]


def diff(a, n=1, axis=-1, prepend=None, append=None):
    if n == 0:
        return a
    if n < 0:
        raise ValueError("order must be non-negative but got " + repr(n))
    a = np.asanyarray(a)
    if a.ndim == 0:
        raise ValueError("diff requires input that is at least one dimensional")
    axis = axis % a.ndim
    parts = []
    for extra in (prepend, None, append):
        if extra is None:
            continue
        extra = np.asanyarray(extra)
        if extra.ndim == 0:
            extra = np.broadcast_to(extra, a.shape[:axis] + (1,) + a.shape[axis + 1:])
        parts.append(extra)
    if prepend is not None or append is not None:
        order = ([parts[0]] if prepend is not None else []) + [a] + ([parts[-1]] if append is not None else [])
        a = np.concatenate(order, axis)
    lead = (slice(None),) * axis
    for _ in np.arange(n).tolist():
        late, early = a[lead + (slice(1, None),)], a[lead + (slice(None, -1),)]
        a = np.not_equal(late, early) if a.dtype == bool else np.subtract(late, early)
    return a


def ediff1d(ary, to_end=None, to_begin=None):
    ary = np.asanyarray(ary).ravel()
    parts = [ary[1:] - ary[:-1]]
    if to_begin is not None:
        parts.insert(0, np.asanyarray(to_begin).ravel())
    if to_end is not None:
        parts.append(np.asanyarray(to_end).ravel())
    return np.concatenate(parts).astype(ary.dtype) if len(parts) > 1 else parts[0]


def gradient(f, *varargs, axis=None, edge_order=1):
    f = np.asanyarray(f)
    n = f.ndim
    axes = tuple(np.arange(n).tolist()) if axis is None else tuple(i % n for i in (axis if isinstance(axis, tuple) else (axis,)))
    if len(varargs) == 0:
        spaces = [1.0] * len(axes)
    elif len(varargs) == 1 and np.ndim(varargs[0]) == 0:
        spaces = list(varargs) * len(axes)
    elif len(varargs) == len(axes):
        spaces = [np.asanyarray(v) if np.ndim(v) else v for v in varargs]
    else:
        raise TypeError("invalid number of arguments")
    if edge_order > 2:
        raise ValueError("'edge_order' greater than 2 not supported")
    if f.dtype.kind == "b":
        f = f[1:] - f[:-1]
    if f.dtype.kind not in "fc":
        f = f.astype(np.float64)
    out = []
    for ax, h in zip(axes, spaces):
        if f.shape[ax] < edge_order + 1:
            raise ValueError("Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are required.")
        g = np.moveaxis(f, ax, 0)
        r = np.empty_like(g)
        tail = (1,) * (g.ndim - 1)
        if np.ndim(h):
            d = np.diff(h)
            if len(h) != f.shape[ax]:
                raise ValueError("when 1d, distances must match the length of the corresponding dimension")
            if (d == d[0]).all():
                h = d[0]
        if np.ndim(h) == 0:
            r[1:-1] = (g[2:] - g[:-2]) / (2.0 * h)
            d1 = d2 = h
        else:
            a, b = d[:-1].reshape((-1,) + tail), d[1:].reshape((-1,) + tail)
            r[1:-1] = -b / (a * (a + b)) * g[:-2] + (b - a) / (a * b) * g[1:-1] + a / (b * (a + b)) * g[2:]
            d1, d2 = d[0], d[-1]
        if edge_order == 1:
            r[0], r[-1] = (g[1] - g[0]) / d1, (g[-1] - g[-2]) / d2
        elif np.ndim(h) == 0:
            r[0] = -1.5 / h * g[0] + 2.0 / h * g[1] + -0.5 / h * g[2]
            r[-1] = 0.5 / h * g[-3] + -2.0 / h * g[-2] + 1.5 / h * g[-1]
        else:
            a, b = d[0], d[1]
            r[0] = -(2 * a + b) / (a * (a + b)) * g[0] + (a + b) / (a * b) * g[1] - a / (b * (a + b)) * g[2]
            a, b = d[-2], d[-1]
            r[-1] = b / (a * (a + b)) * g[-3] - (b + a) / (a * b) * g[-2] + (2 * b + a) / (b * (a + b)) * g[-1]
        out.append(np.moveaxis(r, 0, ax))
    return out[0] if len(out) == 1 else tuple(out)


def trapezoid(y, x=None, dx=1.0, axis=-1):
    y = np.asanyarray(y)
    if x is None:
        d = dx
    else:
        x = np.asanyarray(x)
        d = np.diff(x, axis=axis if x.ndim > 1 else -1)
        if x.ndim == 1:
            d = d.reshape((1,) * (axis % y.ndim) + (-1,) + (1,) * (y.ndim - 1 - axis % y.ndim))
    lead = (slice(None),) * (axis % y.ndim)
    return (d * (y[lead + (slice(1, None),)] + y[lead + (slice(None, -1),)]) / 2.0).sum(axis)


def convolve(a, v, mode="full"):
    a, v = np.array(a, ndmin=1), np.array(v, ndmin=1)
    if len(v) > len(a):
        a, v = v, a
    if len(a) == 0:
        raise ValueError("a cannot be empty")
    if len(v) == 0:
        raise ValueError("v cannot be empty")
    return _correlated(a, v[::-1], mode)


def correlate(a, v, mode="valid"):
    a, v = np.asarray(a), np.asarray(v)
    if a.size == 0 or v.size == 0:
        raise ValueError("first array argument cannot be empty" if a.size == 0 else "second array argument cannot be empty")
    if len(v) > len(a):
        return _correlated(v, a.conj() if a.dtype.kind == "c" else a, mode)[::-1].conj() if v.dtype.kind == "c" or a.dtype.kind == "c" else _correlated(v, a, mode)[::-1]
    return _correlated(a, v.conj(), mode)


def _correlated(a, v, mode):
    n, m = len(a), len(v)
    if mode not in ("full", "same", "valid", 0, 1, 2):
        raise ValueError(f"mode must be one of 'valid', 'same', or 'full' (got {mode!r})")
    kind = np.result_type(a, v)
    left = {"full": m - 1, 2: m - 1, "same": m // 2, 1: m // 2, "valid": 0, 0: 0}[mode]
    count = {"full": n + m - 1, 2: n + m - 1, "same": n, 1: n, "valid": n - m + 1, 0: n - m + 1}[mode]
    padded = np.concatenate([np.zeros(left, kind), a.astype(kind), np.zeros(max(count + m - 1 - left - n, 0), kind)])
    windows = np.lib.stride_tricks.sliding_window_view(padded, m)[:count]
    return np.dot(windows, v.astype(kind))


def cumulative_sum(x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    return _cumulative(np.cumsum, 0, x, axis, dtype, out, include_initial)


def cumulative_prod(x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    return _cumulative(np.cumprod, 1, x, axis, dtype, out, include_initial)


def _cumulative(f, first, x, axis, dtype, out, include_initial):
    x = np.atleast_1d(x)
    if axis is None:
        if x.ndim > 1:
            raise ValueError("For arrays which have more than one dimension ``axis`` argument is required.")
        axis = 0
    r = f(x, axis=axis, dtype=dtype)
    if include_initial:
        shape = list(r.shape)
        shape[axis] = 1
        r = np.concatenate([np.full(shape, first, r.dtype), r], axis=axis)
    return _into(r, out)


def unwrap(p, discont=None, axis=-1, *, period=6.283185307179586):
    p = np.asarray(p)
    d = diff(p, axis=axis)
    discont = period / 2 if discont is None else discont
    low, high = -period / 2, period / 2
    m = np.mod(d - low, period) + low
    m = np.where((m == low) & (d > 0), high, m)
    fix = np.where(np.abs(d) < discont, 0, m - d)
    out = np.array(p, dtype=np.result_type(p, period))
    at = (slice(None),) * (axis % p.ndim) + (slice(1, None),)
    out[at] = p[at] + fix.cumsum(axis)
    return out
