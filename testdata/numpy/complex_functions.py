"""Functions of complex numbers at infinities, zeros with signs and far from the origin, of numpy and torch."""
import cmath

import numpy as np
import torch

np.seterr(all="ignore")
PARTS = [0.0, -0.0, 1.0, -0.5, 1000.0, -9e9, float("inf"), -float("inf"), float("nan")]
z = np.array([complex(a, b) for a in PARTS for b in PARTS])
TORCH = {"arcsin": "asin", "arccos": "acos", "arctan": "atan", "arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh", "sign": "sgn"}


def shown(v):
    if v != v and (abs(v.real) == float("inf") or abs(v.imag) == float("inf")):  # the standard leaves the sign open
        v = complex(abs(v.real), abs(v.imag))
    return f"{v.real + 0:.5g},{v.imag + 0:.5g}"


for name in "exp exp2 expm1 log log2 log10 log1p sqrt sin cos tan sinh cosh tanh arcsin arccos arctan arcsinh arccosh arctanh reciprocal sign square".split():
    here = [shown(v) for v in getattr(np, name)(z).tolist()]
    there = [shown(v) for v in getattr(torch, TORCH.get(name, name))(torch.from_numpy(z)).tolist()]
    print(name, *here)
    print("  torch where it differs:", *(f"{w}:{b}" for w, a, b in zip(z.tolist(), here, there) if a != b))

for name in "exp log sqrt sin cos tan sinh cosh tanh asin acos atan asinh acosh atanh".split():
    out = []
    for v in z.tolist():
        try:
            out.append(shown(getattr(cmath, name)(v)))
        except (ValueError, OverflowError) as e:
            out.append(type(e).__name__[0])
    print("cmath", name, *out)
