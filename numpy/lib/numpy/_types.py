"""Questions about types, and the limits of numbers."""
import numbers
import numpy as np


def issubdtype(arg1, arg2):
    if not (isinstance(arg1, type) and issubclass(arg1, np.generic)):
        arg1 = np.dtype(arg1).type
    if not (isinstance(arg2, type) and issubclass(arg2, np.generic)):
        arg2 = np.dtype(arg2).type
    return issubclass(arg1, arg2)


def result_type(*arrays_and_dtypes):
    return np._result_type(arrays_and_dtypes)


def common_type(*arrays):
    best = np.dtype(np.float16)
    for a in arrays:
        if a.dtype.kind in "iub":
            best = np.promote_types(best, np.float64)
        elif a.dtype.kind in "fc":
            best = np.promote_types(best, a.dtype)
        else:
            raise TypeError("can't get common type for non-numeric array")
    return best.type


def isdtype(dtype, kind):
    kinds = {"bool": "b", "signed integer": "i", "unsigned integer": "u", "integral": "iu", "real floating": "f", "complex floating": "c", "numeric": "iufc"}
    for k in kind if isinstance(kind, tuple) else (kind,):
        if isinstance(k, str):
            if k not in kinds:
                raise ValueError(f"kind argument is a string, but {k!r} is not a known kind name.")
            if np.dtype(dtype).kind in kinds[k]:
                return True
        elif np.dtype(dtype) == k:
            return True
    return False


def isscalar(element):
    return isinstance(element, (np.generic, str, bytes, numbers.Number))


def iterable(y):
    try:
        iter(y)
    except TypeError:
        return False
    return True


def iscomplexobj(x):
    return np.asarray(x).dtype.kind == "c" if not hasattr(x, "dtype") else x.dtype.kind == "c"


def isrealobj(x):
    return not iscomplexobj(x)


def iscomplex(x):
    a = np.asanyarray(x)
    return a.imag != 0 if a.dtype.kind == "c" else np._scalar(np.zeros(a.shape, bool))


def isreal(x):
    return np.imag(x) == 0


def isfortran(a):
    return a.flags.fnc


def isposinf(x, out=None):
    return np.logical_and(np.isinf(x), ~np.signbit(x), out=out)


def isneginf(x, out=None):
    return np.logical_and(np.isinf(x), np.signbit(x), out=out)


def typename(char):
    names = {"?": "bool", "b": "signed char", "h": "short", "i": "integer", "l": "long integer", "f": "single precision", "d": "double precision",
             "F": "complex single precision", "D": "complex double precision", "O": "object", "S": "string", "U": "unicode", "B": "unsigned char",
             "H": "unsigned short", "I": "unsigned integer", "L": "unsigned long integer", "S1": "character"}
    return names[char]


class finfo:
    """Limits of floating-point types."""
    __module__ = "numpy"

    _made = {}

    def __new__(cls, dtype):
        d = np.dtype(type(dtype) if isinstance(dtype, (float, np.generic)) and not isinstance(dtype, type) else dtype)
        if not isinstance(dtype, type):
            d = np.dtype(getattr(dtype, "dtype", d))
        if d.kind == "c":
            d = np.dtype({8: np.float32, 16: np.float64}[d.itemsize])
        if d.kind != "f":
            raise ValueError(f"data type {d.type!r} not inexact")
        if d.name in cls._made:
            return cls._made[d.name]
        self = object.__new__(cls)
        mantissa, exponent = {"float16": (10, 5), "float32": (23, 8), "float64": (52, 11)}[d.name]
        t = d.type
        self.dtype, self.bits, self.nmant, self.iexp = d, 8 * d.itemsize, mantissa, exponent
        self.maxexp = 1 << (exponent - 1)
        self.minexp = 2 - self.maxexp
        self.precision = {"float16": 3, "float32": 6, "float64": 15}[d.name]
        self.machep, self.negep = -mantissa, -mantissa - 1
        self.eps, self.epsneg = t(2.0 ** -mantissa), t(2.0 ** (-mantissa - 1))
        self.resolution = t(10.0 ** -self.precision)
        self.max = t((2 - 2.0 ** -mantissa) * 2.0 ** (self.maxexp - 1))
        self.min = -self.max
        self.tiny = self.smallest_normal = t(2.0 ** self.minexp)
        self.smallest_subnormal = t(2.0 ** (self.minexp - mantissa))
        cls._made[d.name] = self
        return self

    def __str__(self):
        line = "-" * 63
        return (f"Machine parameters for {self.dtype}\n{line}\n"
                f"precision = {self.precision}   resolution = {self.resolution!s}\n"
                f"machep = {self.machep}   eps =        {self.eps!s}\n"
                f"negep =  {self.negep}   epsneg =     {self.epsneg!s}\n"
                f"minexp = {self.minexp}   tiny =       {self.tiny!s}\n"
                f"maxexp = {self.maxexp}   max =        {self.max!s}\n"
                f"nexp =   {self.iexp}   min =        -max\n"
                f"smallest_normal = {self.smallest_normal!s}   smallest_subnormal = {self.smallest_subnormal!s}\n{line}\n")

    def __repr__(self):
        low, high = (f"{float(x):.5e}" if self.bits == 16 else str(x) for x in (self.min, self.max))
        return f"finfo(resolution={self.resolution!s}, min={low}, max={high}, dtype={self.dtype})"


class iinfo:
    """Limits of integer types."""
    __module__ = "numpy"

    def __init__(self, int_type):
        d = np.dtype(int_type) if isinstance(int_type, (type, str, np.dtype)) else np.dtype(np.asarray(int_type).dtype)
        if d.kind not in "iu":
            raise ValueError(f"Invalid integer data type {d.kind!r}.")
        self.dtype, self.kind, self.bits = d, d.kind, 8 * d.itemsize
        self.key = f"{self.kind}{self.bits}"

    @property
    def min(self):
        return 0 if self.kind == "u" else -(1 << (self.bits - 1))

    @property
    def max(self):
        return (1 << self.bits) - 1 if self.kind == "u" else (1 << (self.bits - 1)) - 1

    def __str__(self):
        line = "-" * 63
        return f"Machine parameters for {self.dtype}\n{line}\nmin = {self.min}\nmax = {self.max}\n{line}\n"

    def __repr__(self):
        return f"iinfo(min={self.min}, max={self.max}, dtype={self.dtype})"


class errstate:
    """What happens on divisions by zero, overflows and invalid operations, for a while."""
    __module__ = "numpy"

    def __init__(self, *, call=None, all=None, divide=None, over=None, under=None, invalid=None):
        self.call = call
        self.settings = {"all": all, "divide": divide, "over": over, "under": under, "invalid": invalid}

    def __enter__(self):
        self.old = np.seterr(**self.settings)
        if self.call is not None:
            self.old_call = np.seterrcall(self.call)

    def __exit__(self, *exc):
        np.seterr(**self.old)
        if self.call is not None:
            np.seterrcall(self.old_call)

    def __call__(self, f):
        import functools

        @functools.wraps(f)
        def wrapper(*args, **kwargs):
            with errstate(call=self.call, **self.settings):
                return f(*args, **kwargs)
        return wrapper


class printoptions:
    """set_printoptions for a while."""
    __module__ = "numpy"

    def __init__(self, *args, **kwargs):
        self.args, self.kwargs = args, kwargs

    def __enter__(self):
        self.old = np.get_printoptions()
        np.set_printoptions(*self.args, **self.kwargs)
        return np.get_printoptions()

    def __exit__(self, *exc):
        self.old.pop("legacy")
        np.set_printoptions(**self.old)


def format_float_positional(x, precision=None, unique=True, fractional=True, trim="k", sign=False, pad_left=None, pad_right=None, min_digits=None):
    mode = "unique" if unique and precision is None else "maxprec" if unique else "fixed"
    s = np.array2string(np.asarray(x, dtype=getattr(x, "dtype", float)).reshape(1), precision=8 if precision is None else precision, floatmode=mode, suppress_small=True)[1:-1].strip()
    return _trimmed(s, trim, sign, x)


def format_float_scientific(x, precision=None, unique=True, trim="k", sign=False, pad_left=None, exp_digits=None, min_digits=None):
    digits = repr(float(x)) if precision is None else f"{float(x):.{precision}e}"
    mantissa, _, exponent = (f"{float(x):.17e}" if precision is None else digits).partition("e")
    if precision is None:
        for p in range(18):
            if float(f"{float(x):.{p}e}") == float(x):
                mantissa, _, exponent = f"{float(x):.{p}e}".partition("e")
                break
    if "." not in mantissa:
        mantissa += "."
    return _trimmed(mantissa, trim, sign, x) + "e" + exponent


def _trimmed(s, trim, sign, x):
    if trim in (".", "0", "-"):
        s = s.rstrip("0") if "." in s else s
        if trim == "0" and s.endswith("."):
            s += "0"
        if trim == "-":
            s = s.rstrip(".")
    return "+" + s if sign and x >= 0 else s


typecodes = {"Character": "c", "Integer": "bhilqnp", "UnsignedInteger": "BHILQNP", "Float": "efdg", "Complex": "FDG", "AllInteger": "bBhHiIlLqQnNpP", "AllFloat": "efdgFDG",
             "Datetime": "Mm", "All": "?bhilqnpBHILQNPefdgFDGSUVOMm"}
sctypeDict = {name: getattr(np, name) for name in ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64", "complex64", "complex128")}
ScalarType = (int, float, complex, bool, bytes, str, memoryview) + tuple(sctypeDict.values())


def astype(x, dtype, /, *, copy=True, device=None):
    if not isinstance(x, np.ndarray):
        raise TypeError(f"Input should be a NumPy array. It is a {type(x)} instead.")
    return x.astype(dtype, copy=copy)


def show_config(mode="stdout"):
    print("magneto's numpy, without BLAS")


def base_repr(number, base=2, padding=0):
    if not 2 <= base <= 36:
        raise ValueError("Bases greater than 36 not handled in base_repr." if base > 36 else "Bases less than 2 not handled in base_repr.")
    digits, n = [], abs(int(number))
    while n:
        digits.append("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[n % base])
        n //= base
    text = "0" * padding + "".join(reversed(digits)) if digits or padding else "0"
    return "-" + text if number < 0 else text


def binary_repr(num, width=None):
    num = int(num)
    if num >= 0:
        return format(num, "b").zfill(width or 0)
    if width is None:
        return "-" + format(-num, "b")
    return format((1 << width) + num, "b")
