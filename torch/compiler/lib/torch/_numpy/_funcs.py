"""The functions of the module: those on tensors where there are, else numpy's own on the memory of the tensors."""
import functools
import math

import torch

from torch._numpy import _dtypes, _functions, _ndarray
from torch._numpy._ndarray import ndarray
from torch._numpy._signatures import check
from torch._numpy._util import ArgumentError, AxisError, UFuncTypeError

MISSING = object()

_UNARY = """absolute arccos arccosh arcsin arcsinh arctan arctanh cbrt ceil cos cosh deg2rad exp exp2 expm1 fabs floor isfinite isinf isnan log log10 log1p log2 logical_not negative
    positive reciprocal rint sign signbit sin sinh sqrt square tan tanh trunc conjugate invert rad2deg degrees radians conj bitwise_not abs fix""".split()
_BINARY = """add arctan2 bitwise_and bitwise_or bitwise_xor copysign divide equal float_power floor_divide fmax fmin fmod gcd greater greater_equal heaviside hypot lcm ldexp left_shift less
    less_equal logaddexp logaddexp2 logical_and logical_or logical_xor matmul maximum minimum mod multiply nextafter not_equal power remainder right_shift subtract true_divide""".split()
_FUNCTIONS = """all allclose alltrue amax amin angle any append arange argmax argmin argsort argwhere around array_equal array_equiv array_split atleast_1d atleast_2d
    atleast_3d average bartlett bincount blackman broadcast_arrays broadcast_to choose clip column_stack common_type concatenate convolve copy copyto corrcoef correlate count_nonzero
    cov cross cumprod cumproduct cumsum diag diag_indices diag_indices_from diagflat diagonal diff divmod dot dsplit dstack einsum empty empty_like expand_dims eye fill_diagonal
    flatnonzero flip fliplr flipud full full_like geomspace gradient hamming hanning histogram histogram2d histogramdd hsplit hstack i0 identity imag indices inner iscomplex
    iscomplexobj isclose isneginf isposinf isreal isrealobj kaiser kron linspace logspace max mean median meshgrid min min_scalar_type modf moveaxis nan_to_num ndim nonzero ones
    ones_like outer pad percentile prod product ptp put put_along_axis quantile ravel real real_if_close repeat reshape resize roll rollaxis rot90 round round_ row_stack searchsorted
    shape sinc size sometrue sort split squeeze stack std sum swapaxes take take_along_axis tensordot tile trace transpose tri tril tril_indices tril_indices_from triu triu_indices
    triu_indices_from unique vander var vdot vsplit vstack where zeros zeros_like""".split()
_VALUES = {
    "e": math.e, "pi": math.pi, "inf": math.inf, "nan": math.nan, "newaxis": None, "True_": True, "False_": False, "AxisError": AxisError, "UFuncTypeError": UFuncTypeError, "ndarray": ndarray,
    "array": _ndarray.array, "asarray": _ndarray.asarray, "ascontiguousarray": _ndarray.ascontiguousarray, "from_dlpack": _ndarray.from_dlpack, "can_cast": _ndarray.can_cast,
    "result_type": _ndarray.result_type, "dtype": _dtypes.dtype, "DType": _dtypes.DType, "issubdtype": _dtypes.issubdtype, "sctypes": _dtypes.sctypes, "typecodes": _dtypes.typecodes,
    "set_default_dtype": _dtypes.set_default_dtype, "broadcast_shapes": torch.broadcast_shapes, **_dtypes.SCALARS, **_dtypes.ALIASES, **_dtypes.ABSTRACT,
}
NAMES = {*_UNARY, *_BINARY, *_FUNCTIONS, *_VALUES, "finfo", "iinfo", "isscalar", "linalg", "fft", "random", "s_", "index_exp", "testing"}
# Names that numpy has dropped, and what they were.
_RENAMED = {"alltrue": "all", "sometrue": "any", "product": "prod", "cumproduct": "cumprod", "round_": "round", "row_stack": "vstack"}
# Functions of _functions that say too little of what numpy takes, whose place numpy's own take here.
_NUMPY = set("average array_split split repeat cross pad histogram unique take_along_axis searchsorted".split())
# Functions that hand their axes to torch as they are, which names them in its own errors.
_UNCHECKED_AXES = ("expand_dims", "stack", "concatenate", "squeeze", "cumsum", "cumprod")

# What holds several results where it is not what numpy has.
_HELD_IN = {"array_split": tuple, "split": tuple, "hsplit": tuple, "vsplit": tuple, "dsplit": tuple, "gradient": list}


def isscalar(a):
    return isinstance(a, (int, float, complex)) or isinstance(a, ndarray) and a.size == 1


def finfo(dtyp):
    return torch.finfo(_dtypes.dtype(dtyp).torch_dtype)


def iinfo(dtyp):
    return torch.iinfo(_dtypes.dtype(dtyp).torch_dtype)


def pad(array, pad_width=None, mode="constant", **kwargs):
    import numpy

    if mode != "constant":
        raise NotImplementedError
    return of_numpy(numpy, "pad", (array, pad_width, mode), kwargs)


def common_type(*tensors):
    """The floating type of torch that arrays of these types have in common."""
    is_complex, rank = False, 0
    for t in tensors:
        dtype = _ndarray.asarray(t).tensor.dtype
        is_complex |= dtype.is_complex
        if not dtype.is_floating_point and not dtype.is_complex:
            rank = max(rank, 2)  # whole numbers count as float64
        else:
            rank = max(rank, {torch.float16: 0, torch.float32: 1, torch.complex64: 1}.get(dtype, 2))
    return (torch.complex64, torch.complex64, torch.complex128)[rank] if is_complex else (torch.float16, torch.float32, torch.float64)[rank]


def arange(start=None, stop=None, step=1, dtype=None, *, like=None):
    limits = [x.item() if isinstance(x, ndarray) else _ndarray.asarray(x).item() if isinstance(x, str) else x for x in (start, stop, step)]
    return _on_tensors("arange", _functions.arange)(*limits, dtype=dtype, like=like)


def copyto(dst, src, casting="same_kind", where=None):
    check("copyto", (dst, src), {"where": where})
    dst.tensor.copy_(_cast(_ndarray.asarray(src), dst.dtype, casting).tensor)


def min_scalar_type(a, /):
    import numpy

    return _dtypes.dtype(str(numpy.min_scalar_type(_arrays(a))))


class _Index:
    """What subscripts of it are."""

    def __init__(self, tuples):
        self.tuples = tuples

    def __getitem__(self, item):
        return (item,) if self.tuples and not isinstance(item, tuple) else item


_VALUES.update(arange=arange, common_type=common_type, copyto=copyto, pad=pad, min_scalar_type=min_scalar_type, finfo=finfo, iinfo=iinfo, isscalar=isscalar, s_=_Index(False), index_exp=_Index(True))


def find(name):
    if name in _VALUES:
        return _VALUES[name]
    if name not in NAMES:
        return MISSING
    wanted = _RENAMED.get(name, name)
    implementation = getattr(_functions, wanted, None) if wanted not in _NUMPY else None
    made = _on_tensors(name, implementation) if implementation is not None else _on_arrays(name, wanted)
    if name in _UNARY or name in _BINARY:
        made = _elementwise(name, made, 1 if name in _UNARY else 2)
    _VALUES[name] = made
    return made


def _wrapped(value):
    if isinstance(value, torch.Tensor):
        return ndarray(value)
    if isinstance(value, (list, tuple)):  # a named tuple of torch keeps its names
        return type(value)(map(_wrapped, value)) if type(value) in (list, tuple) else type(value)([*map(_wrapped, value)])
    return value


def _tensors(value):
    if isinstance(value, ndarray):
        return value.tensor
    if isinstance(value, _dtypes.DType) or isinstance(value, type) and issubclass(value, _dtypes.generic):
        return _dtypes.dtype(value).torch_dtype
    if type(value) in (list, tuple):
        return type(value)(map(_tensors, value))
    return value


def _stored(result, out):
    """The result of a call with out=: the array itself, when the result fits it."""
    if not isinstance(out, ndarray):
        raise TypeError("Return arrays must be of ArrayType")
    tensor = result.tensor if isinstance(result, ndarray) else _ndarray.asarray(result).tensor
    if tensor.shape != out.tensor.shape:
        raise ValueError(f"Bad size of the out array: out.shape = {out.shape} while result.shape = {tuple(tensor.shape)}.")
    if tensor is not out.tensor:
        out.tensor.copy_(tensor)
    return out


def _on_tensors(name, implementation):
    @functools.wraps(implementation)
    def function(*args, **kwargs):
        check(name, args, kwargs)
        out = kwargs.pop("out", None) if name != "divmod" else None
        axis = kwargs.get("axis")
        if axis is not None and args and hasattr(args[0], "ndim"):
            from torch._numpy._util import normalize_axis_tuple

            if axis is not None and name not in _UNCHECKED_AXES:
                normalize_axis_tuple(_tensors(axis) if not isinstance(axis, ndarray) else int(axis), args[0].ndim)
        try:
            result = _wrapped(implementation(*map(_tensors, args), **{k: _tensors(v) for k, v in kwargs.items()}))
        except IndexError as e:
            if str(e).startswith("Dimension out of range") and name not in _UNCHECKED_AXES:
                raise AxisError(str(e)) from None
            raise
        return result if out is None else _stored(result, out)

    function.__name__ = function.__qualname__ = name
    return function


def _arrays(value):
    import numpy

    if isinstance(value, ndarray):
        return value.tensor.detach().numpy()
    if isinstance(value, _dtypes.DType) or isinstance(value, type) and issubclass(value, _dtypes.generic):
        return numpy.dtype(_dtypes.dtype(value).name.rstrip("_"))
    if type(value) in (list, tuple):
        return type(value)(map(_arrays, value))
    return value


def _from_numpy(value):
    import numpy

    if isinstance(value, numpy.ndarray):
        return ndarray(torch.from_numpy(numpy.ascontiguousarray(value) if any(s < 0 for s in value.strides) else value).reshape(value.shape))
    if isinstance(value, numpy.generic):
        return ndarray(torch.from_numpy(numpy.asarray(value)))
    if isinstance(value, (list, tuple)):
        return (list if type(value) is list else tuple)(map(_from_numpy, value))
    return value


def of_numpy(place, name, args, kwargs):
    """A call of a function of numpy, on the memory of the arrays."""
    import numpy

    try:
        return _from_numpy(getattr(place, name)(*map(_arrays, args), **{k: _arrays(v) for k, v in kwargs.items()}))
    except numpy.exceptions.AxisError as e:
        raise AxisError(str(e)) from None
    except numpy.linalg.LinAlgError:
        raise
    except ValueError as e:
        raise (ValueError if name.endswith("split") else ArgumentError)(str(e)) from None


def _on_arrays(name, wanted):
    def function(*args, **kwargs):
        import numpy

        check(name, args, kwargs)
        out = kwargs.pop("out", None)
        result = of_numpy(numpy, wanted, args, kwargs)
        if name in ("tril_indices", "triu_indices", "tril_indices_from", "triu_indices_from"):
            return ndarray(torch.stack([r.tensor for r in result]))
        if name == "histogram":  # the edges are given in the type of the array
            return result[0], result[1].astype(_ndarray.asarray(args[0]).dtype)
        if name == "fill_diagonal":
            return args[0]
        if name == "tri" and len(args) < 4 and "dtype" not in kwargs:
            return ndarray(result.tensor.to(torch.get_default_dtype()))
        if isinstance(result, (list, tuple)):
            result = _HELD_IN.get(name, type(result))(result)
        return result if out is None or result is None else _stored(result, out)

    function.__name__ = function.__qualname__ = name
    return function


def _cast(array, dtype, casting):
    """The array with elements of a type, which the rule must allow."""
    if not _ndarray.can_cast(array.dtype, dtype, casting=casting):
        raise TypeError(f"Cannot cast array data from {array.dtype.torch_dtype} to {dtype.torch_dtype} according to the rule '{casting}'")
    return array.astype(dtype)


_CASTINGS = ("no", "equiv", "safe", "same_kind", "unsafe")


def _elementwise(name, function, operands):
    """A universal function, which checks where the result may be cast to."""

    def ufunc(*args, out=None, where=True, casting="same_kind", order="K", dtype=None, subok=False, signature=None, extobj=None):
        for keyword, given, plain in (("where", where, where is True), ("signature", signature, signature is None), ("extobj", extobj, extobj is None),
                                      ("subok", subok, subok is False), ("order", order, order == "K")):
            if not plain:
                raise NotImplementedError(f"'{keyword}' parameter is not supported.")
        if casting not in _CASTINGS:
            raise ValueError(f"casting must be one of 'no', 'equiv', 'safe', 'same_kind', or 'unsafe' (got {casting!r})")
        if len(args) > operands:
            out, args = args[operands], args[:operands]
        if out is not None and not isinstance(out, ndarray):
            raise TypeError("Return arrays must be of ArrayType")
        args = tuple(a if isinstance(a, (int, float, complex)) and operands == 2 else _ndarray.asarray(a) for a in args)
        if dtype is not None:
            args = tuple(_cast(_ndarray.asarray(a), _dtypes.dtype(dtype), casting) for a in args)
        result = function(*args)
        if out is None:
            return result
        _cast(result, out.dtype, casting)
        if result.shape != out.shape and torch.broadcast_shapes(result.shape, out.shape) == out.tensor.shape:
            result = ndarray(result.tensor.expand(out.tensor.shape))
        return _stored(result, out)

    ufunc.__name__ = ufunc.__qualname__ = name
    return ufunc
