"""Comparison of results in tests."""

import cmath
from collections.abc import Mapping, Sequence

import torch
from torch.testing._creation import make_tensor
from torch.testing._filecheck import FileCheck

__all__ = ["assert_close", "make_tensor"]


def assert_allclose(actual, expected, rtol=None, atol=None, equal_nan=True, msg=""):
    assert_close(actual, expected, rtol=rtol, atol=atol, equal_nan=equal_nan, check_dtype=False, check_stride=False, msg=msg or None)


_tolerances = {  # rtol, atol
    torch.float16: (1e-3, 1e-5), torch.bfloat16: (1.6e-2, 1e-5), torch.float32: (1.3e-6, 1e-5), torch.float64: (1e-7, 1e-7),
    torch.complex64: (1.3e-6, 1e-5), torch.complex128: (1e-7, 1e-7),
}
_numbers = {float: torch.float64, complex: torch.complex128, int: torch.int64}


def assert_close(actual, expected, *, allow_subclasses=True, rtol=None, atol=None, equal_nan=False,
                 check_device=True, check_dtype=True, check_layout=True, check_stride=False, msg=None):
    """Raises AssertionError unless |actual - expected| <= atol + rtol * |expected| everywhere; containers are compared item
    by item. Without tolerances those of the dtypes hold."""
    if (rtol is None) != (atol is None):
        missing = "rtol" if rtol is None else "atol"
        raise ValueError(f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {missing}.")
    checks = {"device": check_device, "dtype": check_dtype, "layout": check_layout}
    try:
        _compare(actual, expected, (), rtol, atol, equal_nan, checks, check_stride, allow_subclasses)
    except AssertionError as e:
        text = str(e)
        if callable(msg):
            text = msg(text)
        elif msg is not None:
            text = msg
        raise AssertionError(text) from None


def _fail(path, text):
    if path:
        text += "\n\nThe failure occurred for item " + "".join(f"[{key!r}]" for key in path)
    raise AssertionError(text)


def _compare(a, b, path, rtol, atol, equal_nan, checks, stride, subclasses):
    def inner(x, y, key):
        _compare(x, y, (*path, key), rtol, atol, equal_nan, checks, stride, subclasses)

    if isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor) and (subclasses or type(a) is type(b)):
        _compare_tensors(a, b, path, rtol, atol, equal_nan, checks, stride)
    elif a is None and b is None:
        pass
    elif isinstance(a, bool) and isinstance(b, bool):
        if a is not b:
            _fail(path, f"Booleans mismatch: {a} is not {b}")
    elif isinstance(a, (int, float, complex)) and isinstance(b, (int, float, complex)):
        if checks["dtype"] and type(a) is not type(b):
            _fail(path, f"The (d)types do not match: {type(a)} != {type(b)}.")
        r, t = _bounds(rtol, atol, _numbers.get(type(a), torch.int64), _numbers.get(type(b), torch.int64))
        _compare_numbers(a, b, path, r, t, equal_nan)
    elif isinstance(a, Mapping) and isinstance(b, Mapping):
        missing, more = sorted(set(b) - set(a), key=str), sorted(set(a) - set(b), key=str)
        if missing or more:
            _fail(path, "The keys of the mappings do not match:\n"
                  f"Missing keys in the actual mapping: {missing}\nAdditional keys in the actual mapping: {more}")
        for key in a:
            inner(a[key], b[key], key)
    elif isinstance(a, Sequence) and isinstance(b, Sequence) and not isinstance(a, str) and not isinstance(b, str):
        if len(a) != len(b):
            _fail(path, f"The length of the sequences mismatch: {len(a)} != {len(b)}")
        for i, (x, y) in enumerate(zip(a, b)):
            inner(x, y, i)
    else:
        raise TypeError(f"No comparison pair was able to handle inputs of type {type(a)} and {type(b)}.")


def _bounds(rtol, atol, *dtypes):
    if rtol is not None:
        return rtol, atol
    each = [_tolerances.get(d, (0.0, 0.0)) for d in dtypes]
    return max(r for r, _ in each), max(t for _, t in each)


def _compare_tensors(a, b, path, rtol, atol, equal_nan, checks, stride):
    def attribute(name, x, y):
        if x != y:
            _fail(path, f"The values for attribute '{name}' do not match: {x} != {y}.")

    attribute("shape", a.shape, b.shape)
    for name in ("device", "dtype", "layout"):
        if checks[name]:
            attribute(name, getattr(a, name), getattr(b, name))
    if stride:
        attribute("stride()", a.stride(), b.stride())
    rtol, atol = _bounds(rtol, atol, a.dtype, b.dtype)
    if a.dtype != b.dtype:
        common = torch.promote_types(a.dtype, b.dtype)
        a, b = a.to(common), b.to(common)
    a, b = a.detach(), b.detach()
    close = torch.isclose(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)
    if bool(close.all()):
        return
    if a.ndim == 0:
        _compare_numbers(a.item(), b.item(), path, rtol, atol, equal_nan)
        return
    wrong = int((~close).sum())
    exact = rtol == 0 and atol == 0
    if a.dtype == torch.bool or not (a.dtype.is_floating_point or a.dtype.is_complex):
        a, b = a.to(torch.int64), b.to(torch.int64)
    difference = (a - b).abs()
    difference[close] = 0
    relative = difference / b.abs()
    relative[close] = 0
    lines = [f"Tensor-likes are not {'equal' if exact else 'close'}!", "",
             f"Mismatched elements: {wrong} / {close.numel()} ({wrong / close.numel():.1%})"]
    for kind, values, allowed in (("absolute", difference, atol), ("relative", relative, rtol)):
        flat = values.flatten()
        largest = rest = int(flat.argmax())
        at = ()
        for size in reversed(values.shape):
            rest, i = divmod(rest, size)
            at = (i, *at)
        lines.append(f"Greatest {kind} difference: {flat[largest].item()} at index {at}" + ("" if exact else f" (up to {allowed} allowed)"))
    _fail(path, "\n".join(lines))


def _compare_numbers(a, b, path, rtol, atol, equal_nan):
    if a == b or equal_nan and cmath.isnan(a) and cmath.isnan(b):
        return
    difference = abs(a - b)
    if difference <= atol + rtol * abs(b) and not cmath.isinf(b):
        return
    relative = difference / abs(b) if b else float("inf")
    exact = rtol == 0 and atol == 0
    up_to = ["" if exact else f" (up to {x} allowed)" for x in (atol, rtol)]
    _fail(path, f"Scalars are not {'equal' if exact else 'close'}!\n\nExpected {b} but got {a}.\n"
          f"Absolute difference: {difference}{up_to[0]}\nRelative difference: {relative}{up_to[1]}")
