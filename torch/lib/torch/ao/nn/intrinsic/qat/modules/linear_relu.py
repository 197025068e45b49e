"""Linear layers with the positive part, with rounded weights."""

import torch.ao.nn.intrinsic as nni
import torch.ao.nn.qat as nnqat
from torch import nn
from torch.nn import functional as F


class LinearReLU(nnqat.Linear, nni._FusedModule):
    """A linear layer and the positive part."""

    _FLOAT_MODULE = nni.LinearReLU

    def forward(self, input):
        return F.relu(super().forward(input))

    def to_float(self):
        return nni.LinearReLU(super().to_float(), nn.ReLU())
