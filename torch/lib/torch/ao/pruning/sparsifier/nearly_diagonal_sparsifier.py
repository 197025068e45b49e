"""Keeps what lies near the diagonal."""
import torch

from .base_sparsifier import BaseSparsifier


class NearlyDiagonalSparsifier(BaseSparsifier):
    """nearliness is how many diagonals are kept, an odd number."""

    def __init__(self, nearliness=1):
        super().__init__(defaults={"nearliness": nearliness})

    def update_mask(self, module, tensor_name, nearliness, **kwargs):
        mask = getattr(module.parametrizations, tensor_name)[0].mask
        mask.data = torch.zeros_like(mask)
        if nearliness <= 0:
            return
        rows, columns = mask.shape
        away = nearliness // 2
        if away >= min(rows, columns):
            raise ValueError("nearliness cannot be larger than the dimensions of tensor.")
        distance = (torch.arange(rows).unsqueeze(1) - torch.arange(columns)).abs()
        mask.data = (distance <= away).to(mask.dtype)
