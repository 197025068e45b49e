"""Functions of complex numbers."""

import math as _math

pi, e, tau, inf, nan = _math.pi, _math.e, _math.tau, _math.inf, _math.nan
infj, nanj = complex(0, inf), complex(0, nan)


def phase(z):
    z = complex(z)
    return _math.atan2(z.imag, z.real)


def polar(z):
    return abs(complex(z)), phase(z)


def rect(r, phi):
    return complex(r * _math.cos(phi), r * _math.sin(phi))


def exp(z):
    z = complex(z)
    r = _math.exp(z.real)
    return complex(r * _math.cos(z.imag), r * _math.sin(z.imag))


def log(z, base=None):
    z = complex(z)
    if z == 0:
        raise ValueError("math domain error")
    value = complex(_math.log(abs(z)), phase(z))
    return value if base is None else value / log(base)


def log10(z):
    return log(z) / _math.log(10)


def sqrt(z):
    z = complex(z)
    if z == 0:
        return complex(0.0, z.imag)
    t = _math.sqrt((abs(z.real) + abs(z)) / 2)
    if z.real >= 0:
        return complex(t, z.imag / (2 * t))
    return complex(abs(z.imag) / (2 * t), _math.copysign(t, z.imag))


def sin(z):
    z = complex(z)
    return complex(_math.sin(z.real) * _math.cosh(z.imag), _math.cos(z.real) * _math.sinh(z.imag))


def cos(z):
    z = complex(z)
    return complex(_math.cos(z.real) * _math.cosh(z.imag), -_math.sin(z.real) * _math.sinh(z.imag))


def tan(z):
    return sin(z) / cos(z)


def sinh(z):
    z = complex(z)
    return complex(_math.sinh(z.real) * _math.cos(z.imag), _math.cosh(z.real) * _math.sin(z.imag))


def cosh(z):
    z = complex(z)
    return complex(_math.cosh(z.real) * _math.cos(z.imag), _math.sinh(z.real) * _math.sin(z.imag))


def tanh(z):
    return sinh(z) / cosh(z)


def isnan(z):
    z = complex(z)
    return _math.isnan(z.real) or _math.isnan(z.imag)


def isinf(z):
    z = complex(z)
    return _math.isinf(z.real) or _math.isinf(z.imag)


def isfinite(z):
    return not isnan(z) and not isinf(z)


def isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0):
    if a == b:
        return True
    if isinf(a) or isinf(b):
        return False
    diff = abs(a - b)
    return diff <= rel_tol * max(abs(a), abs(b)) or diff <= abs_tol
