"""Modules that stand for several."""

from torch.ao.nn.intrinsic.modules import *
from torch.ao.nn.intrinsic.modules.fused import _FusedModule  # noqa: F401
