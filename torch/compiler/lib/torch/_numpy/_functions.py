"""numpy's functions on tensors: what the calls of numpy in a traced function become.

Every function takes and gives tensors, with numpy's rules for types: ints meet floats in float64, the default float is float64,
and a Python number does not widen the type of its own kind.
"""

import builtins
import math

import torch

from torch._numpy._util import normalize_axis_index, normalize_axis_tuple

_DTYPES = {
    "bool": torch.bool, "bool_": torch.bool, "int8": torch.int8, "int16": torch.int16, "int32": torch.int32, "int64": torch.int64,
    "uint8": torch.uint8, "float16": torch.float16, "float32": torch.float32, "float64": torch.float64, "complex64": torch.complex64,
    "complex128": torch.complex128, "int": torch.int64, "float": torch.float64, "complex": torch.complex128, "half": torch.float16,
    "single": torch.float32, "double": torch.float64, "intc": torch.int32, "int_": torch.int64, "longlong": torch.int64, "byte": torch.int8,
    "short": torch.int16, "ubyte": torch.uint8, "csingle": torch.complex64, "cdouble": torch.complex128,
    "f2": torch.float16, "f4": torch.float32, "f8": torch.float64, "c8": torch.complex64, "c16": torch.complex128, "i1": torch.int8, "i2": torch.int16, "i4": torch.int32,
    "i8": torch.int64, "u1": torch.uint8, "?": torch.bool, "b": torch.int8, "h": torch.int16, "i": torch.int32, "l": torch.int64, "B": torch.uint8, "e": torch.float16,
    "f": torch.float32, "d": torch.float64, "F": torch.complex64, "D": torch.complex128,
}


def _dtype(value, default=None):
    """The dtype of torch that a dtype of numpy, its name or a Python type means."""
    if value is None:
        return default
    if isinstance(value, torch.dtype):
        return value
    name = value if isinstance(value, str) else getattr(value, "__name__", None) or getattr(value, "name", None) or str(value)
    if name not in _DTYPES:
        raise TypeError(f"data type '{name}' not understood")
    return _DTYPES[name]


def _dtype_name(dtype):
    return str(dtype).removeprefix("torch.")


def item(x):
    """The number in an array of one element."""
    return x.item()


def _is_number(x):
    return isinstance(x, (int, float, complex, torch.SymInt, torch.SymFloat))


def _promoted(a, b):
    """The common type of two array types."""
    if a == b:
        return a
    for x, y in ((a, b), (b, a)):
        if x.is_floating_point and not y.is_floating_point and not y.is_complex and y != torch.bool:
            size = y.itemsize if y != torch.uint8 else 1
            if size >= 4 and x in (torch.float16, torch.float32):
                return torch.float64
            if size == 2 and x == torch.float16:
                return torch.float32
        if x == torch.complex64 and (y == torch.float64 or y in (torch.int32, torch.int64)):
            return torch.complex128
    return torch.promote_types(a, b)


def _with_number(dtype, x):
    """The type of an array of dtype with a Python number."""
    if isinstance(x, bool):
        return dtype
    if isinstance(x, (int, torch.SymInt)):
        return torch.int64 if dtype == torch.bool else dtype
    if isinstance(x, (float, torch.SymFloat)):
        return dtype if dtype.is_floating_point or dtype.is_complex else torch.float64
    return dtype if dtype.is_complex else torch.complex64 if dtype == torch.float32 else torch.complex128


def _array(x):
    return x if isinstance(x, torch.Tensor) else asarray(x)


def _operands(*xs):
    """Tensors of one type; Python numbers are weak."""
    dtype = None
    for x in xs:
        if not _is_number(x):
            x = _array(x)
            dtype = x.dtype if dtype is None else _promoted(dtype, x.dtype)
    if dtype is None:
        return [asarray(x) for x in xs]
    for x in xs:
        if _is_number(x):
            dtype = _with_number(dtype, x)
    return [_number_as(x, dtype) if _is_number(x) else _array(x).to(dtype) for x in xs]


def _kind(x):
    """0 for booleans, 1 for whole numbers, 2 for others."""
    if _is_number(x):
        return 0 if isinstance(x, bool) else 1 if isinstance(x, int) else 2
    dtype = _array(x).dtype
    return 0 if dtype == torch.bool else 2 if dtype.is_floating_point or dtype.is_complex else 1


def _number_as(x, dtype):
    """A Python number as an array, in whose type it must fit."""
    if type(x) is int and not (dtype.is_floating_point or dtype.is_complex or dtype == torch.bool):
        limits = torch.iinfo(dtype)
        if not limits.min <= x <= limits.max:
            raise OverflowError(f"Python integer {x} out of bounds for {dtype}")
    return torch.as_tensor(x, dtype=dtype)


def _strong(*xs):
    """Tensors of one type; Python numbers count as arrays of theirs."""
    return _operands(*map(_array, xs))


def _arrays(*xs):
    """The operands as they are, whose type torch is to find where a number is among them."""
    return map(_array, xs) if builtins.any(map(_is_number, xs)) else _operands(*xs)


def _floating(x):
    x = _array(x)
    return x if x.dtype.is_floating_point or x.dtype.is_complex else x.to(torch.float64)


_DEFAULTS = {"where": (None, True), "initial": (None,), "order": ("C", "K", None), "subok": (False, True), "overwrite_input": (False, True), "like": (None,)}


def _defaults(**given):
    """Refuses arguments that have no meaning here but for their defaults."""
    for name, value in given.items():
        if isinstance(value, torch.Tensor) or value not in _DEFAULTS[name]:
            raise NotImplementedError(f"'{name}' parameter is not supported.")


def _finish(result, out, dtype=None):
    if dtype is not None:
        result = result.to(_dtype(dtype))
    if out is not None:
        out.copy_(result)
        return out
    return result


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


# Making arrays

def asarray(a, dtype=None, order=None, *, like=None):
    _defaults(order=order, like=like)
    if isinstance(a, torch.Tensor):
        return a if dtype is None else a.to(_dtype(dtype))
    return array(a, dtype)


def array(object, dtype=None, *, copy=True, order="K", subok=False, ndmin=0, like=None):
    _defaults(order=order, subok=subok, like=like)
    if isinstance(object, torch.Tensor):
        result = object.clone() if copy else object
    elif isinstance(object, (list, tuple)) and builtins.any(isinstance(x, (torch.Tensor, list, tuple)) for x in object):
        result = stack([asarray(x) for x in object])
    else:
        result = torch.tensor(object)
        if result.dtype == torch.float32:
            result = torch.tensor(object, dtype=torch.float64)
        elif result.dtype == torch.complex64:
            result = torch.tensor(object, dtype=torch.complex128)
    if dtype is not None:
        result = result.to(_dtype(dtype))
    while result.ndim < ndmin:
        result = result.unsqueeze(0)
    return result


ascontiguousarray = asanyarray = asfarray = asarray


def zeros(shape, dtype=float, order="C", *, like=None):
    _defaults(order=order, like=like)
    return torch.zeros(shape, dtype=_dtype(dtype))


def ones(shape, dtype=None, order="C", *, like=None):
    _defaults(order=order, like=like)
    return torch.ones(shape, dtype=_dtype(dtype, torch.float64))


def empty(shape, dtype=float, order="C", *, like=None):
    _defaults(order=order, like=like)
    return torch.empty(shape, dtype=_dtype(dtype))


def full(shape, fill_value, dtype=None, order="C", *, like=None):
    _defaults(order=order, like=like)
    value = asarray(fill_value)
    return torch.full(_shape(shape), fill_value, dtype=_dtype(dtype, value.dtype)) if _is_number(fill_value) else value.to(_dtype(dtype, value.dtype)).expand(_shape(shape)).clone()


def _shape(shape):
    return (shape,) if isinstance(shape, (int, torch.SymInt)) else tuple(shape)


def zeros_like(a, dtype=None, order="K", subok=False, shape=None):
    _defaults(order=order, subok=subok)
    return torch.zeros_like(_array(a), dtype=_dtype(dtype)) if shape is None else zeros(shape, _dtype(dtype, _array(a).dtype))


def ones_like(a, dtype=None, order="K", subok=False, shape=None):
    _defaults(order=order, subok=subok)
    return torch.ones_like(_array(a), dtype=_dtype(dtype)) if shape is None else ones(shape, _dtype(dtype, _array(a).dtype))


def empty_like(prototype, dtype=None, order="K", subok=False, shape=None):
    _defaults(order=order, subok=subok)
    return torch.empty_like(_array(prototype), dtype=_dtype(dtype)) if shape is None else empty(shape, _dtype(dtype, _array(prototype).dtype))


def full_like(a, fill_value, dtype=None, order="K", subok=False, shape=None):
    _defaults(order=order, subok=subok)
    return torch.full_like(_array(a), fill_value, dtype=_dtype(dtype, _array(a).dtype))


def arange(start=None, stop=None, step=1, dtype=None, *, like=None):
    _defaults(like=like)
    if stop is None:
        start, stop = 0, start
    if start is None:
        start = 0
    if builtins.any(isinstance(x, complex) or isinstance(x, torch.Tensor) and x.dtype.is_complex for x in (start, stop, step)):
        raise NotImplementedError
    if type(step) in (int, float) and step == 0:
        raise ZeroDivisionError("Maximum allowed size exceeded")
    whole = builtins.all(isinstance(x, (int, torch.SymInt)) or isinstance(x, torch.Tensor) and not x.dtype.is_floating_point for x in (start, stop, step))
    dtype = _dtype(dtype, torch.int64 if whole else torch.float64)
    if builtins.all(type(x) in (int, float) for x in (start, stop, step)) and (stop - start) * step < 0:
        return torch.empty(0, dtype=dtype)
    return torch.arange(start, stop, step, dtype=dtype) if not dtype.is_complex else torch.arange(start, stop, step, dtype=torch.float64).to(dtype)


def _evenly(endpoint, retstep, axis):
    """Refuses what the functions that space numbers leave out."""
    if axis != 0 or retstep or not endpoint:
        raise NotImplementedError


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
    _evenly(endpoint, retstep, axis)
    return torch.linspace(start, stop, num, dtype=_dtype(dtype, torch.float64))


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0):
    _evenly(endpoint, False, axis)
    return torch.logspace(start, stop, num, base=base, dtype=_dtype(dtype))


def geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0):
    """Numbers of one ratio, in the type of its logarithm: dtype changes nothing."""
    _evenly(endpoint, False, axis)
    start, stop = _array(start), _array(stop)
    base = torch.pow(stop / start, 1.0 / (num - 1))
    scale = torch.log(base)
    return torch.logspace(torch.log(start) / scale, torch.log(stop) / scale, num, base=base)


def eye(N, M=None, k=0, dtype=float, order="C", *, like=None):
    _defaults(order=order, like=like)
    M = N if M is None else M
    return torch.eye(N, M, dtype=_dtype(dtype)) if k == 0 else torch.diag(torch.ones(builtins.max(N, M), dtype=_dtype(dtype)), k)[:N, :M]


def identity(n, dtype=None, *, like=None):
    _defaults(like=like)
    return torch.eye(n, dtype=_dtype(dtype))


def copy(a, order="K", subok=False):
    _defaults(order=order, subok=subok)
    return _array(a).clone()


def diag(v, k=0):
    return torch.diag(_array(v), k)


def diagonal(a, offset=0, axis1=0, axis2=1):
    a = _array(a)
    return torch.diagonal(a, offset, normalize_axis_index(axis1, a.ndim), normalize_axis_index(axis2, a.ndim))


def tril(m, k=0):
    return torch.tril(_array(m), k)


def triu(m, k=0):
    return torch.triu(_array(m), k)


def vander(x, N=None, increasing=False):
    return torch.vander(_array(x), N, increasing)


def meshgrid(*xi, copy=True, sparse=False, indexing="xy"):
    """Views of the arrays over the whole grid, copies unless told otherwise; sparse leaves them as long as they are."""
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    rank = len(xi)
    made = [_array(x).reshape([-1 if d == i else 1 for d in range(rank)]) for i, x in enumerate(xi)]
    if indexing == "xy" and rank > 1:
        made = [x.transpose(0, 1) for x in made]
    if not sparse:
        made = torch.broadcast_tensors(*made)
    return [x.clone() if copy else x for x in made]


# Reductions

def _reduced(f, a, axis, keepdims):
    """f over axes, all of them for None. Over no axis each element is reduced by itself."""
    if isinstance(axis, (tuple, list)) and len(axis) == 0 or a.ndim == 0 and axis is None:
        return f(a.unsqueeze(0), 0, False)
    if axis is None:
        axis = tuple(range(a.ndim))
    return f(a, axis, bool(keepdims))


def _over_one_axis(f, a, axis, keepdims):
    """f, which takes no more than one axis."""
    if isinstance(axis, (tuple, list)):
        if len(axis) == 0:
            return f(a.unsqueeze(0), 0, False)
        if len(axis) > 1:
            raise NotImplementedError("does not handle tuple axis")
        axis = axis[0]
    if axis is None:
        result = f(a)
        return result.reshape([1] * a.ndim) if keepdims else result
    return f(a, axis, bool(keepdims))


def sum(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None):
    _defaults(where=where, initial=initial)
    a = _array(a)
    result = torch.sum(a, dtype=_dtype(dtype)) if axis is None and not keepdims else _reduced(lambda a, d, k: torch.sum(a, d, k, dtype=_dtype(dtype)), a, axis, keepdims)
    return _finish(result, out)


def prod(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None):
    _defaults(where=where, initial=initial)
    a = _array(a)
    return _finish(_over_one_axis(lambda a, *where: torch.prod(a, *where, dtype=_dtype(dtype)), a, axis, keepdims), out)


def mean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=None):
    _defaults(where=where)
    a = _floating(a)
    return _finish(_reduced(lambda a, d, k: torch.mean(a, d, k, dtype=_dtype(dtype)), a, axis, keepdims), out)


average = mean


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=None):
    _defaults(where=where)
    return _finish(_reduced(lambda a, d, k: torch.var(a, d, correction=ddof, keepdim=k), _floating(a).to(_dtype(dtype, _floating(a).dtype)), axis, keepdims), out)


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=None):
    _defaults(where=where)
    return _finish(_reduced(lambda a, d, k: torch.std(a, d, correction=ddof, keepdim=k), _floating(a).to(_dtype(dtype, _floating(a).dtype)), axis, keepdims), out)


def amax(a, axis=None, out=None, keepdims=False, initial=None, where=None):
    _defaults(where=where, initial=initial)
    return _finish(torch.amax(_array(a)) if axis is None and not keepdims else _reduced(torch.amax, _array(a), axis, keepdims), out)


def amin(a, axis=None, out=None, keepdims=False, initial=None, where=None):
    _defaults(where=where, initial=initial)
    return _finish(torch.amin(_array(a)) if axis is None and not keepdims else _reduced(torch.amin, _array(a), axis, keepdims), out)


max, min = amax, amin


def ptp(a, axis=None, out=None, keepdims=False):
    return _finish(amax(a, axis, keepdims=keepdims) - amin(a, axis, keepdims=keepdims), out)


def _ordered(a, name):
    """The array in a type that has an order in torch."""
    a = _array(a)
    if a.dtype.is_complex:
        raise NotImplementedError(f"{name} with dtype={a.dtype}.")
    return a.to(torch.uint8) if a.dtype == torch.bool else a


def argmax(a, axis=None, out=None, *, keepdims=False):
    return _finish(_over_one_axis(torch.argmax, _ordered(a, "argmax"), axis, keepdims), out)


def argmin(a, axis=None, out=None, *, keepdims=False):
    return _finish(_over_one_axis(torch.argmin, _ordered(a, "argmin"), axis, keepdims), out)


def all(a, axis=None, out=None, keepdims=False, *, where=None):
    _defaults(where=where)
    return _finish(_over_one_axis(torch.all, _array(a), axis, keepdims), out)


def any(a, axis=None, out=None, keepdims=False, *, where=None):
    _defaults(where=where)
    return _finish(_over_one_axis(torch.any, _array(a), axis, keepdims), out)


def count_nonzero(a, axis=None, *, keepdims=False):
    a = _array(a)
    result = _reduced(lambda a, d, k: torch.count_nonzero(a, d), a, axis, False)
    if not keepdims:
        return result
    gone = {d % a.ndim for d in (range(a.ndim) if axis is None else _shape(axis))} if a.ndim else ()
    return result.reshape([1 if d in gone else n for d, n in enumerate(a.shape)])


def cumsum(a, axis=None, dtype=None, out=None):
    a = _array(a)
    dtype = _dtype(dtype, a.dtype)
    if dtype == torch.bool:
        raise NotImplementedError('"cumsum_out_cpu" not implemented for \'Bool\'')
    return _finish(torch.cumsum(a.flatten() if axis is None else a, 0 if axis is None else normalize_axis_index(axis, a.ndim), dtype=dtype), out)


def cumprod(a, axis=None, dtype=None, out=None):
    a = _array(a)
    dtype = _dtype(dtype, a.dtype)
    if dtype == torch.bool:
        raise NotImplementedError('"cumprod_out_cpu" not implemented for \'Bool\'')
    return _finish(torch.cumprod(a.flatten() if axis is None else a, 0 if axis is None else normalize_axis_index(axis, a.ndim), dtype=dtype), out)


def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    _defaults(overwrite_input=overwrite_input)
    return quantile(a, 0.5, axis, out, overwrite_input, keepdims=keepdims)


def percentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    q = _array(q)
    return quantile(a, (q if q.dtype.is_floating_point else q.to(torch.float64)) / 100.0, axis, out, overwrite_input, method, keepdims)


def quantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    """The quantiles stand first. Over all elements q is a row too, even one number; keepdims puts the axis back where it was, counted with the row of quantiles."""
    _defaults(overwrite_input=overwrite_input)
    a = _array(a)
    if a.dtype not in (torch.float32, torch.float64):
        a = a.to(torch.float32 if a.dtype == torch.float16 else torch.float64)
    q = _array(q).to(a.dtype)
    if isinstance(axis, (tuple, list)):
        if len(axis) != 1:
            raise NotImplementedError("does not handle tuple axis")
        axis, = axis
    if axis is None:
        result = torch.quantile(a.flatten(), q.flatten(), 0, interpolation=method)
        return _finish(result.expand([1] * a.ndim) if keepdims else result, out)
    result = torch.quantile(a, q, axis, interpolation=method)
    return _finish(result.unsqueeze(axis) if keepdims else result, out)


# Shapes

def shape(a):
    return tuple(_array(a).shape)


def ndim(a):
    return _array(a).ndim


def size(a, axis=None):
    a = _array(a)
    return a.numel() if axis is None else a.shape[axis]


def reshape(a, *newshape, order="C"):
    _defaults(order=order)
    newshape = newshape[0] if len(newshape) == 1 else newshape
    return _array(a).reshape(_shape(newshape))


def ravel(a, order="C"):
    _defaults(order=order)
    return _array(a).flatten()


def flatten(a, order="C"):
    _defaults(order=order)
    return _array(a).flatten().clone()


def transpose(a, *axes):
    a = _array(a)
    if len(axes) == 1 and (axes[0] is None or isinstance(axes[0], (tuple, list))):
        axes = axes[0]
    return a.permute(tuple(axes or reversed(range(a.ndim))))


def swapaxes(a, axis1, axis2):
    return torch.swapaxes(_array(a), axis1, axis2)


def moveaxis(a, source, destination):
    return torch.moveaxis(_array(a), source, destination)


def squeeze(a, axis=None):
    a = _array(a)
    return torch.squeeze(a) if axis is None else torch.squeeze(a, axis)


def expand_dims(a, axis):
    a = _array(a)
    if not isinstance(axis, tuple):
        return torch.unsqueeze(a, axis)
    ndim = a.ndim + len(axis)
    if len({d % ndim for d in axis}) != len(axis):
        raise ValueError("repeated axis")
    places = {d % ndim for d in axis}
    sizes = iter(a.shape)
    return a.reshape([1 if d in places else next(sizes) for d in range(ndim)])


def _joined(arrays):
    return _operands(*[_array(a) for a in arrays])


def _cast_to(arrays, dtype, casting):
    """The arrays in a type, which the rule must allow."""
    if dtype is None:
        return arrays
    import numpy

    dtype = _dtype(dtype)
    for a in arrays:
        if not numpy.can_cast(_dtype_name(a.dtype), _dtype_name(dtype), casting=casting):
            raise TypeError(f"Cannot cast array data from {a.dtype} to {dtype} according to the rule '{casting}'")
    return [a.to(dtype) for a in arrays]


def concatenate(ar_tuple, axis=0, out=None, dtype=None, casting="same_kind"):
    if out is not None and dtype is not None:
        raise TypeError("concatenate() only takes `out` or `dtype` as an argument, but both were provided.")
    if len(ar_tuple) == 0:
        raise ValueError("need at least one array to concatenate")
    arrays = _cast_to(_joined(ar_tuple), dtype, casting)
    if axis is None:
        arrays, axis = [a.flatten() for a in arrays], 0
    return _finish(torch.cat(arrays, axis), out)


def stack(arrays, axis=0, out=None, *, dtype=None, casting="same_kind"):
    if len(arrays) == 0:
        raise ValueError("need at least one array to concatenate")
    return _finish(torch.stack(_cast_to(_joined(arrays), dtype, casting), axis), out)


def vstack(tup, *, dtype=None, casting="same_kind"):
    return torch.vstack(_cast_to(_joined(tup), dtype, casting))


def hstack(tup, *, dtype=None, casting="same_kind"):
    return torch.hstack(_cast_to(_joined(tup), dtype, casting))


def dstack(tup, *, dtype=None, casting="same_kind"):
    return torch.dstack(_cast_to(_joined(tup), dtype, casting))


def column_stack(tup, *, dtype=None, casting="same_kind"):
    return torch.column_stack(_cast_to(_joined(tup), dtype, casting))


row_stack = vstack


def split(ary, indices_or_sections, axis=0):
    return tuple(torch.tensor_split(_array(ary), indices_or_sections, axis))


array_split = split


def tile(A, reps):
    return torch.tile(_array(A), _shape(reps))


def repeat(a, repeats, axis=None):
    return torch.repeat_interleave(_array(a), repeats, axis)


def flip(m, axis=None):
    m = _array(m)
    return torch.flip(m, tuple(range(m.ndim)) if axis is None else _shape(axis))


def fliplr(m):
    return torch.fliplr(_array(m))


def flipud(m):
    return torch.flipud(_array(m))


def roll(a, shift, axis=None):
    return torch.roll(_array(a), shift, axis)


def rot90(m, k=1, axes=(0, 1)):
    m = _array(m)
    return torch.rot90(m, k, normalize_axis_tuple(axes, m.ndim))


def broadcast_to(array, shape, subok=False):
    _defaults(subok=subok)
    return _array(array).expand(_shape(shape))


def broadcast_arrays(*args, subok=False):
    _defaults(subok=subok)
    return tuple(torch.broadcast_tensors(*[_array(a) for a in args]))


def _one_or_list(made):
    return list(made) if isinstance(made, tuple) else made


def atleast_1d(*arys):
    return _one_or_list(torch.atleast_1d(*[_array(a) for a in arys]))


def atleast_2d(*arys):
    return _one_or_list(torch.atleast_2d(*[_array(a) for a in arys]))


def atleast_3d(*arys):
    return _one_or_list(torch.atleast_3d(*[_array(a) for a in arys]))


# Choosing

def where(condition, x=None, y=None):
    if (x is None) != (y is None):
        raise ValueError("either both or neither of x and y should be given")
    condition = _array(condition).to(torch.bool)
    if x is None:
        return torch.where(condition)
    return torch.where(condition, *(v if _is_number(v) else _array(v) for v in (x, y)))


def nonzero(a):
    return torch.nonzero(_array(a), as_tuple=True)


def take(a, indices, axis=None, out=None, mode="raise"):
    a, indices = _array(a), _array(indices)
    if axis is None:
        return a.flatten()[indices]
    axis %= a.ndim
    if indices.ndim == 0:
        return torch.select(a, axis, indices)
    return torch.index_select(a, axis, indices.flatten()).reshape(a.shape[:axis] + indices.shape + a.shape[axis + 1:])


def take_along_axis(arr, indices, axis):
    return torch.take_along_dim(_array(arr), _array(indices), axis)


def _sortable(a):
    a = _array(a)
    if a.dtype.is_complex:
        raise NotImplementedError(f"sorting {a.dtype} is not supported")
    return a


def sort(a, axis=-1, kind=None, order=None):
    _defaults(order=order)
    a = _sortable(a)
    return torch.sort(a.flatten() if axis is None else a, dim=-1 if axis is None else normalize_axis_index(axis, a.ndim), stable=True)[0]


def argsort(a, axis=-1, kind=None, order=None):
    _defaults(order=order)
    a = _sortable(a)
    return torch.argsort(a.flatten() if axis is None else a, dim=-1 if axis is None else normalize_axis_index(axis, a.ndim), stable=True)


def searchsorted(a, v, side="left", sorter=None):
    return torch.searchsorted(_array(a), _array(v), side=side)


def clip(a, a_min=None, a_max=None, out=None, *, min=None, max=None):
    low, high = a_min if a_min is not None else min, a_max if a_max is not None else max
    return _finish(torch.clamp(_array(a), None if low is None else _array(low), None if high is None else _array(high)), out)


def extract(condition, arr):
    return _array(arr)[_array(condition).to(torch.bool)]


# Numbers

def around(a, decimals=0, out=None):
    a = _array(a)
    return _finish(torch.round(a, decimals=decimals) if a.dtype.is_floating_point else a.clone(), out)


round = around


def astype(a, dtype, order="K", casting="unsafe", subok=True, copy=True):
    _defaults(order=order, subok=subok)
    return a.to(_dtype(dtype), copy=bool(copy))


def isclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
    a, b = _strong(a, b)
    return torch.isclose(_floating(a), _floating(b), rtol, atol, equal_nan)


def diff(a, n=1, axis=-1, prepend=None, append=None):
    a = _array(a)
    axis = normalize_axis_index(axis, a.ndim)
    if n < 0:
        raise ValueError(f"order must be non-negative but got {n}")
    if n == 0:
        return a
    ends = [None if end is None else _array(end) for end in (prepend, append)]
    ends = [end if end is None or end.ndim else end.expand([1 if d == axis % a.ndim else size for d, size in enumerate(a.shape)]) for end in ends]
    return torch.diff(a, n, axis, *ends)


def vdot(a, b):
    a, b = _strong(a, b)
    return _in_bytes(torch.vdot, a.flatten(), b.flatten())


def inner(a, b):
    return _in_bytes(torch.inner, *_strong(a, b))


def outer(a, b, out=None):
    return _finish(torch.outer(_array(a), _array(b)), out)


def tensordot(a, b, axes=2):
    a, b = _strong(a, b)
    return _in_bytes(lambda a, b: torch.tensordot(a, b, axes), a, b)


def einsum(*operands, out=None, dtype=None, order="K", casting="safe", optimize=False):
    """The sum of products that the subscripts, a text first or a list after each array, ask for."""
    if isinstance(operands[0], str):
        subscripts, arrays = operands[:1], operands[1:]
        return _finish(torch.einsum(*subscripts, *_joined(arrays)), out, dtype)
    arrays = _joined(operands[:len(operands) // 2 * 2:2])
    given = [part for pair in zip(arrays, operands[1::2]) for part in pair]
    return _finish(torch.einsum(*given, *operands[len(given):]), out, dtype)


def kron(a, b):
    return torch.kron(_array(a), _array(b))


def trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    return _finish(torch.diagonal(_array(a), offset, axis1, axis2).sum(-1), out, dtype)


def cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    return torch.linalg.cross(*_operands(a, b), dim=-1 if axis is None else axis)


def _variables(x, y, rowvar, dtype):
    """The rows of both arrays. Only where there are two of them can variables be columns."""
    x = _array(x)
    if y is not None:
        x, y = (torch.atleast_2d(_array(v)) for v in (x, y))
        if not rowvar:
            x, y = (v if v.shape[0] == 1 else v.T for v in (x, y))
        x = torch.cat((x, y), dim=0)
    return x if dtype is None else x.to(_dtype(dtype))


def cov(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, *, dtype=None):
    weights = {key: None if v is None else _array(v) for key, v in (("fweights", fweights), ("aweights", aweights))}
    return torch.cov(_variables(m, y, rowvar, dtype), correction=(0 if bias else 1) if ddof is None else ddof, **weights)


def corrcoef(x, y=None, rowvar=True, bias=None, ddof=None, *, dtype=None):
    if bias is not None or ddof is not None:
        raise NotImplementedError
    return torch.corrcoef(_variables(x, y, rowvar, dtype))


def bincount(x, /, weights=None, minlength=0):
    x = _array(x)
    if x.numel() and (x.dtype.is_floating_point or x.dtype.is_complex):
        raise TypeError(f"Cannot cast array data from {x.dtype} to torch.int64 according to the rule 'safe'")
    return torch.bincount(x.to(torch.int64), None if weights is None else _array(weights), minlength)


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    return torch.nan_to_num(_array(x), nan, posinf, neginf)


def iscomplex(x):
    return imag(x) != 0


def isreal(x):
    return imag(x) == 0


def fill(a, value):
    a.fill_(value)


def _scalar(dtype):
    def function(value=0):
        return torch.as_tensor(value, dtype=dtype) if _is_number(value) else _array(value).to(dtype)

    return function


bool_, int8, int16, int32, int64, uint8 = map(_scalar, (torch.bool, torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8))
float16, float32, float64, complex64, complex128 = map(_scalar, (torch.float16, torch.float32, torch.float64, torch.complex64, torch.complex128))


# numpy.linalg and numpy.fft

def norm(x, ord=None, axis=None, keepdims=False):
    if isinstance(axis, (tuple, list)) and len(axis) > 2:
        raise RuntimeError(f"linalg.norm: If dim is specified, it must be of length 1 or 2. Got {list(axis)}")
    return torch.linalg.norm(_floating(x), ord, axis, keepdims)


def det(a):
    return torch.linalg.det(_floating(a))


def inv(a):
    return torch.linalg.inv(_floating(a))


def pinv(a, rcond=1e-15, hermitian=False):
    return torch.linalg.pinv(_floating(a), rcond, hermitian=hermitian)


def solve(a, b):
    return torch.linalg.solve(*map(_floating, _operands(a, b)))


def matrix_power(a, n):
    return torch.linalg.matrix_power(_floating(a), n)


def cholesky(a):
    return torch.linalg.cholesky(_floating(a))


def qr(a, mode="reduced"):
    made = torch.linalg.qr(_floating(a), mode)
    return made.R if mode == "r" else made


def svd(a, full_matrices=True, compute_uv=True, hermitian=False):
    return torch.linalg.svd(_floating(a), full_matrices) if compute_uv else torch.linalg.svdvals(_floating(a))


def eigvalsh(a, UPLO="L"):
    return torch.linalg.eigvalsh(_floating(a), UPLO)


def eigh(a, UPLO="L"):
    return torch.linalg.eigh(_floating(a), UPLO)


def matrix_rank(a, tol=None, hermitian=False):
    return torch.linalg.matrix_rank(_floating(a))


def slogdet(a):
    return torch.linalg.slogdet(_floating(a))


def multi_dot(arrays, *, out=None):
    return _finish(torch.linalg.multi_dot(_joined(arrays)), out)


def _double(x):
    """The array in double precision, in which numpy transforms."""
    x = _floating(x)
    return x.to(torch.complex128 if x.dtype.is_complex else torch.float64)


def fft(a, n=None, axis=-1, norm=None):
    return torch.fft.fft(_double(a), n, axis, norm)


def ifft(a, n=None, axis=-1, norm=None):
    return torch.fft.ifft(_double(a), n, axis, norm)


def rfft(a, n=None, axis=-1, norm=None):
    return torch.fft.rfft(_double(a), n, axis, norm)


def irfft(a, n=None, axis=-1, norm=None):
    return torch.fft.irfft(_double(a), n, axis, norm)


# numpy.random, from torch's generator

def seed(seed=None):
    if seed is not None:
        torch.random.manual_seed(seed)


def rand(*size):
    return torch.rand(size, dtype=torch.float64)


def randn(*size):
    return torch.randn(size, dtype=torch.float64)


def random(size=()):
    return torch.rand(_shape(() if size is None else size), dtype=torch.float64)


random_sample = sample = random


def uniform(low=0.0, high=1.0, size=()):
    return low + (high - low) * random(size)


def normal(loc=0.0, scale=1.0, size=()):
    return loc + scale * torch.randn(_shape(() if size is None else size), dtype=torch.float64)


def randint(low, high=None, size=(), dtype=None):
    if high is None:
        low, high = 0, low
    return torch.randint(low, high, _shape(() if size is None else size))


# The modules of numpy whose functions are here, and those names of theirs that are.
LINALG = ("norm", "det", "inv", "pinv", "solve", "matrix_power", "cholesky", "qr", "svd", "eigvalsh", "eigh", "matrix_rank", "slogdet", "multi_dot")
FFT = ("fft", "ifft", "rfft", "irfft")
RANDOM = ("seed", "rand", "randn", "random", "random_sample", "sample", "uniform", "normal", "randint")
_ELSEWHERE = frozenset(LINALG + FFT + RANDOM + ("fill", "flatten", "astype"))


def functions():
    """Pairs of a function of numpy and the name of its stand-in here."""
    import numpy

    pairs = [(getattr(numpy, name), name) for name, value in globals().items()
             if callable(value) and not name.startswith("_") and name not in _ELSEWHERE and name != "functions" and hasattr(numpy, name)]
    pairs = [(fn, name) for fn, name in pairs if name != "row_stack" or fn is not numpy.vstack]  # an older name
    for module, names in ((numpy.linalg, LINALG), (numpy.fft, FFT), (numpy.random, RANDOM)):
        pairs += [(getattr(module, name), name) for name in names]
    return pairs
