"""torch.ao.nn.intrinsic.quantized under its older name."""

from torch.ao.nn.intrinsic.quantized import *
