"""Lists of dtypes."""

import torch


class _dispatch_dtypes(tuple):
    def __add__(self, other):
        return _dispatch_dtypes(tuple.__add__(self, other))


def _validate_dtypes(*dtypes):
    for dtype in dtypes:
        assert isinstance(dtype, torch.dtype), dtype
    return dtypes


_empty_types = _dispatch_dtypes(())
_floating_types = _dispatch_dtypes((torch.float32, torch.float64))
_floating_types_and_half = _floating_types + (torch.half,)
_complex_types = _dispatch_dtypes((torch.cfloat, torch.cdouble))
_floating_and_complex_types = _floating_types + _complex_types
_double_types = _dispatch_dtypes((torch.float64, torch.complex128))
_integral_types = _dispatch_dtypes((torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64))
_barebones_unsigned_types = _dispatch_dtypes((torch.uint16, torch.uint32, torch.uint64))
_all_types = _floating_types + _integral_types
_all_types_and_half = _all_types + (torch.half,)
_all_types_and_complex = _all_types + _complex_types
_float8_types = _dispatch_dtypes(tuple(getattr(torch, n) for n in ("float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz") if hasattr(torch, n)))
_all_mps_types = _dispatch_dtypes((torch.float, torch.half, torch.bfloat16)) + _integral_types
_all_passthru_types = _all_types_and_complex + (torch.bool, torch.half, torch.bfloat16)


def _pair(types):
    """A function of no dtypes, and one that adds some."""
    return (lambda: types), (lambda *dtypes: types + _validate_dtypes(*dtypes))


empty_types, custom_types = _pair(_empty_types)
floating_types, floating_types_and = _pair(_floating_types)
complex_types, complex_types_and = _pair(_complex_types)
floating_and_complex_types, floating_and_complex_types_and = _pair(_floating_and_complex_types)
double_types = lambda: _double_types
integral_types, integral_types_and = _pair(_integral_types)
all_types, all_types_and = _pair(_all_types)
all_types_and_complex, all_types_and_complex_and = _pair(_all_types_and_complex)
floating_types_and_half = lambda: _floating_types_and_half
all_types_and_half = lambda: _all_types_and_half
float8_types, float8_types_and = _pair(_float8_types)
all_types_complex_float8_and = lambda *dtypes: _all_types + _complex_types + _float8_types + _validate_dtypes(*dtypes)
all_mps_types, all_mps_types_and = _pair(_all_mps_types)
all_passthru_types, all_passthru_types_and = _pair(_all_passthru_types)


def get_all_dtypes(include_half=True, include_bfloat16=True, include_bool=True, include_complex=True, include_complex32=False, include_qint=False):
    dtypes = get_all_int_dtypes() + get_all_fp_dtypes(include_half=include_half, include_bfloat16=include_bfloat16)
    if include_bool:
        dtypes.append(torch.bool)
    if include_complex:
        dtypes += get_all_complex_dtypes(include_complex32)
    if include_qint:
        dtypes += get_all_qint_dtypes()
    return dtypes


def get_all_math_dtypes(device):
    return get_all_int_dtypes() + get_all_fp_dtypes(include_half=device.startswith("cuda"), include_bfloat16=False) + get_all_complex_dtypes()


def get_all_complex_dtypes(include_complex32=False):
    return [torch.complex32, torch.complex64, torch.complex128] if include_complex32 else [torch.complex64, torch.complex128]


def get_all_int_dtypes():
    return [torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64]


def get_all_fp_dtypes(include_half=True, include_bfloat16=True):
    return [torch.float32, torch.float64] + [torch.float16] * include_half + [torch.bfloat16] * include_bfloat16


def get_all_qint_dtypes():
    return [torch.qint8, torch.quint8, torch.qint32, torch.quint4x2, torch.quint2x4]


def highest_precision_float(device):
    return torch.float64


def highest_precision_complex(device):
    return torch.complex128


float_to_corresponding_complex_type_map = {
    torch.float16: torch.complex32, torch.bfloat16: torch.complex64, torch.float32: torch.complex64, torch.float64: torch.complex128,
}
