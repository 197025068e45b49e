"""Quantised convolutions to which another tensor is added."""

import torch
import torch.ao.nn.intrinsic as nni
import torch.ao.nn.quantized as nnq


class ConvAdd2d(nnq.Conv2d):
    _FLOAT_MODULE, _NAME = nni.ConvAdd2d, "QuantizedConvAdd2d"

    def forward(self, input, extra_input):
        return torch.ops.quantized.conv2d_add(self._padded(input), extra_input, self._packed_params, self.scale, self.zero_point)


class ConvAddReLU2d(nnq.Conv2d):
    _FLOAT_MODULE, _NAME = nni.ConvAddReLU2d, "QuantizedConvAddReLU2d"

    def forward(self, input, extra_input):
        return torch.ops.quantized.conv2d_add_relu(self._padded(input), extra_input, self._packed_params, self.scale, self.zero_point)
