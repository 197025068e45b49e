"""torch.ao.nn.qat under its older name."""

from torch.ao.nn.qat import *
