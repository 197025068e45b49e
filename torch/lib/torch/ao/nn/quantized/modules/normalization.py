"""Quantised normalisations by the statistics of the input."""

import torch
from torch import nn
from torch.ao.nn.quantized.modules.utils import OutputScaled, observed

__all__ = ["LayerNorm", "GroupNorm", "InstanceNorm1d", "InstanceNorm2d", "InstanceNorm3d"]


class LayerNorm(OutputScaled, nn.LayerNorm):
    def __init__(self, normalized_shape, weight, bias, scale, zero_point, eps=1e-5, elementwise_affine=True, device=None, dtype=None):
        super().__init__(normalized_shape, eps=eps, elementwise_affine=elementwise_affine, device=device, dtype=dtype)
        self.weight, self.bias = weight, bias
        self._scale_by(scale, zero_point, device, dtype)

    def forward(self, input):
        return torch.ops.quantized.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps, float(self.scale), int(self.zero_point))

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        return cls.from_reference(mod, *observed(mod))

    @classmethod
    def from_reference(cls, mod, scale, zero_point):
        return cls(mod.normalized_shape, mod.weight, mod.bias, float(scale), int(zero_point), mod.eps, mod.elementwise_affine)


class GroupNorm(OutputScaled, nn.GroupNorm):
    def __init__(self, num_groups, num_channels, weight, bias, scale, zero_point, eps=1e-5, affine=True, device=None, dtype=None):
        super().__init__(num_groups, num_channels, eps, affine, device=device, dtype=dtype)
        self.weight, self.bias = weight, bias
        self._scale_by(scale, zero_point, device, dtype)

    def forward(self, input):
        return torch.ops.quantized.group_norm(input, self.num_groups, self.weight, self.bias, self.eps, float(self.scale), int(self.zero_point))

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        return cls(mod.num_groups, mod.num_channels, mod.weight, mod.bias, *observed(mod), mod.eps, mod.affine)


class _InstanceNorm(OutputScaled):
    """Normalises each channel of each element of the batch."""

    def __init__(self, num_features, weight, bias, scale, zero_point, eps=1e-5, momentum=0.1, affine=False, track_running_stats=False, device=None, dtype=None):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device=device, dtype=dtype)
        self.weight, self.bias = weight, bias
        self._scale_by(scale, zero_point, device, dtype)

    def forward(self, input):
        return torch.ops.quantized.instance_norm(input, self.weight, self.bias, self.eps, float(self.scale), int(self.zero_point))

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        return cls.from_reference(mod, *observed(mod))

    @classmethod
    def from_reference(cls, mod, scale, zero_point):
        return cls(mod.num_features, mod.weight, mod.bias, float(scale), int(zero_point), mod.eps, mod.affine)


class InstanceNorm1d(_InstanceNorm, nn.InstanceNorm1d):
    pass


class InstanceNorm2d(_InstanceNorm, nn.InstanceNorm2d):
    pass


class InstanceNorm3d(_InstanceNorm, nn.InstanceNorm3d):
    pass
