"""Quantised batch normalisations with the positive part."""

import torch
import torch.ao.nn.intrinsic as nni
import torch.ao.nn.quantized as nnq

__all__ = ["BNReLU2d", "BNReLU3d"]


class BNReLU2d(nnq.BatchNorm2d):
    _FLOAT_MODULE, _NAME = nni.BNReLU2d, "QuantizedBNReLU2d"

    def forward(self, input):
        return torch.ops.quantized.batch_norm2d_relu(input, self.weight, self.bias, self.running_mean, self.running_var, self.eps, float(self.scale), int(self.zero_point))

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        return super().from_float(mod, use_precomputed_fake_quant)


class BNReLU3d(nnq.BatchNorm3d):
    _FLOAT_MODULE, _NAME = nni.BNReLU3d, "QuantizedBNReLU3d"

    def forward(self, input):
        return torch.ops.quantized.batch_norm3d_relu(input, self.weight, self.bias, self.running_mean, self.running_var, self.eps, float(self.scale), int(self.zero_point))

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        return super().from_float(mod, use_precomputed_fake_quant)
