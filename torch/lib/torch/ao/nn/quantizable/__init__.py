"""Layers of several steps each of which can be watched and quantised."""

from torch.ao.nn.quantizable.modules import *
