"""Quantised layers that stand for several."""

from torch.ao.nn.intrinsic.quantized.modules import *
