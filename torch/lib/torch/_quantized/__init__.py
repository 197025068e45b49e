"""Quantised tensors: small integers that stand for numbers, by a scale and a zero point for the whole tensor or for each channel."""

from torch._quantized.tensor import QuantizedTensor, quantizers
from torch._quantized.functions import *
