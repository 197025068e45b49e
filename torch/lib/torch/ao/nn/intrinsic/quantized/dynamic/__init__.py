"""Layers that stand for several, with quantised weights and inputs quantised by their range."""

from torch.ao.nn.intrinsic.quantized.dynamic.modules import *
