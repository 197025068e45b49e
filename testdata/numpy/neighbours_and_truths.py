# Neighbours of floats of each precision; what is true of objects and texts; types of results of functions that promote in their own way.
import warnings

import numpy as np

warnings.simplefilter("ignore")


def told(name, f):
    try:
        r = f()
        print(name, "->", type(r).__name__, repr(r).replace("\n", ""))
    except Exception as e:
        print(name, "->", type(e).__name__ + ":", e)


for kind in (np.float16, np.float32, np.float64):
    for x in (0.0, -0.0, 1.0, -1.0, 2.5, -2.5, 65504.0, 6e-5, 5.96e-8, np.inf, -np.inf, np.nan, 1024.0):
        x = kind(x)
        told(f"{kind.__name__} {x}", lambda: [np.nextafter(x, kind(y)) for y in (np.inf, -np.inf, 0)] + [np.spacing(x)])
    told(f"line of {kind.__name__}", lambda: (np.nextafter(np.arange(4, dtype=kind), kind(9)), np.spacing(np.arange(4, dtype=kind))))
for a in (np.array([1, "a", None], dtype=object), np.array(["b", "a", ""]), np.array([[1, 0], [None, ""]], dtype=object), np.array([], dtype=object), np.array([0, 1], dtype=object)):
    told("any, all", lambda: (np.any(a), a.all(), np.any(a, axis=0), a.all(keepdims=True)))
    told("and", lambda: np.logical_and(a, a))
    told("or", lambda: np.logical_or(a, 1))
    told("not", lambda: np.logical_not(a))
    if a.dtype == object:
        told("hypot", lambda: np.hypot(a, a))
small, flags = np.array([1, 2, 255], dtype=np.uint8), np.array([True, False, True])
told("sort_complex", lambda: [np.sort_complex(v).dtype for v in (small, small.astype(np.int16), small.astype(np.int32), small / 2)])
told("frexp", lambda: [np.frexp(v)[0].dtype for v in (flags, small, small.astype(np.int16), small.astype(np.int64))])
told("angle", lambda: [np.angle(v).dtype for v in (flags, small, np.float32(1), np.complex64(1j))])
told("i0", lambda: [np.i0(v).dtype for v in (small, np.float32([1, 2]), np.float64(2))])
told("i0", lambda: np.i0(1j))
told("unwrap", lambda: np.unwrap(np.float16([1, 9])).dtype)
told("vdot", lambda: (np.vdot(flags, flags), np.vecdot(flags, flags)))
told("vdot", lambda: np.vdot(small, 2))
told("zeros_like", lambda: np.zeros_like(np.array(["a", "bc"])))
told("ediff1d", lambda: np.ediff1d(flags))
told("gradient", lambda: np.gradient(flags))
told("packbits", lambda: np.packbits(small / 2))
