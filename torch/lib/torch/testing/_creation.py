"""Random tensors for tests."""

import math

import torch

_INTEGRAL = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.uint16, torch.uint32, torch.uint64)
_FLOAT8 = tuple(getattr(torch, n) for n in ("float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e8m0fnu") if hasattr(torch, n))


def make_tensor(*shape, dtype, device, low=None, high=None, requires_grad=False, noncontiguous=False, exclude_zero=False, memory_format=None):
    """A tensor of values from [low, high): of {0, 1} for bool, [0, 10) for uint8, [-9, 10) for other integers, [-9, 9) else."""
    if len(shape) == 1 and not isinstance(shape[0], (int, torch.SymInt)):
        shape = tuple(shape[0])
    if noncontiguous and memory_format is not None:
        raise ValueError(f"The parameters `noncontiguous` and `memory_format` are mutually exclusive, but got noncontiguous={noncontiguous} and memory_format={memory_format}")
    if requires_grad and not (dtype.is_floating_point or dtype.is_complex):
        raise ValueError(f"`requires_grad=True` is not supported for boolean and integral dtypes, but got dtype={dtype}")
    spread = noncontiguous and math.prod(shape) > 1
    if spread:  # every second element of a tensor twice as wide
        full = shape
        shape = (*shape[:-1], 2 * shape[-1])
    made = _fill(shape, dtype, device, low, high)
    if exclude_zero:
        made[made == 0] = torch.finfo(dtype).tiny if dtype.is_floating_point or dtype.is_complex else 1
    if spread:
        made = made[..., 1::2]
        assert made.shape == torch.Size(full)
    elif memory_format is not None:
        made = made.clone(memory_format=memory_format)
    return made.requires_grad_(requires_grad)


def _fill(shape, dtype, device, low, high):
    if dtype is torch.bool:
        low, high = _bounds(low, high, dtype, 0, 2, 0, 2)
        return torch.randint(low, high, shape, device=device, dtype=dtype)
    if dtype in _INTEGRAL:
        info = torch.iinfo(dtype)
        lowest, highest = (0, 10) if info.min == 0 else (-9, 10)
        # Tensors of int64 cannot be asked for a bound of 2 ** 63.
        low, high = _bounds(low, high, dtype, lowest, highest, info.min, info.max + 1 if info.max < torch.iinfo(torch.int64).max else torch.iinfo(torch.int64).max)
        return torch.randint(low, high, shape, device=device, dtype=dtype)
    if dtype.is_complex:
        info = torch.finfo(dtype)
        low, high = _bounds(low, high, dtype, -9, 9, info.min, info.max)
        real = {torch.complex32: torch.float16, torch.complex64: torch.float32, torch.complex128: torch.float64}[dtype]
        made = torch.empty(shape, device=device, dtype=dtype)
        parts = torch.view_as_real(made)
        parts.copy_(_uniform(parts.shape, real, device, low, high))
        return made
    if dtype.is_floating_point:
        info = torch.finfo(dtype)
        low, high = _bounds(low, high, dtype, -9, 9, info.min, info.max)
        if dtype in _FLOAT8:
            return _uniform(shape, torch.float32, device, low, high).to(dtype)
        return _uniform(shape, dtype, device, low, high)
    raise TypeError(f"The requested dtype '{dtype}' is not supported by torch.testing.make_tensor(). To request support, file an issue.")


def _bounds(low, high, dtype, default_low, default_high, lowest, highest):
    for value in (low, high):
        if isinstance(value, float) and math.isnan(value):
            raise ValueError(f"`low` and `high` cannot be NaN, but got {low=} and {high=}")
    if low is not None and high is not None and (low > high or low == high and not (dtype.is_floating_point or dtype.is_complex)):
        raise ValueError(f"`low` must be less than `high`, but got {low} >= {high}")
    low = default_low if low is None else low
    high = default_high if high is None else high
    if low > highest or high < lowest:
        raise ValueError(f"The value interval specified by `low` and `high` is [{low}, {high}), but {dtype} only supports [{lowest}, {highest})")
    low, high = max(low, lowest), min(high, highest)
    if not (dtype.is_floating_point or dtype.is_complex):
        low, high = math.ceil(low), math.ceil(high)
    return low, high


def _uniform(shape, dtype, device, low, high):
    made = torch.empty(shape, device=device, dtype=dtype)
    if high - low > torch.finfo(dtype).max:  # the range itself is no number of the dtype
        return made.uniform_(low / 2, high / 2).mul_(2)
    return made.uniform_(low, high)
