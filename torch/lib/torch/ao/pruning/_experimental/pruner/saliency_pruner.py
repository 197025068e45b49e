"""Takes the rows whose elements are small."""
from .base_structured_sparsifier import BaseStructuredSparsifier


class SaliencyPruner(BaseStructuredSparsifier):
    """sparsity_level of the rows go, those with the least sums of magnitudes."""

    def update_mask(self, module, tensor_name, **kwargs):
        weights, mask = getattr(module, tensor_name), module.parametrizations[tensor_name][0].mask
        if weights.dim() <= 1:
            raise Exception("Structured pruning can only be applied to a 2+dim weight tensor!")
        saliency = -weights.norm(dim=tuple(range(1, weights.dim())), p=1)
        if saliency.shape != mask.shape:
            raise AssertionError(f"saliency shape {saliency.shape} must match mask shape {mask.shape}")
        mask.data[saliency.topk(int(len(mask) * kwargs["sparsity_level"])).indices] = False
