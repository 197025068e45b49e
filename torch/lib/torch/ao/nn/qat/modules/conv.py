"""Convolutions with rounded weights."""

from torch import nn
from torch.ao.nn.intrinsic import _FusedModule
from torch.ao.nn.qat.modules._base import RoundedWeight

__all__ = ["Conv1d", "Conv2d", "Conv3d"]


class _Conv(RoundedWeight):
    """A convolution whose weight is rounded before use."""

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, padding_mode="zeros", qconfig=None, device=None, dtype=None):
        super().__init__(in_channels, out_channels, kernel_size, stride=stride, padding=padding, dilation=dilation, groups=groups, bias=bias, padding_mode=padding_mode,
                         device=device, dtype=dtype)
        self._take(qconfig, {"device": device, "dtype": dtype})

    def forward(self, input):
        return self._conv_forward(input, self.weight_fake_quant(self.weight), self.bias)

    @classmethod
    def _made_of(cls, mod):
        layer = mod[0] if issubclass(type(mod), _FusedModule) else mod
        return cls(*_shape(layer), bias=layer.bias is not None, padding_mode=layer.padding_mode, qconfig=mod.qconfig), layer

    def to_float(self):
        """The float layer, or layers, for this one."""
        made = self._gives(self._FLOAT_CONV_MODULE(*_shape(self), bias=self.bias is not None, padding_mode=self.padding_mode))
        return made


def _shape(layer):
    return layer.in_channels, layer.out_channels, layer.kernel_size, layer.stride, layer.padding, layer.dilation, layer.groups


class Conv1d(_Conv, nn.Conv1d):
    _FLOAT_MODULE = _FLOAT_CONV_MODULE = nn.Conv1d


class Conv2d(_Conv, nn.Conv2d):
    _FLOAT_MODULE = _FLOAT_CONV_MODULE = nn.Conv2d


class Conv3d(_Conv, nn.Conv3d):
    _FLOAT_MODULE = _FLOAT_CONV_MODULE = nn.Conv3d
