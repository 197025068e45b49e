"""torch.ao.nn.intrinsic.qat under its older name."""

from torch.ao.nn.intrinsic.qat import *
