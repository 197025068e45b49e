"""Sorting, searching, and arrays as sets."""
import numpy as np


def sort(a, axis=-1, kind=None, order=None, *, stable=None):
    if axis is None:
        a, axis = np.asanyarray(a).flatten(), -1
    else:
        a = np.array(a, copy=True)
    a.sort(axis=axis, kind=kind)
    return a


def sort_complex(a):
    b = np.array(a)
    b.sort()
    return b if b.dtype.kind == "c" else b.astype(np.complex64 if b.dtype.char in "bhBH" else np.complex128)


def msort(a):
    return sort(a, axis=0)


def lexsort(keys, axis=-1):
    keys = [np.asarray(k) for k in keys]
    if not keys:
        raise TypeError("need sequence of keys with len > 0 in lexsort")
    order = np.argsort(keys[0], axis=axis, kind="stable")
    for k in keys[1:]:
        order = np.take_along_axis(order, np.argsort(np.take_along_axis(k, order, axis), axis=axis, kind="stable"), axis)
    return order


def partition(a, kth, axis=-1, kind="introselect", order=None):
    a = np.asanyarray(a)
    n = a.size if axis is None else a.shape[axis]
    for k in np.ravel(kth).tolist():
        if not -n <= k < n:
            raise ValueError(f"kth(={k}) out of bounds ({n})")
    return sort(a, axis)


def argpartition(a, kth, axis=-1, kind="introselect", order=None):
    a = np.asanyarray(a)
    n = a.size if axis is None else a.shape[axis]
    for k in np.ravel(kth).tolist():
        if not -n <= k < n:
            raise ValueError(f"kth(={k}) out of bounds ({n})")
    return np.argsort(a, axis=axis)


def argwhere(a):
    a = np.asanyarray(a)
    if a.ndim == 0:
        return np.argwhere(a.reshape(1))[:, :0]
    return np.transpose(np.nonzero(a))


def flatnonzero(a):
    return np.nonzero(np.ravel(a))[0]


def extract(condition, arr):
    return np.take(np.ravel(arr), np.nonzero(np.ravel(condition))[0])


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True, sorted=True):
    ar = np.asanyarray(ar)
    if axis is None:
        out = _unique_flat(ar, return_index, return_inverse, return_counts, equal_nan)
        if return_inverse:
            out = list(out)
            at = 1 + bool(return_index)
            out[at] = out[at].reshape(ar.shape)
        return out[0] if len(out) == 1 else tuple(out)
    rows = np.moveaxis(ar, axis, 0)
    n = rows.shape[0]
    flat = rows.reshape(n, -1)
    order = lexsort(flat.T[::-1]) if flat.shape[1] else np.arange(n)
    s = flat[order]
    first = np.ones(n, dtype=bool)
    if n:
        first[1:] = (s[1:] != s[:-1]).any(axis=1)
    values = np.moveaxis(s[first].reshape((-1,) + rows.shape[1:]), 0, axis)
    out = [values]
    out.extend(_unique_extras(order, first, n, return_index, return_inverse, return_counts))
    return out[0] if len(out) == 1 else tuple(out)


def _unique_flat(ar, return_index, return_inverse, return_counts, equal_nan):
    ar = ar.flatten()
    if return_index or return_inverse:
        order = ar.argsort(kind="stable")
        s = ar[order]
    else:
        order = None
        ar.sort()
        s = ar
    first = np.empty(s.shape, dtype=bool)
    first[:1] = True
    if equal_nan and s.dtype.kind in "fc" and s.size and np.isnan(s[-1]):
        k = int(np.flatnonzero(np.isnan(s))[0])
        if k > 0:
            first[1:k] = s[1:k] != s[:k - 1]
        first[k] = True
        first[k + 1:] = False
    else:
        first[1:] = s[1:] != s[:-1]
    return [s[first]] + _unique_extras(order, first, s.size, return_index, return_inverse, return_counts)


def _unique_extras(order, first, n, return_index, return_inverse, return_counts):
    out = []
    if return_index:
        out.append(order[first])
    if return_inverse:
        inverse = np.empty(first.shape, dtype=np.intp)
        inverse[order] = np.cumsum(first) - 1
        out.append(inverse)
    if return_counts:
        out.append(np.diff(np.concatenate(np.nonzero(first) + ([n],))))
    return out


def unique_values(x):
    return unique(x, equal_nan=False)


def unique_counts(x):
    import collections
    return collections.namedtuple("UniqueCountsResult", "values counts")(*unique(x, return_counts=True, equal_nan=False))


def unique_inverse(x):
    import collections
    return collections.namedtuple("UniqueInverseResult", "values inverse_indices")(*unique(x, return_inverse=True, equal_nan=False))


def unique_all(x):
    import collections
    return collections.namedtuple("UniqueAllResult", "values indices inverse_indices counts")(*unique(x, True, True, True, equal_nan=False))


def isin(element, test_elements, assume_unique=False, invert=False, *, kind=None):
    element = np.asarray(element)
    test = np.asarray(test_elements).ravel()
    if test.dtype == object or element.dtype == object:
        r = np.zeros(element.shape, dtype=bool)
        for t in test:
            r |= element == t
    elif test.size == 0:
        r = np.zeros(element.shape, dtype=bool)
    else:
        s = np.sort(test)
        at = np.clip(np.searchsorted(s, element), 0, len(s) - 1)
        r = np.asarray(s[at] == element)
    return np.asarray(~r if invert else r)


def in1d(ar1, ar2, assume_unique=False, invert=False, *, kind=None):
    return isin(np.ravel(ar1), ar2, assume_unique, invert)


def intersect1d(ar1, ar2, assume_unique=False, return_indices=False):
    ar1, ar2 = np.asanyarray(ar1), np.asanyarray(ar2)
    if return_indices:
        a, i1 = unique(ar1, return_index=True)
        b, i2 = unique(ar2, return_index=True)
        keep1, keep2 = isin(a, b), isin(b, a)
        return a[keep1], i1[keep1], i2[keep2]
    a, b = unique(ar1), unique(ar2)
    return np.concatenate((a, b))[:0] if a.size == 0 or b.size == 0 else a[isin(a, b)].astype(np.result_type(a, b))


def union1d(ar1, ar2):
    return unique(np.concatenate((ar1, ar2), axis=None))


def setdiff1d(ar1, ar2, assume_unique=False):
    a = np.asarray(ar1).ravel() if assume_unique else unique(ar1)
    return a[isin(a, ar2, invert=True)]


def setxor1d(ar1, ar2, assume_unique=False):
    a, b = unique(ar1), unique(ar2)
    return np.sort(np.concatenate([a[isin(a, b, invert=True)], b[isin(b, a, invert=True)]]))
