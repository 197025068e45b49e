"""Comparison of results in tests."""

from torch.testing._comparison import assert_allclose, assert_close
from torch.testing._creation import make_tensor
from torch.testing._filecheck import FileCheck

__all__ = ["assert_allclose", "assert_close", "make_tensor"]
