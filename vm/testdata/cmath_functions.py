"""cmath: all functions on and off their branch cuts, for special values, and their errors."""
import cmath
import math

inf, nan = math.inf, math.nan
names = "acos acosh asin asinh atan atanh cos cosh exp log log10 sin sinh sqrt tan tanh phase polar isnan isinf isfinite".split()


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return f"{type(e).__name__} {e}"


def rounded(r):
    if isinstance(r, complex):
        r = complex(float(f"{r.real:.13e}"), float(f"{r.imag:.13e}"))
    return r


parts = -inf, -2.5, -1.0, -0.0, 0.0, 0.5, 1.0, inf, nan
for name in names:
    f = getattr(cmath, name)
    for x in parts:
        print(name, x, *(rounded(attempt(f, complex(x, y))) for y in parts))
for name in names:
    f = getattr(cmath, name)
    print(name, *(rounded(attempt(f, z)) for z in (1e308 + 1e308j, -1e300 + 1j, 1e-320 + 1e-310j, 710 + 1j, -710 - 2j, 750j, 1 + 1e-200j, 0.8 + 0.6000001j)))
for r in parts:
    print(*(rounded(attempt(cmath.rect, r, phi)) for phi in parts))
print(cmath.log(8, 2), attempt(cmath.log, 2, 1), attempt(cmath.log, 0), attempt(cmath.log, 2, 0), cmath.log(1j, 1j))
print(cmath.isclose(1 + 1j, 1 + 1j + 1e-12), cmath.isclose(1, 2, rel_tol=0.6), cmath.isclose(inf, inf), cmath.isclose(1, 2, abs_tol=1.5))
print(attempt(cmath.isclose, 1, 2), attempt(lambda: cmath.isclose(1, 2, rel_tol=-1)), attempt(cmath.sqrt, "a"), attempt(cmath.sin))


class Number:
    def __complex__(self):
        return 4j

    def __index__(self):
        return 4


print(cmath.sqrt(Number()), cmath.exp(True), cmath.infj, cmath.nanj, cmath.tau, sorted(n for n in dir(cmath) if n[0] != "_"))
