"""torch.ao.nn.quantized.functional under its older name."""

from torch.ao.nn.quantized.functional import *
