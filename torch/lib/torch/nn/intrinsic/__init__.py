"""torch.ao.nn.intrinsic under its older name."""

from torch.ao.nn.intrinsic import *
