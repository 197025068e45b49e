"""Quantised modules and functions."""

from torch.ao.nn.quantized import functional
from torch.ao.nn.quantized.modules import *
