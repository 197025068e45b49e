"""Linear layers with rounded weights."""

import torch.ao.nn.intrinsic as nni
from torch import nn
from torch.ao.nn.qat.modules._base import RoundedWeight
from torch.nn import functional as F

__all__ = ["Linear"]


class Linear(RoundedWeight, nn.Linear):
    """A linear layer whose weight is rounded before use."""

    _FLOAT_MODULE = nn.Linear

    def __init__(self, in_features, out_features, bias=True, qconfig=None, device=None, dtype=None):
        super().__init__(in_features, out_features, bias, device=device, dtype=dtype)
        self._take(qconfig, {"device": device, "dtype": dtype})

    def forward(self, input):
        return F.linear(input, self.weight_fake_quant(self.weight), self.bias)

    @classmethod
    def _made_of(cls, mod):
        if isinstance(mod, nni.LinearReLU):
            mod = mod[0]
        return cls(mod.in_features, mod.out_features, bias=mod.bias is not None, qconfig=mod.qconfig), mod

    def to_float(self):
        made = nn.Linear(self.in_features, self.out_features, self.bias is not None)
        return self._gives(made)
