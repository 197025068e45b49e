"""Strategies for tensors that are quantised, and for the numbers that they are quantised by."""
import math

import hypothesis
import numpy as np
from hypothesis import assume, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as stnp
from hypothesis.strategies import SearchStrategy

import torch
from torch.testing._internal.common_quantized import _calculate_dynamic_per_channel_qparams, _calculate_dynamic_qparams

_ALL_QINT_TYPES = (torch.quint8, torch.qint8, torch.qint32)
_ENFORCED_ZERO_POINT = {torch.quint8: None, torch.qint8: None, torch.qint32: 0}  # of a type; None for any


def _get_valid_min_max(qparams):
    """The numbers that stay within 64 bits when they are quantised."""
    scale, zero_point, _ = qparams
    slack = 1 + torch.finfo(torch.float).eps
    limits = torch.iinfo(torch.long)
    low, high = limits.min / slack, limits.max / slack
    return np.float32(max((low - zero_point) * scale, low / scale + zero_point)), np.float32(min((high - zero_point) * scale, high / scale + zero_point))


def _floats_wrapper(*args, **kwargs):
    return st.floats(*args, **kwargs)


def floats(*args, **kwargs):
    return st.floats(*args, **{"width": 32, **kwargs})


def assume_not_overflowing(tensor, qparams):
    """Leaves examples out whose numbers are too large for their scale."""
    low, high = _get_valid_min_max(qparams)
    assume(tensor.min() >= low)
    assume(tensor.max() <= high)
    return True


@st.composite
def qparams(draw, dtypes=None, scale_min=None, scale_max=None, zero_point_min=None, zero_point_max=None):
    """A scale, a zero point and a type."""
    dtypes = _ALL_QINT_TYPES if dtypes is None else dtypes
    dtype = draw(st.sampled_from(dtypes if isinstance(dtypes, (list, tuple)) else (dtypes,)))
    limits, zero_point = torch.iinfo(dtype), _ENFORCED_ZERO_POINT[dtype]
    if zero_point is None:
        zero_point = draw(st.integers(limits.min if zero_point_min is None else zero_point_min, limits.max if zero_point_max is None else zero_point_max))
    numbers = torch.finfo(torch.float)
    scale = draw(floats(min_value=numbers.eps if scale_min is None else scale_min, max_value=numbers.max if scale_max is None else scale_max))
    return scale, zero_point, dtype


@st.composite
def array_shapes(draw, min_dims=1, max_dims=None, min_side=1, max_side=None, max_numel=None):
    most = min(min_dims + 2, 32) if max_dims is None else max_dims
    for name, dims, bound in (("min_dims", min_dims, 31), ("max_dims", most, 31 if max_dims is not None else 32)):
        if dims > bound:
            raise AssertionError(f"Expected {name} < 32, got {dims}")
    sides = st.lists(st.integers(min_side, min_side + 5 if max_side is None else max_side), min_size=min_dims, max_size=most)
    if max_numel is not None:
        sides = sides.filter(lambda sizes: math.prod(sizes) <= max_numel)
    return tuple(draw(sides))


def _drawn(draw, shapes, elements, qparams, dtype):
    """An array, and the numbers that it is to be quantised by, None where none are asked for."""
    shape = draw(shapes if isinstance(shapes, SearchStrategy) else st.sampled_from(shapes))
    given = None if qparams is None else draw(qparams)
    if elements is None:
        low, high = (-1e6, 1e6) if given is None else _get_valid_min_max(given)
        elements = floats(low, high, allow_nan=False, allow_infinity=False)
    x = draw(stnp.arrays(dtype=dtype, elements=elements, shape=shape))
    if given is None:
        assume(not (np.isnan(x).any() or np.isinf(x).any()))
    return x, given


@st.composite
def tensor(draw, shapes=None, elements=None, qparams=None, dtype=np.float32):
    """An array, with a scale and a zero point that fit it where they are asked for."""
    x, given = _drawn(draw, shapes, elements, qparams, dtype)
    if given is None:
        return x, None
    scale, zero_point = _calculate_dynamic_qparams(x, given[2])
    enforced = _ENFORCED_ZERO_POINT.get(given[2])
    return x, (scale, zero_point if enforced is None else enforced, given[2])


@st.composite
def per_channel_tensor(draw, shapes=None, elements=None, qparams=None):
    """An array that is quantised along some axis."""
    x, given = _drawn(draw, shapes, elements, qparams, np.float32)
    if given is None:
        return x, None
    scale, zero_point = _calculate_dynamic_per_channel_qparams(x, given[2])
    enforced = _ENFORCED_ZERO_POINT.get(given[2])
    axis = int(np.random.randint(0, x.ndim))
    order = np.arange(x.ndim)
    order[0], order[axis] = axis, 0
    return np.transpose(x, order), (scale, zero_point if enforced is None else enforced, axis, given[2])


@st.composite
def tensor_conv(draw, spatial_dim=2, batch_size_range=(1, 4), input_channels_per_group_range=(3, 7), output_channels_per_group_range=(3, 7), feature_map_range=(6, 12),
                kernel_range=(3, 7), max_groups=1, can_be_transposed=False, elements=None, qparams=None):
    """Input, weight and bias of a convolution, its groups, and whether it is transposed."""
    number = lambda range: draw(st.integers(*range))
    batch, ins, outs, groups = number(batch_size_range), number(input_channels_per_group_range), number(output_channels_per_group_range), number((1, max_groups))
    dims = spatial_dim if isinstance(spatial_dim, int) else draw(st.sampled_from(spatial_dim))
    image, kernel = [number(feature_map_range) for _ in range(dims)], [number(kernel_range) for _ in range(dims)]
    transposed = can_be_transposed and draw(st.booleans())
    weight = (ins * groups, outs, *kernel) if transposed else (outs * groups, ins, *kernel)
    each = list(qparams) if isinstance(qparams, (list, tuple)) else [qparams] * 3
    if len(each) != 3:
        raise AssertionError("Need 3 qparams for X, w, b")
    x, w, b = (draw(tensor(shapes=(shape,), elements=elements, qparams=q)) for shape, q in zip(((batch, ins * groups, *image), weight, outs * groups), each))
    return x, w, b, groups, transposed


settings.register_profile("no_deadline", deadline=None)
settings.load_profile("no_deadline")
hypothesis_version = hypothesis.version.__version_info__


def assert_deadline_disabled():
    """Examples have no deadlines."""
