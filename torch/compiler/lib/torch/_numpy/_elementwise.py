"""numpy's universal functions on tensors, and Python's operators on arrays."""

import builtins

import torch

from torch._numpy._shapes import _cast_to
from torch._numpy._values import _array, _arrays, _defaults, _finish, _floating, _is_number, _kind, _operands, _strong


def _unary(f, floating):
    def function(x, /, out=None, *, where=True, casting="same_kind", order="K", dtype=None, subok=False):
        _defaults(where=where, order=order, subok=subok)
        return _finish(f(_floating(x) if floating else _array(x)), out, dtype)

    return function


def _binary(f, operands=_operands):
    """A function of two arrays. Where whole numbers become floating ones, torch decides of which type: its default one, not numpy's."""

    def function(x1, x2, /, out=None, *, where=True, casting="same_kind", order="K", dtype=None, subok=False):
        _defaults(where=where, order=order, subok=subok)
        return _finish(f(*operands(x1, x2)), out, dtype)

    return function


sin, cos, tan = _unary(torch.sin, True), _unary(torch.cos, True), _unary(torch.tan, True)
arcsin, arccos, arctan = _unary(torch.asin, True), _unary(torch.acos, True), _unary(torch.atan, True)
sinh, cosh, tanh = _unary(torch.sinh, True), _unary(torch.cosh, True), _unary(torch.tanh, True)
arcsinh, arccosh, arctanh = _unary(torch.asinh, True), _unary(torch.acosh, True), _unary(torch.atanh, True)
exp, exp2, expm1 = _unary(torch.exp, True), _unary(torch.exp2, True), _unary(torch.expm1, True)
log, log2, log10, log1p = _unary(torch.log, True), _unary(torch.log2, True), _unary(torch.log10, True), _unary(torch.log1p, True)
sqrt, cbrt = _unary(torch.sqrt, True), _unary(lambda x: torch.pow(x, 1 / 3), True)
square, absolute, fabs = _unary(torch.square, True), _unary(lambda x: x if x.dtype == torch.bool else torch.abs(x), False), _unary(torch.absolute, False)
negative, positive, sign = _unary(torch.neg, False), _unary(torch.positive, False), _unary(torch.sign, False)
floor, ceil, trunc, rint = _unary(torch.floor, False), _unary(torch.ceil, False), _unary(torch.trunc, True), _unary(torch.round, False)
isnan, isinf, isfinite, signbit = _unary(torch.isnan, False), _unary(torch.isinf, False), _unary(torch.isfinite, False), _unary(torch.signbit, False)
reciprocal, conjugate, logical_not = _unary(torch.reciprocal, True), _unary(torch.conj_physical, False), _unary(torch.logical_not, False)
invert, deg2rad, rad2deg, sinc = _unary(torch.bitwise_not, False), _unary(torch.deg2rad, True), _unary(torch.rad2deg, True), _unary(torch.sinc, False)
abs, conj, bitwise_not, fix, degrees, radians = absolute, conjugate, invert, rint, rad2deg, deg2rad

def _subtraction(f):
    """Subtraction. Torch, which is asked for the type of arrays with numbers, refuses booleans there, too."""

    def function(x1, x2, /, *args, **kwargs):
        if builtins.any(map(_is_number, (x1, x2))) and builtins.any(isinstance(x, torch.Tensor) and x.dtype == torch.bool for x in (x1, x2)):
            torch.sub(x1, x2)
        return f(x1, x2, *args, **kwargs)

    return function


add, subtract, multiply = _binary(torch.add), _subtraction(_binary(torch.sub)), _binary(torch.mul)
divide, arctan2 = _binary(torch.true_divide), _binary(torch.atan2)
_power = _binary(torch.pow)


def power(x1, x2, /, out=None, **kwargs):
    if type(x2) is int and x2 < 0 and not isinstance(x1, (int, float, complex)) and not _array(x1).dtype.is_floating_point and not _array(x1).dtype.is_complex:
        raise RuntimeError("Integers to negative integer powers are not allowed.")
    return _power(x1, x2, out, **kwargs)


def _heaviside(x1, x2, /, *args, **kwargs):
    number, other = (x1, x2) if _is_number(x1) else (x2, x1)
    if _is_number(number) and not _is_number(other) and _kind(number) > _kind(other):
        raise RuntimeError("heaviside is not yet implemented for tensors with different dtypes.")
    return _binary(torch.heaviside)(x1, x2, *args, **kwargs)


floor_divide, mod, fmod = _binary(torch.floor_divide), _binary(torch.remainder), _binary(torch.fmod)
maximum, minimum, fmax, fmin = _binary(torch.maximum), _binary(torch.minimum), _binary(torch.fmax), _binary(torch.fmin)
hypot, copysign, logaddexp, logaddexp2 = _binary(torch.hypot), _binary(torch.copysign), _binary(torch.logaddexp), _binary(torch.logaddexp2)
equal, not_equal, less = _binary(torch.eq, _arrays), _binary(torch.ne, _arrays), _binary(torch.lt, _arrays)
less_equal, greater, greater_equal = _binary(torch.le, _arrays), _binary(torch.gt, _arrays), _binary(torch.ge, _arrays)
logical_and, logical_or, logical_xor = _binary(torch.logical_and, _arrays), _binary(torch.logical_or, _arrays), _binary(torch.logical_xor, _arrays)
bitwise_and, bitwise_or, bitwise_xor = _binary(torch.bitwise_and), _binary(torch.bitwise_or), _binary(torch.bitwise_xor)
left_shift, right_shift, gcd, lcm = _binary(torch.bitwise_left_shift), _binary(torch.bitwise_right_shift), _binary(torch.gcd), _binary(torch.lcm)
nextafter, heaviside, float_power = _binary(torch.nextafter, _arrays), _heaviside, _binary(torch.float_power, _arrays)


def _ldexp(x1, x2):
    """Numbers by powers of two, of the type of the numbers: of a whole number of Python's float64, of whole ones in arrays torch's default type."""
    if isinstance(x1, int):
        x1 = torch.tensor(x1, dtype=torch.float64)
    x1, x2 = torch.as_tensor(x1), torch.as_tensor(x2)
    if x2.dtype.is_floating_point or x2.dtype.is_complex or x2.dtype == torch.bool:
        raise ValueError("ldexp 2nd arg must be integer")
    result = torch.ldexp(x1, x2)
    return result.to(x1.dtype) if x1.dtype.is_floating_point or x1.dtype.is_complex else result


def ldexp(x1, x2, /, out=None, *, where=True, casting="same_kind", order="K", dtype=None, subok=False):
    _defaults(where=where, order=order, subok=subok)
    return _finish(_ldexp(*(x if _is_number(x) else _array(x) for x in (x1, x2))), out, dtype)


true_divide, remainder, matmul, dot = divide, mod, _binary(lambda a, b: _in_bytes(torch.matmul, a, b), _strong), _binary(lambda a, b: _in_bytes(_dot, a, b), _strong)

_OPERATORS = {
    "add": add, "sub": subtract, "mul": multiply, "truediv": divide, "floordiv": floor_divide, "mod": mod, "pow": power, "matmul": matmul,
    "and_": bitwise_and, "or_": bitwise_or, "xor": bitwise_xor, "lshift": left_shift, "rshift": right_shift, "eq": equal, "ne": not_equal,
    "lt": less, "le": less_equal, "gt": greater, "ge": greater_equal, "neg": negative, "pos": positive, "invert": invert, "abs": absolute,
}


def _operator(name):
    """What an operator of Python does with arrays; the names of those in place begin with i."""
    if name in _OPERATORS:
        return _OPERATORS[name]

    def in_place(a, b):
        return a.copy_(_OPERATORS[{"iand": "and_", "ior": "or_"}.get(name, name[1:])](a, b))

    return in_place


def __getitem__(a, key):
    return a[key]


def __setitem__(a, key, value):
    a[key] = value.to(a.dtype) if isinstance(value, torch.Tensor) else value


def _attribute(a, name):
    if name == "T":
        return a.permute(tuple(reversed(range(a.ndim))))
    if name == "imag" and not a.is_complex():
        return torch.zeros_like(a)
    return getattr(a, name)


def real(a):
    return _array(a).real


def imag(a):
    a = _array(a)
    return a.imag if a.dtype.is_complex else torch.zeros_like(a)


def i0(x):
    return torch.i0(_array(x))


def isneginf(x, out=None):
    return _finish(torch.isneginf(_array(x)), out)


def isposinf(x, out=None):
    return _finish(torch.isposinf(_array(x)), out)


def modf(x):
    """The fractions and the whole numbers below them."""
    whole, fraction = divmod(x, 1)
    return fraction, whole


def angle(z, deg=False):
    result = torch.angle(_array(z))
    return torch.rad2deg(result) if deg else result


def _dot(a, b):
    if a.ndim == 0 or b.ndim == 0:
        return a * b
    if b.ndim == 1:
        return torch.tensordot(a, b, dims=1)
    return torch.tensordot(a, b, dims=([a.ndim - 1], [b.ndim - 2]))


def _in_bytes(product, a, b):
    """A product of arrays, by way of bytes for booleans, which torch multiplies no matrices of."""
    if a.dtype == torch.bool and b.dtype == torch.bool:
        return product(a.to(torch.uint8), b.to(torch.uint8)).to(torch.bool)
    return product(a, b)


def divmod(x1, x2, /, out1=None, out2=None, out=(None, None), *, where=True, casting="same_kind", order="K", dtype=None, subok=False, signature=None, extobj=None):
    """Quotients and remainders; where they go is told in two arguments or in one pair."""
    _defaults(where=where, order=order, subok=subok)
    if (out1 is None) != (out2 is None):
        raise ValueError("both out1 and out2 need to be provided")
    if out1 is None:
        out1, out2 = out
    elif out != (None, None):
        raise TypeError(f"cannot specify out1={out1!r}, out2={out2!r} and out={out!r}.")
    x1, x2 = _cast_to(_strong(x1, x2), dtype, casting)
    return _finish(floor_divide(x1, x2), out1), _finish(mod(x1, x2), out2)
