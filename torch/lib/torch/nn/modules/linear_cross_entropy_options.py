"""What a caller of linear_cross_entropy may choose."""

from dataclasses import dataclass
from typing import Literal

import torch

_METHODS = (None, "auto")
_POLICIES = ("auto", "accurate", "compact")
_DTYPES = (None, torch.float16, torch.bfloat16, torch.float32, torch.float64)


@dataclass(frozen=True, slots=True)
class LinearCrossEntropyOptions:
    """How linear_cross_entropy may split its work. It has no influence on results, and here on nothing else."""

    allow_retain_graph: bool = False
    batch_chunk_size: int | None = None
    chunking_method: str | None = "auto"
    acc_policy: Literal["accurate", "compact", "auto"] = "auto"
    acc_dtype: torch.dtype | None = None

    def __post_init__(self):
        if self.chunking_method not in _METHODS:
            raise ValueError(f"invalid chunking_method: {self.chunking_method!r}")
        if self.acc_policy not in _POLICIES:
            raise ValueError(f"invalid acc_policy: {self.acc_policy!r}; expected one of 'auto', 'accurate', 'compact'")
        if self.batch_chunk_size is not None and not (isinstance(self.batch_chunk_size, int) and self.batch_chunk_size > 0):
            raise ValueError(f"batch_chunk_size must be positive int or None, got {self.batch_chunk_size!r}")
        if self.acc_dtype not in _DTYPES:
            raise ValueError("acc_dtype must be one of {None, torch.float16, torch.bfloat16, torch.float32, torch.float64}, "
                             f"got {self.acc_dtype}. Pass acc_dtype=None to let the op pick automatically.")
