"""Layers that train with weights rounded as quantisation would."""

from torch.ao.nn.qat.modules import *
