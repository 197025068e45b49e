"""Convolutions fused with what follows them, with rounded weights."""

import math

import torch.ao.nn.intrinsic as nni
import torch.ao.nn.qat as nnqat
from torch import nn
from torch.ao.nn.intrinsic.qat.modules._normalized import Normalized
from torch.nn import functional as F, init
from torch.nn.utils.fusion import fuse_conv_bn_weights

__all__ = ["ConvBn1d", "ConvBnReLU1d", "ConvReLU1d", "ConvBn2d", "ConvBnReLU2d", "ConvReLU2d", "ConvBn3d", "ConvBnReLU3d", "ConvReLU3d", "update_bn_stats", "freeze_bn_stats"]


class _ConvBnNd(Normalized, nni._FusedModule):
    """A convolution and a batch normalisation."""

    _version = 2
    _FLOAT_RELU_MODULE = None

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=None, padding_mode="zeros", eps=1e-05, momentum=0.1, freeze_bn=False, qconfig=None):
        self._FLOAT_CONV_MODULE.__init__(self, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, False, padding_mode)
        self._take(self._FLOAT_BN_MODULE(out_channels, eps, momentum, True, True), bias, freeze_bn, qconfig)

    def reset_bn_parameters(self):
        super().reset_bn_parameters()
        if self.bias is not None:
            fan_in, _ = init._calculate_fan_in_and_fan_out(self.weight)
            init.uniform_(self.bias, -1 / math.sqrt(fan_in), 1 / math.sqrt(fan_in))

    def _layer(self, input, weight, bias):
        return self._conv_forward(input, weight, bias)

    def forward(self, input):
        y = self._normalized(input)
        return y if self._FLOAT_RELU_MODULE is None else F.relu(y)

    @classmethod
    def _shape(cls, conv):
        return (conv.in_channels, conv.out_channels, conv.kernel_size, conv.stride, conv.padding, conv.dilation, conv.groups, conv.bias is not None, conv.padding_mode)

    def to_float(self):
        conv = self._FLOAT_CONV_MODULE(*self._shape(self))
        conv.weight, conv.bias = self._folded(fuse_conv_bn_weights)
        made = conv if self._FLOAT_RELU_MODULE is None else self._FUSED_FLOAT_MODULE(conv, self._FLOAT_RELU_MODULE())
        return made.train(self.training)


class ConvBn1d(_ConvBnNd, nn.Conv1d):
    _FLOAT_MODULE, _FLOAT_CONV_MODULE, _FLOAT_BN_MODULE = nni.ConvBn1d, nn.Conv1d, nn.BatchNorm1d


class ConvBn2d(_ConvBnNd, nn.Conv2d):
    _FLOAT_MODULE, _FLOAT_CONV_MODULE, _FLOAT_BN_MODULE = nni.ConvBn2d, nn.Conv2d, nn.BatchNorm2d


class ConvBn3d(_ConvBnNd, nn.Conv3d):
    _FLOAT_MODULE, _FLOAT_CONV_MODULE, _FLOAT_BN_MODULE = nni.ConvBn3d, nn.Conv3d, nn.BatchNorm3d


class ConvBnReLU1d(ConvBn1d):
    _FLOAT_MODULE, _FLOAT_RELU_MODULE, _FUSED_FLOAT_MODULE = nni.ConvBnReLU1d, nn.ReLU, nni.ConvReLU1d


class ConvBnReLU2d(ConvBn2d):
    _FLOAT_MODULE, _FLOAT_RELU_MODULE, _FUSED_FLOAT_MODULE = nni.ConvBnReLU2d, nn.ReLU, nni.ConvReLU2d


class ConvBnReLU3d(ConvBn3d):
    _FLOAT_MODULE, _FLOAT_RELU_MODULE, _FUSED_FLOAT_MODULE = nni.ConvBnReLU3d, nn.ReLU, nni.ConvReLU3d


class _ConvReLU(nni._FusedModule):
    """A convolution and the positive part."""

    _FLOAT_RELU_MODULE = nn.ReLU

    def __init__(self, *args, **kwargs):
        self._BASE.__init__(self, *args, **kwargs)

    def forward(self, input):
        return F.relu(self._conv_forward(input, self.weight_fake_quant(self.weight), self.bias))

    def to_float(self):
        return self._FUSED_FLOAT_MODULE(self._BASE.to_float(self), nn.ReLU()).train(self.training)


class ConvReLU1d(_ConvReLU, nnqat.Conv1d):
    _FLOAT_MODULE = _FUSED_FLOAT_MODULE = nni.ConvReLU1d
    _BASE = nnqat.Conv1d


class ConvReLU2d(_ConvReLU, nnqat.Conv2d):
    _FLOAT_MODULE = _FUSED_FLOAT_MODULE = nni.ConvReLU2d
    _BASE = nnqat.Conv2d


class ConvReLU3d(_ConvReLU, nnqat.Conv3d):
    _FLOAT_MODULE = _FUSED_FLOAT_MODULE = nni.ConvReLU3d
    _BASE = nnqat.Conv3d


def update_bn_stats(mod):
    if isinstance(mod, Normalized):
        mod.update_bn_stats()


def freeze_bn_stats(mod):
    if isinstance(mod, Normalized):
        mod.freeze_bn_stats()
