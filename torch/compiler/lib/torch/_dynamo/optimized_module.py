"""The wrapper that torch.compile puts around a module."""

import torch
from torch import nn

from . import eval_frame


class OptimizedModule(nn.Module):
    """Runs a module compiled; everything else is passed on to it."""

    def __init__(self, mod, context):
        super().__init__()
        object.__setattr__(self, "_context", context)
        self._modules["_orig_mod"] = mod
        self._bind()

    def _bind(self):
        mod = self._modules["_orig_mod"]
        object.__setattr__(self, "forward", eval_frame._wrap(mod.__call__ if not _plain(mod) else mod.__call__, self._context))

    def __call__(self, *args, **kwargs):
        return self.forward(*args, **kwargs)

    def __getattr__(self, name):
        if name == "_orig_mod":
            return self._modules["_orig_mod"]
        return getattr(self._modules["_orig_mod"], name)

    def __setattr__(self, name, val):
        if name == "_orig_mod":
            self._modules["_orig_mod"] = val
            self._bind()
        elif name in ("forward", "_context"):
            object.__setattr__(self, name, val)
        else:
            setattr(self._modules["_orig_mod"], name, val)

    def __delattr__(self, name):
        delattr(self._modules["_orig_mod"], name)

    @property
    def training(self):
        return self._modules["_orig_mod"].training


def _plain(mod):
    return False
