"""What numpy's functions on tensors have in common: types, operands and results. Ints meet floats in float64, the default float is float64,
and a Python number does not widen the type of its own kind.
"""

import builtins

import torch


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
        from torch._numpy._shapes import stack

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


def _shape(shape):
    return (shape,) if isinstance(shape, (int, torch.SymInt)) else tuple(shape)
