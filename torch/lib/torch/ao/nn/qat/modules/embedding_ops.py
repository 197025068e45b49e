"""Embeddings with rounded weights."""

import torch
from torch import nn
from torch.ao.nn.qat.modules._base import RoundedWeight
from torch.nn import functional as F

__all__ = ["Embedding", "EmbeddingBag"]


def _needs_float_qparams(qconfig):
    scheme = qconfig.weight().qscheme
    if scheme != torch.per_channel_affine_float_qparams:
        raise AssertionError(f"Embedding weights requires a qscheme of torch.per_channel_affine_float_qparams, got {scheme}")


class Embedding(RoundedWeight, nn.Embedding):
    """An embedding whose rows are rounded before use."""

    _FLOAT_MODULE = nn.Embedding

    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False, _weight=None, device=None, dtype=None, qconfig=None):
        super().__init__(num_embeddings, embedding_dim, padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse, _weight, device=device, dtype=dtype)
        if not qconfig:
            raise AssertionError("qconfig must be provided for QAT module")
        _needs_float_qparams(qconfig)
        self._take(qconfig, {"device": device, "dtype": dtype})

    def forward(self, input):
        return F.embedding(input, self.weight_fake_quant(self.weight), self.padding_idx, self.max_norm, self.norm_type, self.scale_grad_by_freq, self.sparse)

    @classmethod
    def _made_of(cls, mod):
        _needs_float_qparams(mod.qconfig)
        return cls(mod.num_embeddings, mod.embedding_dim, mod.padding_idx, mod.max_norm, mod.norm_type, mod.scale_grad_by_freq, mod.sparse, mod.weight, qconfig=mod.qconfig), mod

    def to_float(self):
        return nn.Embedding(self.num_embeddings, self.embedding_dim, self.padding_idx, self.max_norm, self.norm_type, self.scale_grad_by_freq, self.sparse, self.weight.detach(),
                            self.weight.device, self.weight.dtype)


class EmbeddingBag(RoundedWeight, nn.EmbeddingBag):
    """Sums of rows that are rounded before use."""

    _FLOAT_MODULE = nn.EmbeddingBag

    def __init__(self, num_embeddings, embedding_dim, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, mode="mean", sparse=False, _weight=None, include_last_offset=False,
                 padding_idx=None, qconfig=None, device=None, dtype=None):
        super().__init__(num_embeddings, embedding_dim, max_norm, norm_type, scale_grad_by_freq, mode, sparse, _weight, include_last_offset, padding_idx, device=device, dtype=dtype)
        if not qconfig:
            raise AssertionError("qconfig must be provided for QAT module")
        _needs_float_qparams(qconfig)
        self._take(qconfig, {"device": device, "dtype": dtype})

    def forward(self, input, offsets=None, per_sample_weights=None):
        return F.embedding_bag(input, self.weight_fake_quant(self.weight), offsets, self.max_norm, self.norm_type, self.scale_grad_by_freq, self.mode, self.sparse, per_sample_weights,
                               self.include_last_offset, self.padding_idx)

    @classmethod
    def _made_of(cls, mod):
        _needs_float_qparams(mod.qconfig)
        return cls(mod.num_embeddings, mod.embedding_dim, mod.max_norm, mod.norm_type, mod.scale_grad_by_freq, mod.mode, mod.sparse, mod.weight, mod.include_last_offset, mod.padding_idx,
                   qconfig=mod.qconfig), mod

    def to_float(self):
        return nn.EmbeddingBag(self.num_embeddings, self.embedding_dim, self.max_norm, self.norm_type, self.scale_grad_by_freq, self.mode, self.sparse, self.weight.detach(),
                               self.include_last_offset, self.padding_idx, self.weight.device, self.weight.dtype)
