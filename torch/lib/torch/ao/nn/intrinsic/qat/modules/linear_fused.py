"""Linear layers with a batch normalisation, with rounded weights."""

import torch.ao.nn.intrinsic as nni
from torch import nn
from torch.ao.nn.intrinsic.qat.modules._normalized import Normalized
from torch.nn import functional as F
from torch.nn.utils.fusion import fuse_linear_bn_weights

__all__ = ["LinearBn1d"]


class LinearBn1d(Normalized, nn.Linear, nni._FusedModule):
    """A linear layer and a batch normalisation."""

    _FLOAT_MODULE = nni.LinearBn1d

    def __init__(self, in_features, out_features, bias=True, eps=1e-05, momentum=0.1, freeze_bn=False, qconfig=None):
        nn.Linear.__init__(self, in_features, out_features, bias)
        self._take(nn.BatchNorm1d(out_features, eps, momentum, True, True), bias, freeze_bn, qconfig)

    def _layer(self, input, weight, bias):
        return F.linear(input, weight, bias)

    def forward(self, input):
        return self._normalized(input)

    @classmethod
    def _shape(cls, linear):
        return linear.in_features, linear.out_features, linear.bias is not None

    def to_float(self):
        made = nn.Linear(self.in_features, self.out_features)
        made.weight, made.bias = self._folded(fuse_linear_bn_weights)
        return made
