"""A module around a function."""

import torch


class _WrapperModule(torch.nn.Module):
    """Calls a function."""

    def __init__(self, f):
        super().__init__()
        self.f = f

    def forward(self, *args, **kwargs):
        return self.f(*args, **kwargs)
