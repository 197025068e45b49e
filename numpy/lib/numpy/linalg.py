"""Linear algebra, by the operators of tensors."""
import collections
import numpy as np


class LinAlgError(ValueError):
    """Raised where a decomposition does not exist or a matrix has the wrong shape."""


EigResult = collections.namedtuple("EigResult", "eigenvalues eigenvectors")
EighResult = collections.namedtuple("EighResult", "eigenvalues eigenvectors")
QRResult = collections.namedtuple("QRResult", "Q R")
SVDResult = collections.namedtuple("SVDResult", "U S Vh")
SlogdetResult = collections.namedtuple("SlogdetResult", "sign logabsdet")


def _matrix(a, square=False):
    a = np.asarray(a)
    if a.ndim < 2:
        raise LinAlgError("%d-dimensional array given. Array must be at least two-dimensional" % a.ndim)
    if square and a.shape[-1] != a.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    if a.dtype.kind in "iub":
        return a.astype(np.float64)
    if a.dtype.kind == "O":
        raise TypeError("Cannot cast ufunc 'inv' input from dtype('O') to dtype('float64') with casting rule 'same_kind'")
    if a.dtype == np.float16:
        raise TypeError("array type float16 is unsupported in linalg")
    return a


def _call(name, *args, **kwargs):
    try:
        return np._operate("linalg." + name, *args, **kwargs)
    except RuntimeError as e:
        text = str(e)
        if "singular" in text:
            raise LinAlgError("Singular matrix") from None
        if "positive-definite" in text:
            raise LinAlgError("Matrix is not positive definite") from None
        raise LinAlgError(text) from None


def inv(a):
    return _call("inv", _matrix(a, True))


def det(a):
    return _call("det", _matrix(a, True))[()]


def slogdet(a):
    sign, logdet = _call("slogdet", _matrix(a, True))
    return SlogdetResult(sign[()], logdet[()])


def solve(a, b):
    a, b = _matrix(a, True), np.asarray(b)
    kind = np.result_type(a, b)
    if kind.kind in "iub":
        kind = np.dtype(np.float64)
    a, b = a.astype(kind), b.astype(kind)
    vector = b.ndim == 1
    rhs = b[:, None] if vector else b
    if rhs.shape[-2] != a.shape[-1]:
        raise ValueError(f"solve{'1' if vector else ''}: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
                         f"{'(m,m),(m)->(m)' if vector else '(m,m),(m,n)->(m,n)'} (size {rhs.shape[-2]} is different from {a.shape[-1]})")
    r = _call("solve", a, rhs)
    return r[..., 0] if vector else r


def cholesky(a, /, *, upper=False):
    r = _call("cholesky", _matrix(a, True))
    return np.swapaxes(r, -1, -2).conj() if upper else r


def qr(a, mode="reduced"):
    if mode not in ("reduced", "complete", "r"):
        raise ValueError(f"Unrecognized mode '{mode}'")
    q, r = _call("qr", _matrix(a), "complete" if mode == "complete" else "reduced")
    return r if mode == "r" else QRResult(q, r)


def svd(a, full_matrices=True, compute_uv=True, hermitian=False):
    a = _matrix(a)
    if not compute_uv:
        return _call("svdvals", a)
    u, s, vh = _call("svd", a, bool(full_matrices))
    return SVDResult(u, s, vh)


def svdvals(x, /):
    return svd(x, compute_uv=False)


def eigh(a, UPLO="L"):
    w, v = _call("eigh", _matrix(a, True), UPLO.upper())
    return EighResult(w, v)


def eigvalsh(a, UPLO="L"):
    return _call("eigvalsh", _matrix(a, True), UPLO.upper())


def eig(a):
    a = _matrix(a, True)
    if not np.isfinite(a).all():
        raise LinAlgError("Array must not contain infs or NaNs")
    w, v = _call("eig", a)
    if a.dtype.kind == "f" and np.all(w.imag == 0):
        w, v = w.real.copy(), v.real.copy()
    return EigResult(w, v)


def eigvals(a):
    return eig(a).eigenvalues


def pinv(a, rcond=None, hermitian=False, *, rtol=None):
    a = _matrix(a)
    if rcond is None:
        rcond = 1e-15 if rtol is None else rtol
    u, s, vt = svd(a.conj(), full_matrices=False)
    cutoff = np.asarray(rcond)[..., None] * np.max(s, axis=-1, keepdims=True)
    big = s > cutoff
    s = np.where(big, np.divide(1, s, where=big, out=np.zeros_like(s)), 0).astype(s.dtype)
    return np.matmul(np.swapaxes(vt, -1, -2), s[..., None] * np.swapaxes(u, -1, -2))


def matrix_rank(A, tol=None, hermitian=False, *, rtol=None):
    A = np.asarray(A)
    if A.ndim < 2:
        return int(not np.all(A == 0))
    s = svd(A, compute_uv=False)
    if tol is None:
        tol = s.max(axis=-1, keepdims=True) * (max(A.shape[-2:]) * np.finfo(s.dtype).eps if rtol is None else rtol)
    else:
        tol = np.asarray(tol)[..., None]
    return np.count_nonzero(s > tol, axis=-1)


def lstsq(a, b, rcond=None):
    a, b = _matrix(a), np.asarray(b)
    if a.ndim != 2:
        raise LinAlgError("%d-dimensional array given. Array must be two-dimensional" % a.ndim)
    vector = b.ndim == 1
    rhs = b[:, None] if vector else b
    m, n = a.shape
    if rhs.shape[0] != m:
        raise LinAlgError("Incompatible dimensions")
    kind = np.result_type(a, rhs, *([np.float64] if rhs.dtype.kind in "iub" else []))
    a, rhs = a.astype(kind), rhs.astype(kind)
    if rcond is None:
        rcond = np.finfo(kind).eps * max(n, m)
    u, s, vt = svd(a, full_matrices=False)
    rank = int((s > rcond * s[0]).sum()) if len(s) else 0
    keep = s[:rank]
    x = np.matmul(vt[:rank].conj().T, np.matmul(u[:, :rank].conj().T, rhs) / keep[:, None])
    resid = np.array([], dtype=s.dtype)
    if rank == n and m > n:
        d = rhs - np.matmul(a, x)
        resid = (np.abs(d) ** 2).sum(axis=0)
    return (x[:, 0] if vector else x), resid, rank, s


def norm(x, ord=None, axis=None, keepdims=False):
    x = np.asarray(x)
    if x.dtype.kind not in "fc":
        x = x.astype(float)
    if axis is None:
        if ord is None or ord in ("f", "fro") and x.ndim == 2 or ord == 2 and x.ndim == 1:
            flat = x.ravel(order="K")
            sq = flat.real.dot(flat.real) + flat.imag.dot(flat.imag) if x.dtype.kind == "c" else flat.dot(flat)
            r = np.sqrt(sq)
            return r.reshape((1,) * x.ndim) if keepdims else r
        axis = tuple(range(x.ndim))
    elif not isinstance(axis, tuple):
        axis = (int(axis),)
    if len(axis) == 1:
        if ord == np.inf:
            return np.abs(x).max(axis=axis, keepdims=keepdims)
        if ord == -np.inf:
            return np.abs(x).min(axis=axis, keepdims=keepdims)
        if ord == 0:
            return (x != 0).astype(x.real.dtype).sum(axis=axis, keepdims=keepdims)
        if ord == 1:
            return np.abs(x).sum(axis=axis, keepdims=keepdims)
        if ord is None or ord == 2:
            return np.sqrt((x.conj() * x).real.sum(axis=axis, keepdims=keepdims))
        if isinstance(ord, str):
            raise ValueError(f"Invalid norm order '{ord}' for vectors")
        p = np.abs(x) ** ord
        return p.sum(axis=axis, keepdims=keepdims) ** (1 / ord)
    if len(axis) != 2:
        raise ValueError("Improper number of dimensions to norm.")
    row, col = (i % x.ndim for i in axis)
    if row == col:
        raise ValueError("Duplicate axes given.")
    if ord in (None, "fro", "f"):
        r = np.sqrt((x.conj() * x).real.sum(axis=axis))
    elif ord in (2, -2, "nuc"):
        s = svd(np.moveaxis(x, (row, col), (-2, -1)), compute_uv=False)
        r = s.max(axis=-1) if ord == 2 else s.min(axis=-1) if ord == -2 else s.sum(axis=-1)
    elif ord in (1, -1):
        s = np.abs(x).sum(axis=row)
        col -= col > row
        r = s.max(axis=col) if ord == 1 else s.min(axis=col)
    elif ord in (np.inf, -np.inf):
        s = np.abs(x).sum(axis=col)
        row -= row > col
        r = s.max(axis=row) if ord == np.inf else s.min(axis=row)
    else:
        raise ValueError("Invalid norm order for matrices.")
    if keepdims:
        r = np.asarray(r).reshape([1 if i in (axis[0] % x.ndim, axis[1] % x.ndim) else n for i, n in enumerate(x.shape)])
    return r


def vector_norm(x, /, *, axis=None, keepdims=False, ord=2):
    x = np.asarray(x)
    r = norm(x.ravel() if axis is None else x, ord, axis if axis is not None else 0, keepdims and axis is not None)
    return np.asarray(r).reshape((1,) * x.ndim) if keepdims and axis is None else r


def matrix_norm(x, /, *, keepdims=False, ord="fro"):
    return norm(x, ord, (-2, -1), keepdims)


def cond(x, p=None):
    x = _matrix(x)
    if p in (None, 2, -2):
        s = svd(x, compute_uv=False)
        with np.errstate(all="ignore"):
            return s[..., -1] / s[..., 0] if p == -2 else s[..., 0] / s[..., -1]
    return norm(x, p, (-2, -1)) * norm(inv(x), p, (-2, -1))


def matrix_power(a, n):
    a = np.asanyarray(a)
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    if n < 0:
        a, n = inv(a), -n
    out = None
    if n == 0:
        return np.broadcast_to(np.eye(a.shape[-1], dtype=a.dtype), a.shape).copy()
    while n:
        if n & 1:
            out = a if out is None else np.matmul(out, a)
        n >>= 1
        if n:
            a = np.matmul(a, a)
    return out


def multi_dot(arrays, *, out=None):
    if len(arrays) < 2:
        raise ValueError("Expecting at least two arrays.")
    r = arrays[0]
    for a in arrays[1:]:
        r = np.dot(r, a)
    return r


def tensorinv(a, ind=2):
    a = np.asarray(a)
    if ind <= 0:
        raise ValueError("Invalid ind argument.")
    n = 1
    for k in a.shape[ind:]:
        n *= k
    return inv(a.reshape(n, -1)).reshape(a.shape[ind:] + a.shape[:ind])


def tensorsolve(a, b, axes=None):
    a, b = np.asanyarray(a), np.asarray(b)
    rest = a.shape[-(a.ndim - b.ndim):]
    n = 1
    for k in rest:
        n *= k
    return solve(a.reshape(-1, n), b.ravel()).reshape(rest)


def outer(x1, x2, /):
    return np.outer(x1, x2)


def diagonal(x, /, *, offset=0):
    return np.diagonal(x, offset, -2, -1)


def trace(x, /, *, offset=0, dtype=None):
    return np.trace(x, offset, -2, -1, dtype=dtype)


cross, matmul, tensordot, vecdot, matrix_transpose = np.cross, np.matmul, np.tensordot, np.vecdot, np.matrix_transpose
