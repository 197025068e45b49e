"""torch.ao.nn.quantized under its older name."""

from torch.ao.nn.quantized import *
from torch.ao.nn.quantized import functional
