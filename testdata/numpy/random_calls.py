# Random calls of numpy, printed with what they give: dtype, shape, strides and values, or the error.
import random
import sys
import warnings
import numpy as np

warnings.simplefilter("ignore")
first, last = (int(sys.argv[1]), int(sys.argv[2])) if len(sys.argv) > 2 else (0, 290)

DTYPES = ["bool", "int8", "uint8", "int16", "int32", "int64", "uint64", "float16", "float32", "float64", "complex64", "complex128"]
FLOATS = ["float32", "float64"]
SHAPES = [(), (1,), (4,), (3, 4), (4, 3), (2, 3, 4), (0,), (3, 0), (1, 4), (3, 1), (2, 1, 3)]


def values(r, dtype, shape):
    n = 1
    for k in shape:
        n *= k
    kind = np.dtype(dtype).kind
    if kind == "b":
        v = [r.random() < 0.5 for _ in range(n)]
    elif kind in "iu":
        v = [r.randrange(0 if kind == "u" else -9, 10) for _ in range(n)]
    elif kind == "f":
        v = [r.choice([r.randrange(-40, 40) / 8, r.randrange(-40, 40) / 8, float(r.randrange(-3, 4)), float("nan") if r.random() < .1 else 0.5, float("inf") if r.random() < .1 else 1.25]) for _ in range(n)]
    else:
        v = [complex(r.randrange(-16, 16) / 4, r.randrange(-16, 16) / 4) for _ in range(n)]
    return np.array(v, dtype=dtype).reshape(shape)


def array(r, dtypes=DTYPES, shapes=SHAPES):
    dtype, shape = r.choice(dtypes), r.choice(shapes)
    how = r.random()
    if how < 0.6 or len(shape) == 0:
        return values(r, dtype, shape)
    if how < 0.75:
        return values(r, dtype, shape[::-1]).T
    if how < 0.9:
        return values(r, dtype, tuple(2 * k for k in shape))[tuple(slice(None, None, 2) for _ in shape)]
    return values(r, dtype, shape)[::-1]


def scalar(r):
    return r.choice([2, -1, 0, 3, 1.5, -0.5, 2j, True, 7, np.float32(1.5), np.int8(3), np.float64(2.5), np.uint8(200), np.int64(-4), np.complex64(1 + 1j), np.bool_(True)])


BINARY = ["add", "subtract", "multiply", "divide", "floor_divide", "remainder", "power", "maximum", "minimum", "fmax", "fmin", "less", "less_equal", "greater", "greater_equal", "equal", "not_equal",
          "logical_and", "logical_or", "logical_xor", "bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift", "arctan2", "hypot", "copysign", "fmod", "gcd", "lcm", "heaviside", "float_power"]
UNARY = ["negative", "positive", "absolute", "sign", "square", "sqrt", "exp", "log", "sin", "cos", "tanh", "floor", "ceil", "trunc", "rint", "isnan", "isinf", "isfinite", "logical_not", "invert", "conjugate",
         "reciprocal", "log1p", "expm1", "arctan", "cbrt", "fabs", "signbit", "exp2", "log2", "log10", "degrees", "radians"]
REDUCE = ["sum", "prod", "mean", "std", "var", "max", "min", "argmax", "argmin", "all", "any", "cumsum", "cumprod", "ptp", "median", "nansum", "nanmean", "nanmax", "nanmin", "count_nonzero", "nanstd"]


def axis(r, a):
    return r.choice([None, 0, -1, 1, a.ndim - 1] + ([(0, 1)] if a.ndim > 1 else []))


def index(r, a):
    out = []
    for n in a.shape[:r.randrange(0, a.ndim + 1)] or a.shape[:1]:
        out.append(r.choice([r.randrange(-n - 1, n + 1), slice(None), slice(r.randrange(-3, 4), None), slice(None, None, -1), slice(r.randrange(0, 3), r.randrange(0, 5), r.choice([1, 2])), None, Ellipsis,
                             [r.randrange(-max(n, 1), max(n, 1)) for _ in range(r.randrange(1, 4))], np.array([r.random() < .5 for _ in range(n)], dtype=bool)]))
    return tuple(out)


def case(r):
    what = r.randrange(14)
    a = array(r)
    if what < 3:
        b = scalar(r) if r.random() < 0.4 else array(r)
        name = r.choice(BINARY)
        return name, (a, b) if r.random() < 0.8 else (b, a), {}
    if what < 5:
        return r.choice(UNARY), (a,), {}
    if what < 7:
        name = r.choice(REDUCE)
        kw = {"axis": axis(r, a)}
        if name not in ("cumsum", "cumprod", "median") and r.random() < 0.3:
            kw["keepdims"] = True
        if name in ("sum", "prod", "mean") and r.random() < 0.15:
            kw["dtype"] = r.choice(["float32", "float64", "int64", "complex128"])
        if name in ("std", "var") and r.random() < 0.3:
            kw["ddof"] = 1
        return name, (a,), kw
    if what == 7:
        return "index", (a, index(r, a)), {}
    if what == 8:
        return "assign", (a, index(r, a), r.choice([3, 2.5, array(r, [a.dtype.name])])), {}
    if what == 9:
        name = r.choice(["reshape", "transpose", "swapaxes", "squeeze", "expand_dims", "flip", "roll", "rot90", "repeat", "tile", "moveaxis", "ravel", "broadcast_to", "diagonal", "pad", "atleast_2d", "split", "array_split"])
        args = {"reshape": [r.choice([(-1,), (2, -1), (4, 3), (-1, 1), (3, 4, 1)])], "transpose": [], "swapaxes": [0, -1], "squeeze": [], "expand_dims": [r.choice([0, -1, 1])], "flip": [r.choice([None, 0, -1])],
                "roll": [r.randrange(-3, 4), r.choice([None, 0, -1])], "rot90": [r.randrange(4)], "repeat": [r.randrange(0, 3), r.choice([None, 0, -1])], "tile": [r.choice([2, (2, 1), (1, 2, 1)])], "moveaxis": [0, -1], "ravel": [],
                "broadcast_to": [r.choice([(3, 4), (2, 3, 4), (4,), (4, 4)])], "diagonal": [r.randrange(-1, 2)], "pad": [r.choice([1, (1, 2)]), r.choice(["constant", "edge", "reflect", "wrap", "symmetric"])], "atleast_2d": [],
                "split": [r.choice([2, [1], 3]), r.choice([0, -1])], "array_split": [r.choice([2, 3]), 0]}[name]
        return name, (a, *args), {}
    if what == 10:
        name = r.choice(["concatenate", "stack", "vstack", "hstack", "dstack", "where", "clip", "sort", "argsort", "unique", "searchsorted", "diff", "nonzero", "take", "isclose", "allclose", "round", "outer", "kron", "interp",
                         "trace", "tril", "triu", "cross", "bincount", "digitize", "percentile", "quantile", "histogram", "convolve", "isin", "intersect1d", "lexsort", "gradient", "trapezoid", "average", "nan_to_num", "cov"])
        b = array(r)
        one = values(r, r.choice(FLOATS), (5,))
        one[~np.isfinite(one)] = 0
        args = {"concatenate": ([a, b],), "stack": ([a, a],), "vstack": ([a, b],), "hstack": ([a, b],), "dstack": ([a, a],), "where": (a, a, b), "clip": (a, -1, 2), "sort": (a,), "argsort": (np.unique(one),), "unique": (a,),
                "searchsorted": (np.sort(one), a), "diff": (a,), "nonzero": (a,), "take": (a, [0, -1]), "isclose": (a, b), "allclose": (a, b), "round": (a, r.choice([0, 1, -1])), "outer": (one, one[:3]), "kron": (one[:2], one[:3]),
                "interp": (one, np.arange(4.), one[:4]), "trace": (a,), "tril": (a,), "triu": (a, 1), "cross": (one[:3], one[2:5]), "bincount": (np.abs(values(r, "int64", (6,))),), "digitize": (one, np.arange(-2., 3.)),
                "percentile": (one, r.choice([50, [10, 90]])), "quantile": (one, r.choice([.5, [.1, .3]])), "histogram": (one, 4), "convolve": (one, one[:3]), "isin": (a, [0, 1, 2]), "intersect1d": (a, b), "lexsort": ((one, -one),),
                "gradient": (one,), "trapezoid": (one,), "average": (one,), "nan_to_num": (a,), "cov": (np.stack([one, one * 2 + 1]),)}[name]
        return name, args, {}
    if what == 11:
        name = r.choice(["dot", "matmul", "einsum", "tensordot", "inner"])
        f = ["int64", "float32", "float64"]
        m, n = array(r, f, [(3, 4), (4,), (2, 3, 4)]), array(r, f, [(4, 3), (4,), (4, 4), (2, 4, 3)])
        for x in (m, n):
            if x.dtype.kind == "f":
                x[~np.isfinite(x)] = 1
        if name == "einsum":
            m, n = values(r, "int64", (3, 4)), values(r, "int64", (4, 3))
            return name, r.choice([("ij,jk->ik", m, n), ("ij->ji", m), ("ij->", m), ("ij,ji->i", m, n), ("ii->i", m[:, :3]), ("...j->...", m), ("ij,kl->il", m, n)]), {}
        return name, (m, n) + ((1,) if name == "tensordot" else ()), {}
    if what == 12:
        return "astype", (a, r.choice(DTYPES)), {}
    name = r.choice(["arange", "linspace", "full", "eye", "tri", "zeros", "identity", "logspace", "geomspace", "indices", "meshgrid", "diag"])
    args = {"arange": r.choice([(5,), (1, 7, 2), (0, 1, .3), (5, 0, -1), (3.5,), (2, 2)]), "linspace": r.choice([(0, 1, 5), (2, -2, 4), (0, 10, 3), (1, 2, 1)]), "full": ((2, 2), scalar(r)), "eye": r.choice([(3,), (2, 4), (3, 3, 1)]),
            "tri": (3, 4, r.randrange(-1, 2)), "zeros": ((2, 3), r.choice(DTYPES)), "identity": (3,), "logspace": (0, 2, 3), "geomspace": (1, 1000, 4), "indices": ((2, 3),), "meshgrid": (np.arange(3), np.arange(2)),
            "diag": (np.arange(r.randrange(1, 4)), r.randrange(-1, 2))}[name]
    return name, args, {}


def text(x):
    if isinstance(x, np.ndarray):
        return f"{x.dtype} {x.shape} {[s for s, n in zip(x.strides, x.shape) if n > 1] if x.size else ()} {x.tolist() if x.dtype.kind in 'biu' or x.dtype == object else rounded(x)}"
    if isinstance(x, np.generic):
        return f"{type(x).__name__} {x.item() if x.dtype.kind in 'biu' else rounded(np.asarray(x))}"
    if isinstance(x, (list, tuple)):
        return type(x).__name__ + "[" + "; ".join(text(y) for y in x) + "]"
    return f"{type(x).__name__} {x!r}"


def rounded(x):
    digits = {2: 3, 4: 4, 8: 11, 16: 11}[x.dtype.itemsize if x.dtype.kind == "f" else x.dtype.itemsize]
    if x.dtype == np.complex64:
        digits = 4

    def one(v):
        if isinstance(v, list):
            return "[" + ", ".join(map(one, v)) + "]"
        if isinstance(v, complex):
            parts = [p if abs(p) > 1e-5 * abs(v) else 0.0 for p in (v.real, v.imag)]
            return f"({one(parts[0])}, {one(parts[1])})"
        return f"{v + 0.0:.{digits}g}" if abs(v) > 1e-9 else "0"
    return one(x.tolist())


def run(name, args, kw):
    if name == "index":
        return args[0][args[1]]
    if name == "assign":
        a = args[0].copy()
        a[args[1]] = args[2]
        return a
    if name == "astype":
        return args[0].astype(args[1])
    return getattr(np, name)(*args, **kw)


for seed in range(first, last):
    r = random.Random(seed)
    name, args, kw = case(r)
    shown = ", ".join([f"{a.dtype}{a.shape}" if isinstance(a, np.ndarray) else repr(a) for a in args] + [f"{k}={v}" for k, v in kw.items()])
    try:
        out = text(run(name, args, kw))
    except Exception as e:
        out = f"{type(e).__name__}: {str(e).splitlines()[0]}"
    print(f"{seed} {name}({shown}) -> {out}")
