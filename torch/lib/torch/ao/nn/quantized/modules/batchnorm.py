"""Quantised batch normalisations."""

import torch
import torch.ao.nn.intrinsic as nni
from torch.ao.nn.quantized.modules.utils import OutputScaled

__all__ = ["BatchNorm2d", "BatchNorm3d"]


class _BatchNorm(OutputScaled, torch.nn.modules.batchnorm._BatchNorm):
    """Normalises by running statistics."""

    _NAME = ""

    def __init__(self, num_features, eps=1e-5, momentum=0.1, device=None, dtype=None):
        super().__init__(num_features, eps, momentum, True, True, device=device, dtype=dtype)
        self._scale_by(1.0, 0, device, dtype)

    def _get_name(self):
        return self._NAME

    def _check_input_dim(self, input):
        if input.dim() != self._DIMS + 2:
            raise ValueError("Input shape must be `(N, C, H, W)`!")

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        scale, zero_point = mod.activation_post_process.calculate_qparams()
        bn = mod[0] if isinstance(mod, nni._FusedModule) else mod
        return cls._with_statistics(cls(bn.num_features, bn.eps), bn, scale, zero_point)

    @classmethod
    def from_reference(cls, bn, output_scale, output_zero_point):
        return cls._with_statistics(cls(bn.num_features, bn.eps, bn.momentum), bn, output_scale, output_zero_point)

    @staticmethod
    def _with_statistics(made, bn, scale, zero_point):
        for name in ("weight", "bias", "running_mean", "running_var"):
            setattr(made, name, getattr(bn, name))
        made.scale, made.zero_point = scale, zero_point
        return made


class BatchNorm2d(_BatchNorm):
    _DIMS, _NAME = 2, "QuantizedBatchNorm2d"

    def forward(self, input):
        return torch.ops.quantized.batch_norm2d(input, self.weight, self.bias, self.running_mean, self.running_var, self.eps, float(self.scale), int(self.zero_point))


class BatchNorm3d(_BatchNorm):
    _DIMS, _NAME = 3, "QuantizedBatchNorm3d"

    def forward(self, input):
        return torch.ops.quantized.batch_norm3d(input, self.weight, self.bias, self.running_mean, self.running_var, self.eps, float(self.scale), int(self.zero_point))
