"""Quantised linear layers with what follows them."""

import torch
import torch.ao.nn.intrinsic as nni
import torch.ao.nn.quantized as nnq

__all__ = ["LinearReLU", "LinearLeakyReLU", "LinearTanh"]


class LinearReLU(nnq.Linear):
    _FLOAT_MODULE, _NAME = (nni.LinearReLU,), "QuantizedLinearReLU"

    def forward(self, x):
        return torch.ops.quantized.linear_relu(x, self._packed_params._packed_params, self.scale, self.zero_point)


class LinearLeakyReLU(nnq.Linear):
    """With a slope for negative numbers."""

    _FLOAT_MODULE, _NAME = (nni.LinearLeakyReLU,), "QuantizedLinearLeakyReLU"

    def __init__(self, in_features, out_features, negative_slope, bias=True, dtype=torch.qint8):
        super().__init__(in_features, out_features, bias, dtype)
        self.negative_slope = negative_slope

    def forward(self, x):
        return torch.ops.quantized.linear_leaky_relu(x, self._packed_params._packed_params, self.scale, self.zero_point, self.negative_slope)

    @classmethod
    def _sized(cls, mod, whole, dtype):
        return cls(mod.in_features, mod.out_features, whole[1].negative_slope, dtype=dtype)


class LinearTanh(nnq.Linear):
    _FLOAT_MODULE, _NAME = (nni.LinearTanh,), "QuantizedLinearTanh"

    def forward(self, x):
        return torch.ops.quantized.linear_tanh(x, self._packed_params._packed_params, self.scale, self.zero_point)
