"""Takes the rows of an LSTM's gates whose elements are small."""
from .base_structured_sparsifier import BaseStructuredSparsifier
from .parametrization import FakeStructuredSparsity


class LSTMSaliencyPruner(BaseStructuredSparsifier):
    """sparsity_level of the rows of each of the four gates go, so that gates stay of one size."""

    def update_mask(self, module, tensor_name, **kwargs):
        weights = getattr(module, tensor_name)
        for p in module.parametrizations[tensor_name]:
            if not isinstance(p, FakeStructuredSparsity):
                continue
            if weights.dim() <= 1:
                raise Exception("Structured pruning can only be applied to a 2+dim weight tensor!")
            gate = len(p.mask) // 4
            saliency = weights.norm(dim=tuple(range(1, weights.dim())), p=1)
            for kept, size in zip(p.mask.split(gate), saliency.split(gate)):
                kept.data[size.topk(int(len(kept) * kwargs["sparsity_level"]), largest=False, sorted=False).indices] = False
