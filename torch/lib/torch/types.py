"""Types of arguments, for annotations."""

from collections.abc import Sequence
from builtins import bool as _bool, bytes as _bytes, complex as _complex, float as _float, int as _int, str as _str
from os import PathLike
from typing import IO, Any, Union

import torch
from torch import SymBool, SymFloat, SymInt, device as _device, dtype as _dtype, layout as _layout, memory_format

__all__ = ["Number", "Device", "FileLike", "Storage"]

_TensorOrTensors = Union[torch.Tensor, Sequence[torch.Tensor]]
_TensorOrTensorsOrGradEdge = Union[torch.Tensor, Sequence[torch.Tensor], Any]
_size = Union[torch.Size, list[int], tuple[int, ...]]
_symsize = Union[torch.Size, Sequence[Any]]
_dispatchkey = Union[str, Any]
IntLikeType = Union[int, torch.SymInt]
FloatLikeType = Union[float, torch.SymFloat]
BoolLikeType = Union[bool, torch.SymBool]
py_sym_types = (SymInt, SymFloat, SymBool)
PySymType = Union[SymInt, SymFloat, SymBool]
Number = Union[int, float, bool]
_Number = (int, float, bool)
FileLike = Union[str, PathLike, IO[bytes]]
Device = Union[_device, str, int, None]
Storage = torch.UntypedStorage
