"""Handles of hooks."""
from torch.nn.modules.module import RemovableHandle
