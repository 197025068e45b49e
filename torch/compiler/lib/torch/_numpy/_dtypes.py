"""The types of elements: classes that make arrays of no dimension, and objects of the class DType that name them."""
import torch


class generic:
    name = "generic"

    def __new__(cls, value):
        from torch._numpy._ndarray import asarray

        return asarray(value if not isinstance(value, (list, tuple, str)) else value, dtype=cls.torch_dtype if cls is not bool_ else torch.bool)


class number(generic):
    name = "number"


class integer(number):
    name = "integer"


class inexact(number):
    name = "inexact"


class signedinteger(integer):
    name = "signedinteger"


class unsignedinteger(integer):
    name = "unsignedinteger"


class floating(inexact):
    name = "floating"


class complexfloating(inexact):
    name = "complexfloating"


_CODES = {"float16": "e", "float32": "f", "float64": "d", "complex64": "F", "complex128": "D", "uint8": "B", "int8": "b", "int16": "h", "int32": "i", "int64": "l",
          "uint16": "H", "uint32": "I", "uint64": "L", "bool_": "?"}


def _made(name, base):
    cls = type(name, (base,), {"name": name, "typecode": _CODES[name], "torch_dtype": getattr(torch, name.rstrip("_")), "__module__": __name__, "__qualname__": name})
    return cls


int8, int16, int32, int64 = (_made(n, signedinteger) for n in ("int8", "int16", "int32", "int64"))
uint8, uint16, uint32, uint64 = (_made(n, unsignedinteger) for n in ("uint8", "uint16", "uint32", "uint64"))
float16, float32, float64 = (_made(n, floating) for n in ("float16", "float32", "float64"))
complex64, complex128 = (_made(n, complexfloating) for n in ("complex64", "complex128"))
bool_ = _made("bool_", generic)
_SCALARS = [float16, float32, float64, complex64, complex128, uint8, int8, int16, int32, int64, uint16, uint32, uint64, bool_]

ALIASES = {"half": float16, "single": float32, "double": float64, "float_": float64, "csingle": complex64, "singlecomplex": complex64, "cdouble": complex128, "cfloat": complex128,
           "complex_": complex128, "byte": int8, "short": int16, "intc": int32, "longlong": int64, "intp": int64, "int_": int64, "ubyte": uint8, "ulonglong": uint64}
ABSTRACT = {c.name: c for c in (generic, number, integer, inexact, signedinteger, unsignedinteger, floating, complexfloating)}
SCALARS = {c.name: c for c in _SCALARS}
_NAMED = {**SCALARS, **ALIASES, "bool": bool_, "int": int64, "float": float64, "complex": complex128, **{c.typecode: c for c in _SCALARS},
          "f2": float16, "f4": float32, "f8": float64, "c8": complex64, "c16": complex128, "i1": int8, "i2": int16, "i4": int32, "i8": int64, "u1": uint8, "u2": uint16, "u4": uint32, "u8": uint64}
_PYTHON = {int: int64, float: float64, complex: complex128, bool: bool_, None: float64}
_OF_TORCH = {c.torch_dtype: c for c in _SCALARS}

sctypes = {"int": [int8, int16, int32, int64], "uint": [uint8, uint16, uint32, uint64], "float": [float16, float32, float64], "complex": [complex64, complex128], "others": [bool_]}
typecodes = {"All": "efdFDBbhil?", "AllFloat": "efdFD", "AllInteger": "Bbhil", "Integer": "bhil", "UnsignedInteger": "B", "Float": "efd", "Complex": "FD"}


def _class_of(value):
    if isinstance(value, DType):
        return value._scalar_type
    if isinstance(value, torch.dtype) and value in _OF_TORCH:
        return _OF_TORCH[value]
    if isinstance(value, type) and issubclass(value, generic) and value in _SCALARS:
        return value
    if value is None or isinstance(value, type):
        if value in _PYTHON:
            return _PYTHON[value]
    elif isinstance(value, str) and value in _NAMED:
        return _NAMED[value]
    elif hasattr(value, "dtype"):
        return _class_of(value.dtype)
    raise TypeError(f"data type '{value}' not understood" if isinstance(value, str) else f"data type {value} not understood")


class DType:
    def __init__(self, arg):
        self._scalar_type = _class_of(arg)

    @property
    def name(self):
        return self._scalar_type.name

    @property
    def type(self):
        return self._scalar_type

    @property
    def kind(self):
        return "b" if self._scalar_type is bool_ else {"i": "i", "u": "u", "f": "f", "c": "c"}[self.name[0]]

    @property
    def typecode(self):
        return self._scalar_type.typecode

    @property
    def itemsize(self):
        return self.torch_dtype.itemsize

    @property
    def torch_dtype(self):
        return self._scalar_type.torch_dtype

    def __hash__(self):
        return hash(self._scalar_type.name)

    def __eq__(self, other):
        try:
            return self._scalar_type is _class_of(other)
        except TypeError:
            return False

    def __repr__(self):
        return f'dtype("{self.name}")'

    __str__ = __repr__

    def __getstate__(self):
        return self._scalar_type

    def __setstate__(self, value):
        self._scalar_type = value


def dtype(arg):
    return DType(arg)


def issubdtype(arg1, arg2):
    def scalar(x):
        return x if isinstance(x, type) and issubclass(x, generic) else _class_of(x)

    abstract = {int: signedinteger, float: floating, complex: complexfloating, bool: bool_}
    return issubclass(scalar(arg1), abstract[arg2] if isinstance(arg2, type) and arg2 in abstract and False else scalar(arg2))


def set_default_dtype(fp_dtype="numpy", int_dtype="numpy"):
    raise NotImplementedError("magneto: torch._numpy.set_default_dtype")
