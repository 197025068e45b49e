"""Element types and the types of Python's numbers: kinds, pairs of real and complex, promotion."""
from enum import Enum

import torch

_integer_dtypes = (torch.uint8, torch.uint16, torch.uint32, torch.uint64, torch.int8, torch.int16, torch.int32, torch.int64)
_low_precision_dtypes = (torch.float16, torch.bfloat16, torch.complex32)
_complex_dtypes = (torch.complex32, torch.complex64, torch.complex128)
_complex_to_real_dtype_map = {torch.complex128: torch.float64, torch.complex64: torch.float32, torch.complex32: torch.float16}
_real_to_complex_dtype_map = {torch.float16: torch.complex32, torch.bfloat16: torch.complex64, torch.float32: torch.complex64, torch.float64: torch.complex128}
_computation_dtype_map = {torch.bfloat16: torch.float32, torch.float16: torch.float32, torch.complex32: torch.complex64}
_cpu_acc_type_map = {torch.bfloat16: torch.float64, torch.float16: torch.float64, torch.float32: torch.float64, torch.complex32: torch.complex128,
                     torch.complex64: torch.complex128}
_ordered_types = (bool, int, float, complex)


class ELEMENTWISE_TYPE_PROMOTION_KIND(Enum):
    """How an elementwise function finds the type that it computes in and that of its result."""

    DEFAULT = (0,)
    NO_OPMATH = (1,)
    INT_TO_FLOAT = (2,)
    ALWAYS_BOOL = (3,)
    COMPLEX_TO_FLOAT = (4,)
    BOOL_TO_LONG = (5,)


class REDUCTION_OUTPUT_TYPE_KIND(Enum):
    SAME = (0,)
    COMPLEX_TO_FLOAT = (1,)
    KEEP_PROMOTED_TYPE = (2,)
    ALWAYS_BOOL = (3,)


def _dtype(dtype):
    if not isinstance(dtype, torch.dtype):
        raise AssertionError(f"Expected torch.dtype, got {type(dtype)}")
    return dtype


def is_boolean_dtype(dtype):
    return _dtype(dtype) is torch.bool


def is_integer_dtype(dtype):
    return _dtype(dtype) in _integer_dtypes


def is_low_precision_dtype(dtype):
    return _dtype(dtype) in _low_precision_dtypes


def is_float_dtype(dtype):
    return _dtype(dtype).is_floating_point


def is_complex_dtype(dtype):
    return _dtype(dtype) in _complex_dtypes


def is_grad_dtype(dtype):
    return dtype.is_floating_point or is_complex_dtype(dtype)


def corresponding_real_dtype(dtype):
    return _complex_to_real_dtype_map[dtype]


def corresponding_complex_dtype(dtype):
    return _real_to_complex_dtype_map[dtype]


def get_computation_dtype(dtype):
    return _computation_dtype_map.get(dtype, dtype)


def get_acc_type(dtype, device):
    return _cpu_acc_type_map.get(dtype, dtype) if device.type == "cpu" else get_computation_dtype(dtype)


def dtype_or_default(dtype):
    return torch.get_default_dtype() if dtype is None else dtype


def dtype_to_type(dtype):
    """The type of Python's numbers for an element type."""
    _dtype(dtype)
    if dtype is torch.bool:
        return bool
    if dtype in _integer_dtypes:
        return int
    if dtype.is_floating_point:
        return float
    if dtype in _complex_dtypes:
        return complex
    raise ValueError("Invalid dtype!")


def dtype_to_type_ctor(dtype):
    kind = dtype_to_type(dtype)
    return {int: torch.sym_int, float: torch.sym_float}.get(kind, kind)


def type_to_dtype(typ):
    if not isinstance(typ, type):
        raise AssertionError(f"expected type, got {type(typ)}")
    for kinds, dtype in (((bool, torch.SymBool), torch.bool), ((int, torch.SymInt), torch.long)):
        if typ in kinds:
            return dtype
    if typ in (float, torch.SymFloat):
        return torch.get_default_dtype()
    if typ is complex:
        return corresponding_complex_dtype(torch.get_default_dtype())
    raise ValueError(f"Invalid type {typ}!")


def number_type(x):
    for kind, symbolic in ((int, torch.SymInt), (float, torch.SymFloat), (bool, torch.SymBool)):
        if isinstance(x, symbolic):
            return kind
    return type(x)


def get_dtype(x):
    return x.dtype if isinstance(x, torch.Tensor) else type_to_dtype(type(x))


def is_weakly_lesser_type(a, b):
    for typ in (a, b):
        if typ not in _ordered_types:
            raise RuntimeError(f"Expected builtin numeric type, found {typ}")
    return _ordered_types.index(a) <= _ordered_types.index(b)


def get_higher_type(a, b):
    return b if is_weakly_lesser_type(a, b) else a


def get_higher_dtype(a, b):
    """The type that values of both fit in; None stands for no value."""
    def of(v):
        if v is None or isinstance(v, torch.dtype):
            return v
        if isinstance(v, torch.Tensor):
            return v.dtype
        if isinstance(v, (bool, int, float, complex, torch.SymInt, torch.SymFloat, torch.SymBool)):
            return type_to_dtype(type(v))
        raise RuntimeError("Unexpected type given to get_higher_dtype!")

    a, b = of(a), of(b)
    if a is None or b is None:
        return b if a is None else a
    return torch.promote_types(a, b)


def can_safe_cast_to(*, cast_to, cast_from):
    """Whether the kind of one type (bool, integer, float, complex) holds that of the other."""
    for holds in (is_complex_dtype, is_float_dtype, is_integer_dtype, is_boolean_dtype):
        if holds(cast_to):
            return True
        if holds(cast_from):
            return False
    raise ValueError(f"Received unknown dtypes {cast_to}, {cast_from}!")


def check_same_dtype(*args):
    """Tensors have one element type, and numbers one type, and these are of one kind."""
    dtype = kind = None
    for a in args:
        if isinstance(a, torch.Tensor):
            dtype = a.dtype if dtype is None else dtype
            if a.dtype is not dtype:
                raise RuntimeError(f"Tensor with dtype {a.dtype} is not the expected dtype of {dtype}!")
            found = dtype_to_type(a.dtype)
        elif isinstance(a, (bool, int, float, complex, torch.SymInt, torch.SymFloat, torch.SymBool)):
            found = number_type(a)
        else:
            raise RuntimeError(f"Unexpected type when checking for same dtype, {type(a)}!")
        kind = found if kind is None else kind
        if found is not kind:
            raise RuntimeError(f"{'Tensor' if isinstance(a, torch.Tensor) else 'Scalar'} of type {found} is not the expected type of {kind}!")


def check_fp_or_complex(dtype, fn_name, allow_low_precision_dtypes=True):
    torch._check(is_float_dtype(dtype) or is_complex_dtype(dtype), lambda: f"{fn_name}: Expected a floating point or complex tensor as input. Got {dtype}")
    torch._check(allow_low_precision_dtypes or not is_low_precision_dtype(dtype), lambda: f"{fn_name}: Half precision dtypes not supported. Got {dtype}")


def elementwise_dtypes(*_args, type_promotion_kind):
    """The type to compute in, and that of the result, of a function of tensors and numbers."""
    args = [a for a in _args if a is not None]
    highest = bool
    for a in args:
        if not isinstance(a, (torch.Tensor, bool, int, float, complex, torch.SymInt, torch.SymFloat, torch.SymBool)):
            raise RuntimeError(f"Unexpected type {type(a)} when computing elementwise type promotion!")
        highest = get_higher_type(highest, dtype_to_type(a.dtype) if isinstance(a, torch.Tensor) else number_type(a))
    def counts(a):
        """The type of a tensor of the highest kind; beside complex numbers, floats are taken for complex ones."""
        if dtype_to_type(a.dtype) is highest:
            return a.dtype
        return corresponding_complex_dtype(a.dtype) if highest is complex and a.dtype.is_floating_point else None

    # tensors with dimensions decide among themselves; those without, then numbers, are only asked where none of these is of the highest kind
    result = None
    for dimensioned in (True, False):
        if result is None:
            for a in args:
                if isinstance(a, torch.Tensor) and (a.ndim > 0) is dimensioned:
                    result = get_higher_dtype(result, counts(a))
    if result is None:
        result = {complex: corresponding_complex_dtype(torch.get_default_dtype()), float: torch.get_default_dtype(), int: torch.long, bool: torch.bool}[highest]
    kind = ELEMENTWISE_TYPE_PROMOTION_KIND
    if type_promotion_kind is kind.DEFAULT:
        return get_computation_dtype(result), result
    if type_promotion_kind is kind.NO_OPMATH:
        return result, result
    if type_promotion_kind is kind.INT_TO_FLOAT:
        if is_integer_dtype(result) or is_boolean_dtype(result):
            result = torch.get_default_dtype()
        return get_computation_dtype(result), result
    if type_promotion_kind is kind.COMPLEX_TO_FLOAT:
        return get_computation_dtype(result), corresponding_real_dtype(result) if is_complex_dtype(result) else result
    if type_promotion_kind is kind.BOOL_TO_LONG:
        wide = torch.long if is_boolean_dtype(result) else result
        return (wide if is_boolean_dtype(result) else get_computation_dtype(result)), wide
    if type_promotion_kind is kind.ALWAYS_BOOL:
        return get_computation_dtype(result), torch.bool
    raise ValueError(f"Unknown type promotion kind {type_promotion_kind}")


def reduction_dtypes(arg, output_dtype_kind, dtype=None):
    """The type to compute in, and that of the result, of a reduction."""
    given = dtype if dtype is not None else arg.dtype
    kind = REDUCTION_OUTPUT_TYPE_KIND
    if output_dtype_kind is kind.ALWAYS_BOOL:
        result = torch.bool
    elif output_dtype_kind is kind.KEEP_PROMOTED_TYPE:
        result = None
    else:
        result = given
        if output_dtype_kind is kind.COMPLEX_TO_FLOAT and is_complex_dtype(given):
            result = corresponding_real_dtype(given)
    return get_computation_dtype(given), result


def set_correction(unbiased=None, correction=None):
    if correction is not None and unbiased is not None:
        raise RuntimeError("cannot specify both correction and unbiased arguments")
    if correction is None:
        correction = 0.0 if unbiased is False else 1.0
    if not isinstance(correction, (int, float, torch.SymInt, torch.SymFloat)):
        raise ValueError("correction argument should be integer or float")
    return float(correction)
