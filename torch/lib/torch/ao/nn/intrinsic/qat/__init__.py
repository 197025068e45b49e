"""Fused layers that train with weights rounded as quantisation would."""

from torch.ao.nn.intrinsic.qat.modules import *
