"""Random tensors for tests."""

import torch

_INTEGRAL = {torch.uint8: (0, 10), torch.int8: (-9, 10), torch.int16: (-9, 10), torch.int32: (-9, 10), torch.int64: (-9, 10)}


def make_tensor(*shape, dtype, device="cpu", low=None, high=None, requires_grad=False, noncontiguous=False, exclude_zero=False, memory_format=None):
    """A tensor of values from [low, high): of [0, 2) for bool, small numbers for integers, [-9, 9) else."""
    if len(shape) == 1 and not isinstance(shape[0], int):
        shape = tuple(shape[0])
    if noncontiguous and memory_format is not None:
        raise ValueError(f"The parameters `noncontiguous` and `memory_format` are mutually exclusive, but got noncontiguous={noncontiguous} and memory_format={memory_format}")
    if requires_grad and not (dtype.is_floating_point or dtype.is_complex):
        raise ValueError(f"`requires_grad=True` is not supported for boolean and integral dtypes, but got dtype={dtype}")
    if noncontiguous and len(shape) and all(shape):
        made = make_tensor(*shape[:-1], shape[-1] * 2, dtype=dtype, low=low, high=high, exclude_zero=exclude_zero)[..., ::2]
    elif dtype is torch.bool:
        made = torch.randint(0, 2, shape, dtype=dtype)
    elif dtype in _INTEGRAL:
        lowest, highest = _INTEGRAL[dtype]
        made = torch.randint(int(lowest if low is None else low), int(highest if high is None else high), shape, dtype=dtype)
    elif dtype.is_complex:
        part = torch.float64 if dtype is torch.complex128 else torch.float32
        made = torch.complex(_uniform(shape, part, low, high), _uniform(shape, part, low, high)).to(dtype)
    else:
        made = _uniform(shape, dtype, low, high)
    if exclude_zero:
        made[made == 0] = 1
    if memory_format is not None:
        made = made.clone(memory_format=memory_format)
    return made.requires_grad_(requires_grad)


def _uniform(shape, dtype, low, high):
    low, high = -9 if low is None else low, 9 if high is None else high
    return (torch.rand(shape, dtype=torch.float32 if dtype.itemsize < 4 else dtype) * (high - low) + low).to(dtype)
