"""Layers that train with rounded weights, for dynamic quantisation."""

from torch.ao.nn.qat.dynamic.modules import *
