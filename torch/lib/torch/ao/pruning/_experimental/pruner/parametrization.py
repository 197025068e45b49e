"""The parametrization by which a mask of rows acts, and the hook that adds the bias behind it."""
import torch
from torch import nn
from torch.ao.pruning.sparsifier.utils import module_contains_param


class FakeStructuredSparsity(nn.Module):
    """Multiplies the rows of a weight by a mask, an element for each. The sparsifier keeps the mask, so the model's state has none."""

    def __init__(self, mask):
        super().__init__()
        self.register_buffer("mask", mask)

    def forward(self, x):
        if not isinstance(self.mask, torch.Tensor):
            raise AssertionError("mask must be a torch.Tensor")
        if self.mask.shape[0] != x.shape[0]:
            raise AssertionError(f"mask shape[0] ({self.mask.shape[0]}) must match x shape[0] ({x.shape[0]})")
        return self.mask.reshape(-1, *[1] * (x.dim() - 1)) * x

    def state_dict(self, *args, **kwargs):
        return {}


class BiasHook:
    """Adds the bias that a module has put aside, along the second dimension of its result; without the elements of pruned rows where these are to go too."""

    def __init__(self, parametrization, prune_bias):
        self.param = parametrization
        self.prune_bias = prune_bias

    def __call__(self, module, input, output):
        if getattr(module, "_bias", None) is not None:
            bias = module._bias.data
            if self.prune_bias:
                bias[~self.param.mask] = 0
            output += bias.reshape(1, -1, *[1] * (output.dim() - 2))
        return output
