"""Layers with quantised weights, which quantise their input by its range."""

from torch.ao.nn.quantized.dynamic.modules import *
