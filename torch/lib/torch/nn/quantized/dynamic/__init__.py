"""torch.ao.nn.quantized.dynamic under its older name."""

from torch.ao.nn.quantized.dynamic import *
