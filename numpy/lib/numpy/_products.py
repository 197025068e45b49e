"""Products of arrays, and polynomials."""
import functools
import re
import warnings

import numpy as np


def inner(a, b, /):
    a, b = np.asanyarray(a), np.asanyarray(b)
    if a.ndim == 0 or b.ndim == 0:
        return np.multiply(a, b)
    if a.shape[-1] != b.shape[-1]:
        turned = b.shape[:-2] + b.shape[-1:] + b.shape[-2:-1]
        raise ValueError(f"shapes {_text(a.shape)} and {_text(turned)} not aligned: {a.shape[-1]} (dim {a.ndim - 1}) != {b.shape[-1]} (dim {max(b.ndim - 2, 0)})")
    return tensordot(a, b, (-1, -1))[()]


def _text(shape):
    return "(" + ",".join(map(str, shape)) + (",)" if len(shape) == 1 else ")")


def outer(a, b, out=None):
    return np.multiply(np.ravel(a)[:, None], np.ravel(b)[None, :], out=out)


def vdot(a, b, /):
    a, b = np.ravel(a), np.ravel(b)
    if a.size != b.size:
        raise ValueError(f"cannot reshape array of size {b.size} into shape ({a.size},)")
    return np.dot(a if a.dtype == bool else a.conj(), b)


def vecdot(x1, x2, /, *, axis=-1):
    x1, x2 = np.moveaxis(np.asarray(x1), axis, -1), np.moveaxis(np.asarray(x2), axis, -1)
    if x1.dtype != bool:
        x1 = x1.conj()
    return np.matmul(x1[..., None, :], x2[..., :, None])[..., 0, 0][()]


def matvec(x1, x2, /):
    return np.matmul(x1, np.asarray(x2)[..., None])[..., 0]


def vecmat(x1, x2, /):
    return np.matmul(np.asarray(x1).conj()[..., None, :], x2)[..., 0, :]


def tensordot(a, b, axes=2):
    a, b = np.asarray(a), np.asarray(b)
    try:
        left, right = axes
    except TypeError:
        left, right = list(range(-axes, 0)), list(range(axes))
    left = [left] if isinstance(left, (int, np.integer)) else list(left)
    right = [right] if isinstance(right, (int, np.integer)) else list(right)
    if len(left) != len(right) or any(a.shape[i] != b.shape[j] for i, j in zip(left, right)):
        raise ValueError("shape-mismatch for sum")
    left, right = [i % a.ndim for i in left], [j % b.ndim for j in right]
    keep_a = [i for i in range(a.ndim) if i not in left]
    keep_b = [j for j in range(b.ndim) if j not in right]
    k = 1
    for i in left:
        k *= a.shape[i]
    x = a.transpose(keep_a + left).reshape(_size(a, keep_a), k)
    y = b.transpose(right + keep_b).reshape(k, _size(b, keep_b))
    return np.dot(x, y).reshape([a.shape[i] for i in keep_a] + [b.shape[j] for j in keep_b])


def _size(a, axes):
    n = 1
    for i in axes:
        n *= a.shape[i]
    return n


def kron(a, b):
    a, b = np.asanyarray(a), np.asanyarray(b)
    n = max(a.ndim, b.ndim)
    x, y = a.reshape((1,) * (n - a.ndim) + a.shape), b.reshape((1,) * (n - b.ndim) + b.shape)
    shape = [p * q for p, q in zip(x.shape, y.shape)]
    x = x.reshape([m for p in x.shape for m in (p, 1)])
    y = y.reshape([m for q in y.shape for m in (1, q)])
    return (x * y).reshape(shape)[()] if n == 0 else (x * y).reshape(shape)


def cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    if axis is not None:
        axisa = axisb = axisc = axis
    a, b = np.asarray(a), np.asarray(b)
    if a.ndim < 1 or b.ndim < 1:
        raise ValueError("At least one array has zero dimension")
    a, b = np.moveaxis(a, axisa, -1), np.moveaxis(b, axisb, -1)
    if a.shape[-1] not in (2, 3) or b.shape[-1] not in (2, 3):
        raise ValueError("incompatible dimensions for cross product\n(dimension must be 2 or 3)")
    if a.shape[-1] == 2 or b.shape[-1] == 2:
        warnings.warn("Arrays of 2-dimensional vectors are deprecated. Use arrays of 3-dimensional vectors instead. (deprecated in NumPy 2.0)", DeprecationWarning, stacklevel=2)
    a0, a1, b0, b1 = a[..., 0], a[..., 1], b[..., 0], b[..., 1]
    if a.shape[-1] == b.shape[-1] == 2:
        return np.asarray(a0 * b1 - a1 * b0)
    a2, b2 = (x[..., 2] if x.shape[-1] == 3 else np.zeros_like(x[..., 0]) for x in (a, b))
    c = np.stack([a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0], axis=-1)
    return np.moveaxis(c, -1, axisc)


def trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    return np.diagonal(a, offset, axis1, axis2).sum(-1, dtype=dtype, out=out)


def einsum(*operands, out=None, optimize=False, dtype=None, order="K", casting="safe"):
    if not operands:
        raise ValueError("must specify the einstein sum subscripts string and at least one operand, or at least one operand and its corresponding subscripts list")
    if not isinstance(operands[0], str):
        operands = _lettered(operands)
    text, arrays = operands[0].replace(" ", ""), [np.asanyarray(a) for a in operands[1:]]
    if dtype is not None:
        arrays = [a.astype(dtype) for a in arrays]
    r = _einsum(text, arrays)
    if out is not None:
        out[...] = r
        return out
    return r[()] if r.ndim == 0 else r


def einsum_path(*operands, optimize="greedy", einsum_call=False):
    n = len(operands) - 1
    return ["einsum_path", tuple(range(n))], "magneto's numpy contracts operands from left to right"


def _lettered(operands):
    """Subscripts given as lists, as text."""
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

    def word(s):
        return "".join("..." if x is Ellipsis else letters[x] for x in s)
    operands = list(operands)
    result = operands.pop() if len(operands) % 2 else None
    text = ",".join(word(s) for s in operands[1::2])
    return [text + ("->" + word(result) if result is not None else "")] + operands[::2]


def _einsum(text, arrays):
    left, arrow, result = text.partition("->")
    terms = left.split(",")
    if len(terms) != len(arrays):
        raise ValueError("fewer operands provided to einstein sum function than specified in the subscripts string" if len(terms) > len(arrays)
                         else "more operands provided to einstein sum function than specified in the subscripts string")
    wide = 0
    for t, a in zip(terms, arrays):
        named = len(t.replace("...", ""))
        if "..." in t:
            wide = max(wide, a.ndim - named)
        elif named != a.ndim:
            raise ValueError(f"einstein sum subscripts string contains too many subscripts for operand 0" if named > a.ndim
                             else "operand has more dimensions than subscripts given in einstein sum, but no '...' ellipsis provided to broadcast the extra dimensions.")
    spare = [c for c in "ZYXWVUTSRQPONMLKJIHGFEDCBA" if c not in text][:wide][::-1]
    full = []
    for t, a in zip(terms, arrays):
        k = a.ndim - len(t.replace("...", ""))
        full.append(t.replace("...", "".join(spare[wide - k:]) if k else ""))
    if arrow:
        result = result.replace("...", "".join(spare))
    else:
        every = "".join(full)
        result = "".join(spare) + "".join(sorted(c for c in set(every) if every.count(c) == 1 and c not in spare))
    sizes = {}
    for t, a in zip(full, arrays):
        for c, n in zip(t, a.shape):
            if sizes.get(c, 1) not in (1, n) and n != 1:
                raise ValueError(f"operands could not be broadcast together with remapped shapes [original->remapped]: " + " ".join(
                    f"{_text(b.shape)}->{_text(b.shape)}" for b in arrays) + " ")
            sizes[c] = max(sizes.get(c, 1), n) if n != 0 else 0
    for c in result:
        if c not in sizes:
            raise ValueError(f"einstein sum subscripts string included output subscript '{c}' which never appeared in an input")
    x, labels = _diagonals(arrays[0], full[0])
    for i in range(1, len(arrays)):
        y, other = _diagonals(arrays[i], full[i])
        later = "".join(full[i + 1:]) + result
        x, labels = _contract(x, labels, y, other, later)
    gone = tuple(i for i, c in enumerate(labels) if c not in result)
    if gone:
        x = x.sum(axis=gone, dtype=x.dtype)
        labels = "".join(c for c in labels if c in result)
    x = np.transpose(x, [labels.index(c) for c in result])
    return x


def _diagonals(a, labels):
    """Labels that occur twice pick a diagonal."""
    for c in sorted(set(labels)):
        while labels.count(c) > 1:
            i = labels.index(c)
            j = labels.index(c, i + 1)
            a = np.diagonal(a, 0, i, j)
            labels = labels[:i] + labels[i + 1:j] + labels[j + 1:] + c
    return a, labels


def _contract(x, lx, y, ly, later):
    """The product of two operands, summed over what nobody needs later."""
    def alone(a, labels, other):
        gone = tuple(i for i, c in enumerate(labels) if c not in other and c not in later)
        return (a.sum(axis=gone, dtype=a.dtype), "".join(c for c in labels if c in other or c in later)) if gone else (a, labels)

    x, lx = alone(x, lx, ly)
    y, ly = alone(y, ly, lx)
    both = [c for c in lx if c in ly]
    batch = [c for c in both if c in later]
    summed = [c for c in both if c not in later]
    if any(x.shape[lx.index(c)] != y.shape[ly.index(c)] for c in both):
        labels = lx + "".join(c for c in ly if c not in lx)
        p = np.transpose(x, [lx.index(c) for c in labels if c in lx]).reshape([x.shape[lx.index(c)] if c in lx else 1 for c in labels])
        q = np.transpose(y, [ly.index(c) for c in labels if c in ly]).reshape([y.shape[ly.index(c)] if c in ly else 1 for c in labels])
        r = p * q
        gone = tuple(i for i, c in enumerate(labels) if c in summed)
        return (r.sum(axis=gone, dtype=r.dtype) if gone else r), "".join(c for c in labels if c not in summed)
    own_x, own_y = [c for c in lx if c not in both], [c for c in ly if c not in both]
    sx, sy = dict(zip(lx, x.shape)), dict(zip(ly, y.shape))

    def count(labels, sizes):
        n = 1
        for c in labels:
            n *= sizes[c]
        return n

    p = np.transpose(x, [lx.index(c) for c in batch + own_x + summed]).reshape([sx[c] for c in batch] + [count(own_x, sx), count(summed, sx)])
    q = np.transpose(y, [ly.index(c) for c in batch + summed + own_y]).reshape([sx[c] for c in batch] + [count(summed, sx), count(own_y, sy)])
    r = np.matmul(p, q) if summed else p * q  # [batch, own_x, 1] * [batch, 1, own_y]
    return r.reshape([sx[c] for c in batch + own_x] + [sy[c] for c in own_y]), "".join(batch + own_x + own_y)


# Polynomials with the highest power first.

def polyval(p, x):
    p = p.coeffs if isinstance(p, poly1d) else np.asarray(p)
    if isinstance(x, poly1d):
        y = 0
    else:
        x = np.asanyarray(x)
        y = np.zeros_like(x)
    for c in p:
        y = y * x + c
    return y[()] if isinstance(y, np.ndarray) and y.ndim == 0 else y


def _polynomial(f):
    """f with a poly1d as its result where an argument is one."""
    @functools.wraps(f)
    def call(*args, **kwargs):
        made = f(*(a.coeffs if isinstance(a, poly1d) else a for a in args), **kwargs)
        if not any(isinstance(a, poly1d) for a in args):
            return made
        return tuple(map(poly1d, made)) if isinstance(made, tuple) else poly1d(made)

    return call


@_polynomial
def polyadd(a1, a2):
    a1, a2 = np.atleast_1d(a1), np.atleast_1d(a2)
    d = len(a2) - len(a1)
    return np.concatenate((np.zeros(max(d, 0), a1.dtype), a1)) + np.concatenate((np.zeros(max(-d, 0), a2.dtype), a2))


@_polynomial
def polysub(a1, a2):
    return polyadd(a1, -np.atleast_1d(a2))


@_polynomial
def polymul(a1, a2):
    return np.convolve(a1, a2)


@_polynomial
def polydiv(u, v):
    u, v = np.atleast_1d(u) + 0.0, np.atleast_1d(v) + 0.0
    m, n = len(u) - 1, len(v) - 1
    q, r = np.zeros(max(m - n + 1, 1), u.dtype), u.astype(np.result_type(u, v))
    for k in range(0, m - n + 1):
        d = r[k] / v[0]
        q[k] = d
        r[k:k + n + 1] -= d * v
    while len(r) > 1 and np.allclose(r[0], 0, rtol=1e-14):
        r = r[1:]
    return q, r


@_polynomial
def polyder(p, m=1):
    p = np.asarray(p)
    for _ in range(m):
        n = len(p) - 1
        p = p[:-1] * np.arange(n, 0, -1)
    return p


@_polynomial
def polyint(p, m=1, k=None):
    p = np.asarray(p) + 0.0
    k = np.zeros(m) if k is None else np.atleast_1d(k)
    for i in range(m):
        p = np.concatenate((p / np.arange(len(p), 0, -1), [k[i] if len(k) > 1 else k[0]]))
    return p


def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False):
    x, y = np.asarray(x) + 0.0, np.asarray(y) + 0.0
    order = int(deg) + 1
    if deg < 0:
        raise ValueError("expected deg >= 0")
    if x.ndim != 1:
        raise TypeError("expected 1D vector for x")
    if x.size == 0:
        raise TypeError("expected non-empty vector for x")
    if x.shape[0] != y.shape[0]:
        raise TypeError("expected x and y to have same length")
    rcond = len(x) * np.finfo(x.dtype).eps if rcond is None else rcond
    lhs, rhs = np.vander(x, order), y
    if w is not None:
        w = np.asarray(w) + 0.0
        lhs = lhs * w[:, None]
        rhs = rhs * (w[:, None] if rhs.ndim == 2 else w)
    scale = np.sqrt((lhs * lhs).sum(axis=0))
    lhs = lhs / scale
    c, resids, rank, s = np.linalg.lstsq(lhs, rhs, rcond)
    c = (c.T / scale).T
    if full:
        return c, resids, rank, s, rcond
    if cov:
        base = np.linalg.inv(np.dot(lhs.T, lhs)) / np.outer(scale, scale)
        fac = 1 if cov == "unscaled" else resids / (len(x) - order)
        return c, base * fac
    return c


def roots(p):
    p = p.coeffs if isinstance(p, poly1d) else np.atleast_1d(p)
    if p.ndim != 1:
        raise ValueError("Input must be a rank-1 array.")
    nz = np.nonzero(p)[0]
    if len(nz) == 0:
        return np.array([])
    zeros = len(p) - int(nz[-1]) - 1
    p = p[int(nz[0]):int(nz[-1]) + 1] * 1.0
    n = len(p)
    r = np.array([])
    if n > 1:
        a = np.diag(np.ones(n - 2, p.dtype), -1)
        a[0, :] = -p[1:] / p[0]
        r = np.linalg.eigvals(a)
    return np.concatenate((r, np.zeros(zeros, r.dtype)))


def poly(seq_of_zeros):
    z = np.atleast_1d(seq_of_zeros)
    if z.ndim == 2:
        z = np.linalg.eigvals(z)
    z = z.astype(np.float64) if z.dtype.kind in "biu" else z
    a = np.ones(1, dtype=z.dtype)
    for x in z:
        a = np.convolve(a, np.array([1, -x], dtype=z.dtype))
    return a.real if a.dtype.kind == "c" and np.all(np.sort_complex(z) == np.sort_complex(z.conj())) else a


def _term(c):
    """A coefficient in four digits."""
    if not isinstance(c, (complex, np.complexfloating)):
        return f"{c:.4g}"
    if c.imag == 0:
        return f"{c.real:.4g}"
    return f"{c.imag:.4g}j" if c.real == 0 else f"({c.real:.4g} + {c.imag:.4g}j)"


def _raised(text, width=70):
    """The text with its powers on a line above."""
    done, powers, terms, at = "", "", "", 0
    for m in re.finditer(r"\*\*(\d+)", text):
        part = text[at:m.start()]
        at = m.end()
        if len(terms) + len(part) > width:
            done, powers, terms, part = f"{done}{powers}\n{terms}\n ", "", "", part.lstrip()
        terms += part
        powers = powers.ljust(len(terms)) + m[1]
        terms += " " * (len(m[1]) - 1)
    return f"{done}{powers or ' '}\n{terms}{text[at:]}"


class poly1d:
    """A polynomial in one variable."""
    __module__ = "numpy"

    def __init__(self, c_or_r, r=False, variable=None):
        c = c_or_r.coeffs if isinstance(c_or_r, poly1d) else poly(c_or_r) if r else np.atleast_1d(c_or_r)
        c = np.trim_zeros(c, trim="f")
        self.coeffs = c if len(c) else np.array([0], dtype=c.dtype)
        self.variable = variable or getattr(c_or_r, "variable", "x")

    c = coef = coefficients = property(lambda self: self.coeffs)
    order = o = property(lambda self: len(self.coeffs) - 1)
    roots = r = property(lambda self: roots(self.coeffs))

    def __array__(self, dtype=None, copy=None):
        return np.array(self.coeffs, dtype) if dtype or copy else self.coeffs

    def __iter__(self):
        return iter(self.coeffs)

    def __call__(self, val):
        return polyval(self.coeffs, val)

    def __len__(self):
        return self.order

    def __getitem__(self, k):
        return self.coeffs[self.order - k] if 0 <= k <= self.order else self.coeffs.dtype.type(0)

    def __repr__(self):
        return "poly1d(" + repr(self.coeffs)[6:-1] + ")"

    def __str__(self):
        terms = []
        for k, c in enumerate(self.coeffs):
            power, text = self.order - k, _term(c)
            if text == "0" and (k or power):
                continue
            name = "" if power == 0 else " " + self.variable + (f"**{power}" if power > 1 else "")
            sign = "" if not terms else "- " if text.startswith("-") else "+ "
            terms.append(sign + (text.lstrip("-") if terms else text) + name)
        return _raised(" ".join(terms) or "0")

    def __eq__(self, other):
        return isinstance(other, poly1d) and np.array_equal(self.coeffs, other.coeffs)

    def __neg__(self):
        return poly1d(-self.coeffs)

    def __add__(self, other):
        return poly1d(polyadd(self.coeffs, poly1d(other).coeffs))

    def __sub__(self, other):
        return poly1d(polysub(self.coeffs, poly1d(other).coeffs))

    def __pos__(self):
        return self

    def __mul__(self, other):
        return poly1d(self.coeffs * other) if np.isscalar(other) else poly1d(polymul(self.coeffs, poly1d(other).coeffs))

    def __pow__(self, n):
        out = poly1d([1])
        for _ in range(n):
            out = out * self
        return out

    def __truediv__(self, other):
        if np.isscalar(other):
            return poly1d(self.coeffs / other)
        q, r = polydiv(self.coeffs, poly1d(other).coeffs)
        return poly1d(q), poly1d(r)

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other):
        return poly1d(other) - self

    def deriv(self, m=1):
        return poly1d(polyder(self.coeffs, m))

    def integ(self, m=1, k=0):
        return poly1d(polyint(self.coeffs, m, k))
