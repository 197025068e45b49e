"""Lists of dtypes."""

import torch

_integral = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)
_floating = (torch.float32, torch.float64)
_complex = (torch.complex64, torch.complex128)


def _extended(types):
    return lambda *more: types + more


def integral_types():
    return _integral


def integral_types_and(*dtypes):
    return _integral + dtypes


def floating_types():
    return _floating


def floating_types_and(*dtypes):
    return _floating + dtypes


def floating_types_and_half():
    return _floating + (torch.half,)


def complex_types():
    return _complex


def all_types():
    return _floating + _integral


def all_types_and(*dtypes):
    return all_types() + dtypes


def all_types_and_complex():
    return all_types() + _complex


def all_types_and_complex_and(*dtypes):
    return all_types_and_complex() + dtypes


def floating_and_complex_types():
    return _floating + _complex


def floating_and_complex_types_and(*dtypes):
    return floating_and_complex_types() + dtypes


def get_all_dtypes(include_half=True, include_bfloat16=True, include_bool=True, include_complex=True, include_complex32=False, include_qint=False):
    out = list(all_types())
    if include_half:
        out.append(torch.half)
    if include_bfloat16:
        out.append(torch.bfloat16)
    if include_bool:
        out.append(torch.bool)
    if include_complex:
        out += _complex
    return out
