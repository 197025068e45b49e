"""Quantised convolutions with the positive part."""

import torch
import torch.ao.nn.intrinsic as nni
import torch.ao.nn.intrinsic.qat as nniqat
import torch.ao.nn.quantized as nnq

__all__ = ["ConvReLU1d", "ConvReLU2d", "ConvReLU3d"]


class ConvReLU1d(nnq.Conv1d):
    _FLOAT_MODULE, _NNIQAT_CONV_BN_MODULE, _NAME = nni.ConvReLU1d, nniqat.ConvBnReLU1d, "QuantizedConvReLU1d"

    def forward(self, input):
        if input.dim() != 3:
            raise ValueError("Input shape must be `(N, C, L)`!")
        return torch.ops.quantized.conv1d_relu(self._padded(input), self._packed_params, self.scale, self.zero_point)


class ConvReLU2d(nnq.Conv2d):
    _FLOAT_MODULE, _NNIQAT_CONV_BN_MODULE, _NAME = nni.ConvReLU2d, nniqat.ConvBnReLU2d, "QuantizedConvReLU2d"

    def forward(self, input):
        if input.dim() != 4:
            raise ValueError("Input shape must be `(N, C, H, W)`!")
        return torch.ops.quantized.conv2d_relu(self._padded(input), self._packed_params, self.scale, self.zero_point)


class ConvReLU3d(nnq.Conv3d):
    _FLOAT_MODULE, _NNIQAT_CONV_BN_MODULE, _NAME = nni.ConvReLU3d, nniqat.ConvBnReLU3d, "QuantizedConvReLU3d"

    def forward(self, input):
        if input.dim() != 5:
            raise ValueError("Input shape must be `(N, C, D, H, W)`!")
        return torch.ops.quantized.conv3d_relu(self._padded(input), self._packed_params, self.scale, self.zero_point)
