"""Quantised dropout: nothing is dropped from quantised tensors."""

from torch import nn

__all__ = ["Dropout"]


class Dropout(nn.Dropout):
    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        return cls.from_reference(mod, None, None)

    @classmethod
    def from_reference(cls, mod, scale, zero_point):
        return cls(p=mod.p, inplace=mod.inplace)

    def _get_name(self):
        return "QuantizedDropout"

    def forward(self, input):
        return input
