"""The functions of torch.masked: what is outside of the mask becomes the identity of the reduction."""

import torch

_SMALL_INTEGERS = (torch.uint8, torch.int8, torch.int16, torch.int32)


def _canonical_dim(dim, ndim):
    """The dimensions that are reduced, each from 0, in order; all for None."""
    if dim is None:
        return tuple(range(ndim))
    out = []
    for d in sorted(dim if isinstance(dim, (tuple, list)) else (dim,)):
        low = max(ndim, 1)
        if not -low <= d < low:
            raise IndexError(f"Dimension out of range (expected to be in range of [{-low}, {low - 1}], but got {d})")
        if d % low in out:
            raise RuntimeError(f"dim={d % low} appears multiple times in the list of dims")
        out.append(d % low)
    return tuple(sorted(out))


def _input_mask(input, *args, mask=None, **kwargs):
    """The mask as bools of the input's size; without one everything counts."""
    if mask is None:
        return input.new_ones(input.shape, dtype=torch.bool)
    if mask.shape != input.shape:
        if mask.ndim > input.ndim:
            raise IndexError("_input_mask expected broadcastable mask (got mask dimensionality higher than of the input)")
        mask = torch.broadcast_to(mask.clone(), input.shape)
    return mask if mask.dtype == torch.bool else mask.bool()


def _output_mask(op, input, *args, dim=None, keepdim=False, mask=None, **kwargs):
    """Where the result of a reduction, a function of this file, has anything to do with the input."""
    name = getattr(op, "__name__", op)
    inside = _input_mask(input, mask=mask)
    if name in ("softmax", "log_softmax", "softmin", "normalize", "cumsum", "cumprod"):
        return inside
    if name == "norm":
        args = args[1:]
    for d in reversed(_canonical_dim(args[0] if args else dim, input.ndim)):
        inside = inside.any(d, keepdim=keepdim)
    return inside


def _reduction_identity(op_name, input, *args):
    """What changes nothing in a reduction: a tensor without dimensions, or None."""
    dtype = input.dtype

    def number(value):
        return torch.tensor(value, dtype=dtype, device=input.device)

    if op_name in ("sum", "cumsum"):
        return number(0)
    if op_name in ("prod", "cumprod"):
        return number(1)
    if op_name == "mean":
        return None
    if op_name == "norm":
        order = args[0] if args else 2
        if order == float("-inf"):
            return number(float("inf"))
        return number(0) if order in ("fro", "nuc") or order >= 0 else number(float("inf"))
    if op_name == "median":
        return number(float("nan"))
    if op_name in ("var", "std"):
        return None
    if dtype == torch.bool:
        raise NotImplementedError(f"identity of {op_name} on {dtype} input")
    if op_name in ("amin", "argmin", "softmin"):
        return number(float("inf")) if dtype.is_floating_point else number(torch.iinfo(dtype).max)
    if op_name in ("amax", "argmax", "logaddexp", "logsumexp", "softmax", "log_softmax"):
        if op_name in ("logaddexp", "logsumexp") and dtype.is_complex:
            return number(float("-inf"))
        return number(float("-inf")) if dtype.is_floating_point else number(torch.iinfo(dtype).min)
    raise NotImplementedError(f"identity of {op_name} on {dtype} input")


def _where(mask, input, fill_value):
    return torch.where(mask, input, fill_value)


def _combine_input_and_mask(op, input, mask, *args):
    """The input with the identity of a reduction outside of the mask."""
    if mask is None:
        return input
    name = getattr(op, "__name__", op)
    return _where(_input_mask(input, mask=mask), input, _reduction_identity(name, input, *args))


def _wide(dtype, input):
    """The type of sums: that of the caller, int64 for integers and bools, else the input's."""
    if dtype is not None:
        return dtype
    return torch.int64 if input.dtype in _SMALL_INTEGERS or input.dtype == torch.bool else input.dtype


def _check_layout(name, input, kinds):
    """Raises an error for a layout that kinds, a text, does not name."""
    if str(input.layout).removeprefix("torch.") not in kinds:
        raise ValueError(f"masked {name} expects {kinds} tensor (got {input.layout} tensor)")


_SUMMED = "strided, sparse_coo or sparse_csr"


def _all_dims(input, dim):
    return _canonical_dim(dim, input.ndim)


def sum(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    _check_layout("sum", input, _SUMMED)
    dtype = _wide(dtype, input)
    return torch.sum(_combine_input_and_mask("sum", input, mask), _all_dims(input, dim), bool(keepdim), dtype=dtype)


def prod(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    _check_layout("prod", input, _SUMMED)
    dtype = _wide(dtype, input)
    dims = _all_dims(input, dim)
    if input.ndim == 0:
        dims = (0,)
    result = _combine_input_and_mask("prod", input, mask)
    for d in reversed(dims):
        result = result.prod(dim=d, keepdim=bool(keepdim))
    return result.to(dtype=dtype)


def cumsum(input, dim, *, dtype=None, mask=None):
    return torch.cumsum(_combine_input_and_mask("cumsum", input, mask), _all_dims(input, dim)[0], dtype=input.dtype if dtype is None else dtype)


def cumprod(input, dim, *, dtype=None, mask=None):
    return torch.cumprod(_combine_input_and_mask("cumprod", input, mask), _all_dims(input, dim)[0], dtype=input.dtype if dtype is None else dtype)


def amax(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    _check_layout("amax", input, _SUMMED)
    dtype = dtype or input.dtype
    return torch.amax(_combine_input_and_mask("amax", input, mask), _all_dims(input, dim), bool(keepdim)).to(dtype=dtype)


def amin(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    _check_layout("amin", input, _SUMMED)
    dtype = dtype or input.dtype
    return torch.amin(_combine_input_and_mask("amin", input, mask), _all_dims(input, dim), bool(keepdim)).to(dtype=dtype)


def argmax(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    _check_layout("argmax", input, "strided")
    dtype = dtype or input.dtype
    return torch.argmax(_combine_input_and_mask("argmax", input, mask), dim, bool(keepdim)).to(dtype=dtype)


def argmin(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    _check_layout("argmin", input, "strided")
    dtype = dtype or input.dtype
    return torch.argmin(_combine_input_and_mask("argmin", input, mask), dim, bool(keepdim)).to(dtype=dtype)


def _count(input, dims, keepdim, mask):
    if mask is None:
        return sum(torch.ones(input.shape, dtype=torch.int64, device=input.device), dims, keepdim=keepdim)
    return sum(_input_mask(input, mask=mask).to(torch.int64), dims, keepdim=keepdim)


def mean(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    _check_layout("mean", input, "strided or sparse_csr")
    if dtype is None:
        dtype = input.dtype
        if not (dtype.is_floating_point or dtype.is_complex):
            raise ValueError(f"mean(): Could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: {dtype}")
    if not (dtype.is_floating_point or dtype.is_complex):
        raise ValueError(f"mean(): Could not infer output dtype. Optional dtype must be either a floating point or complex dtype. Got: {dtype}")
    dims = _all_dims(input, dim)
    return sum(input, dims, keepdim=keepdim, dtype=dtype, mask=mask) / _count(input, dims, keepdim, mask)


def median(input, dim=-1, *, keepdim=False, dtype=None, mask=None):
    dtype = dtype or input.dtype
    d = _canonical_dim(dim, input.ndim)[0]
    floating = input.dtype.is_floating_point
    if not floating:
        if not _output_mask("median", input, d, mask=mask).all():
            raise ValueError("masked median expects no fully masked out rows if dtype is not floating point")
        input = input.to(dtype=torch.float)
    filled = _combine_input_and_mask("median", input, mask)
    return torch.nanmedian(filled, d, keepdim).values.to(dtype=dtype)


def logsumexp(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    _check_layout("logsumexp", input, "strided")
    dtype = dtype or input.dtype
    return torch.logsumexp(_combine_input_and_mask("logsumexp", input, mask), _all_dims(input, dim), keepdim=keepdim).to(dtype=dtype)


def logaddexp(input, other, *, dtype=None, input_mask=None, other_mask=None):
    dtype = dtype or input.dtype
    a = _combine_input_and_mask("logaddexp", input, input_mask)
    b = _combine_input_and_mask("logaddexp", other, other_mask)
    return torch.logaddexp(a, b).to(dtype=dtype)


def norm(input, ord=2.0, dim=None, *, keepdim=False, dtype=None, mask=None):
    _check_layout("norm", input, "strided")
    dtype = dtype or input.dtype
    filled = _combine_input_and_mask("norm", input, mask, ord)
    return torch.linalg.vector_norm(filled, ord, _all_dims(input, dim), bool(keepdim), dtype=dtype)


def _spread(input, dim, unbiased, correction, keepdim, dtype, mask, root):
    """The variance, or its root, of what is inside of the mask."""
    _check_layout("std/var", input, "strided")
    if unbiased is not None and correction is not None:
        raise RuntimeError("Only one argument (unbiased or correction) may be given")
    if correction is None:
        correction = 1 if unbiased is None or unbiased else 0
    if dtype is None:
        dtype = input.dtype
        if not (dtype.is_floating_point or dtype.is_complex):
            dtype = torch.float32
    computed = dtype if dtype.is_floating_point or dtype.is_complex else torch.float32
    dims = _all_dims(input, dim)
    number = _count(input, dims, True, mask)
    center = torch.divide(sum(input, dims, keepdim=True, dtype=computed, mask=mask), number)
    if mask is None:
        away = torch.subtract(input, center)
    else:
        away = torch.subtract(input, _input_mask(input, mask=mask) * center)
    total = sum(away * away.conj(), dims, keepdim=keepdim, dtype=computed, mask=mask)
    if not keepdim:
        number = number.reshape(total.shape)
    if correction != 0:
        if computed.is_complex:
            number = number.real if number.is_complex() else number
        number = torch.subtract(number, correction)
        number = torch.maximum(number, number.new_zeros([]))
    result = torch.divide(total, number).to(dtype=computed)
    if root:
        result = torch.sqrt(result)
    return result if dtype == computed else result.to(dtype=dtype)


def var(input, dim=None, unbiased=None, *, correction=None, keepdim=False, dtype=None, mask=None):
    return _spread(input, dim, unbiased, correction, keepdim, dtype, mask, False)


def std(input, dim=None, unbiased=None, *, correction=None, keepdim=False, dtype=None, mask=None):
    return _spread(input, dim, unbiased, correction, keepdim, dtype, mask, True)


def softmax(input, dim, *, dtype=None, mask=None):
    d = _canonical_dim(dim, input.ndim)[0]
    return torch.nn.functional.softmax(_combine_input_and_mask("amax", input, mask), d, dtype=dtype or input.dtype)


def log_softmax(input, dim, *, dtype=None, mask=None):
    d = _canonical_dim(dim, input.ndim)[0]
    return torch.nn.functional.log_softmax(_combine_input_and_mask("amax", input, mask), d, dtype=dtype or input.dtype)


def softmin(input, dim, *, dtype=None, mask=None):
    d = _canonical_dim(dim, input.ndim)[0]
    return torch.nn.functional.softmin(_combine_input_and_mask("amin", input, mask), d, dtype=dtype or input.dtype)


def normalize(input, ord, dim, *, eps=1e-12, dtype=None, mask=None):
    length = norm(input, ord, dim, keepdim=True, dtype=dtype, mask=mask)
    least = torch.maximum(length, length.new_full([], eps))
    return torch.divide(_combine_input_and_mask("sum", input, mask), least)
