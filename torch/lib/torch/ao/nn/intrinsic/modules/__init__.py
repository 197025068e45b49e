from torch.ao.nn.intrinsic.modules.fused import *
from torch.ao.nn.intrinsic.modules.fused import __all__, _FusedModule  # noqa: F401
