"""Ints beyond 64 bits are refused by what takes them, never taken for other ints; numbers of numpy that are none of Python's are no indices."""
import collections

import numpy as np
import torch

x = torch.zeros(3, 4)
large = 2**70


def store(value, dtype=torch.float32):
    y = x.to(dtype, copy=True)
    y[0] = value
    return y[0, 0]


calls = [
    lambda: x[large], lambda: x[0, large], lambda: x[:large].shape, lambda: x + large, lambda: x.fill_(large), lambda: x.select(0, large),
    lambda: torch.full((2,), large), lambda: torch.eye(large), lambda: x.clamp(min=large), lambda: x.tril(large), lambda: torch.tensor(2**63),
    lambda: x[np.float32(1)], lambda: x[np.bool_(True)], lambda: x[np.int64(1)], lambda: x[np.uint8(1), 0], lambda: store(np.float32(2)),
    lambda: store(np.float64(2)), lambda: store(np.int64(2)), lambda: store(np.bool_(True), torch.int64), lambda: store(np.float16(2), torch.complex64),
    lambda: torch.tensor(collections.defaultdict(int)), lambda: torch.tensor(collections.OrderedDict()), lambda: torch.tensor(collections.Counter()),
    lambda: torch.Tensor("a"), lambda: torch.einsum("i->i->i", x[0]),
]
for call in calls:
    try:
        print(call())
    except (ValueError, TypeError, IndexError, RuntimeError, OverflowError) as e:
        print(type(e).__name__, e)
