"""Shuffling of channels."""

import torch.nn.functional as F
from .module import Module
from torch import Tensor


class ChannelShuffle(Module):
    """Channels in `groups` groups change places: [groups, channels of a group] becomes [channels of a group, groups]."""

    def __init__(self, groups):
        super().__init__()
        self.groups = groups

    def forward(self, input: Tensor) -> Tensor:
        return F.channel_shuffle(input, self.groups)

    def extra_repr(self):
        return f"groups={self.groups}"
