"""Layers of float numbers whose weights go through a quantised form: what converted graphs hold before they are lowered."""

from torch.ao.nn.quantized.reference import modules
from torch.ao.nn.quantized.reference.modules import *
from torch.ao.nn.quantized.reference.modules import __all__
