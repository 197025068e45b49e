"""Takes the rows that the others can stand for, those near the geometric median."""
import torch

from .base_structured_sparsifier import BaseStructuredSparsifier


class FPGMPruner(BaseStructuredSparsifier):
    """sparsity_level of the rows go, those with the least sums of distances to all others. dist: 1 or 2 for the distance's norm, or a function of two matrices."""

    def __init__(self, sparsity_level=0.5, dist=None):
        super().__init__(defaults={"sparsity_level": sparsity_level})
        dist = 2 if dist is None else dist
        if callable(dist):
            self.dist_fn = dist
        elif dist == 1:
            self.dist_fn = lambda x: torch.cdist(x, x, p=1)
        elif dist == 2:
            self.dist_fn = lambda x: torch.cdist(x, x, p=2)
        else:
            raise NotImplementedError("Distance function is not yet implemented.")

    def _compute_distance(self, t):
        return self.dist_fn(t.flatten(1)).abs().sum(1)

    def update_mask(self, module, tensor_name, sparsity_level, **kwargs):
        weight, mask = getattr(module, tensor_name), module.parametrizations[tensor_name][0].mask
        if sparsity_level <= 0:
            mask.data = torch.ones_like(mask).bool()
        elif sparsity_level >= 1.0:
            mask.data = torch.zeros_like(mask).bool()
        else:
            distance = self._compute_distance(weight)
            rows = weight.shape[0]
            nearest = torch.topk(distance, max(1, min(rows - 1, round(sparsity_level * rows))), largest=False).indices
            mask[nearest] = False
