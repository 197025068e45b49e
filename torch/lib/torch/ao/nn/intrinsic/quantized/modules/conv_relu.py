"""Quantised convolutions with the positive part."""

import torch
import torch.ao.nn.intrinsic as nni
import torch.ao.nn.quantized as nnq

__all__ = ["ConvReLU1d", "ConvReLU2d", "ConvReLU3d"]


class ConvReLU1d(nnq.Conv1d):
    _FLOAT_MODULE, _NAME = nni.ConvReLU1d, "QuantizedConvReLU1d"
    _convolve = staticmethod(lambda *args: torch.ops.quantized.conv1d_relu(*args))


class ConvReLU2d(nnq.Conv2d):
    _FLOAT_MODULE, _NAME = nni.ConvReLU2d, "QuantizedConvReLU2d"
    _convolve = staticmethod(lambda *args: torch.ops.quantized.conv2d_relu(*args))


class ConvReLU3d(nnq.Conv3d):
    _FLOAT_MODULE, _NAME = nni.ConvReLU3d, "QuantizedConvReLU3d"
    _convolve = staticmethod(lambda *args: torch.ops.quantized.conv3d_relu(*args))
