"""Rows of embeddings in bytes: each row's numbers in few bits, and behind them the scale and the least number, as floats for 8 bits, else as halves."""

import torch
from torch._quantized.operators import _operator
from torch.nn import functional as F

_EPSILON = 1e-8
_BAG = ("Tensor weight, Tensor indices, Tensor? offsets=None, bool scale_grad_by_freq=False, int mode=0, bool pruned_weights=False, Tensor? per_sample_weights=None, "
        "Tensor? compressed_indices_mapping=None, bool include_last_offset=False")


def _packed(levels, bits):
    """Several numbers in a byte, the first lowest."""
    each = 8 // bits
    levels = levels.unflatten(-1, (-1, each))
    return sum(levels[..., k] << (bits * k) for k in range(each)).to(torch.uint8)


def _unpacked(packed, bits):
    each, mask = 8 // bits, (1 << bits) - 1
    return torch.stack([packed >> (bits * k) & mask for k in range(each)], -1).flatten(-2)


@_operator("embedding_bag_byte_prepack(Tensor weight) -> Tensor")
def _byte_prepack(weight):
    rows = weight.detach().float()
    low, high = rows.amin(-1, keepdim=True), rows.amax(-1, keepdim=True)
    levels = torch.round((rows - low) * (255.0 / (high - low + _EPSILON))).to(torch.uint8)
    return torch.cat([levels, torch.cat([(high - low) / 255.0, low], -1).contiguous().view(torch.uint8)], -1)


@_operator("embedding_bag_byte_unpack(Tensor weight) -> Tensor")
def _byte_unpack(weight):
    scale, low = weight[..., -8:].contiguous().view(torch.float32).unbind(-1)
    return weight[..., :-8].float() * scale.unsqueeze(-1) + low.unsqueeze(-1)


def _few_bits_prepack(bits):
    def function(weight, optimized_qparams=False, nbins=200, ratio=0.16):
        if optimized_qparams:
            raise NotImplementedError("magneto: ranges of rows are not searched for (optimized_qparams)")
        if weight.size(-1) % (8 // bits):
            raise RuntimeError(f"qembeddingbag_{bits}bit_prepack only works for the number of columns a multiple of {8 // bits}")
        rows, steps = weight.detach().float(), (1 << bits) - 1
        low, high = rows.amin(-1, keepdim=True).half().float(), rows.amax(-1, keepdim=True)
        scale = torch.where(high - low == 0, 1.0, (high - low) / steps).half().float()
        scale = torch.where((scale == 0) | torch.isinf(1 / scale), 1.0, scale)
        levels = torch.round((rows - low) * (1 / scale)).clamp(0, steps).to(torch.uint8)
        return torch.cat([_packed(levels, bits), torch.cat([scale, low], -1).half().contiguous().view(torch.uint8)], -1)

    return function


def _few_bits_unpack(bits):
    def function(weight):
        scale, low = weight[..., -4:].contiguous().view(torch.float16).float().unbind(-1)
        return _unpacked(weight[..., :-4], bits).float() * scale.unsqueeze(-1) + low.unsqueeze(-1)

    return function


def _bag(unpack):
    def function(weight, indices, offsets=None, scale_grad_by_freq=False, mode=0, pruned_weights=False, per_sample_weights=None, compressed_indices_mapping=None, include_last_offset=False):
        rows = unpack(weight)
        if pruned_weights and compressed_indices_mapping is not None and compressed_indices_mapping.numel() > 1:
            indices = compressed_indices_mapping[indices.long()].long()
            rows = torch.cat([rows, rows.new_zeros(1, rows.size(1))])  # what was pruned adds nothing
            indices = torch.where(indices < 0, rows.size(0) - 1, indices)
        return F.embedding_bag(indices, rows, offsets, mode="sum", per_sample_weights=per_sample_weights, include_last_offset=include_last_offset)

    return function


_operator(f"embedding_bag_byte_rowwise_offsets({_BAG}) -> Tensor")(_bag(_byte_unpack))
for _bits in (4, 2):
    _operator(f"embedding_bag_{_bits}bit_prepack(Tensor weight, bool optimized_qparams=False, int nbins=200, float ratio=0.16) -> Tensor")(_few_bits_prepack(_bits))
    _operator(f"embedding_bag_{_bits}bit_unpack(Tensor weight) -> Tensor")(_few_bits_unpack(_bits))
    _operator(f"embedding_bag_{_bits}bit_rowwise_offsets({_BAG}) -> Tensor")(_bag(_few_bits_unpack(_bits)))
