"""Embeddings with quantised rows."""

from typing import Optional

import torch
from torch import Tensor, nn
from torch.ao.nn.quantized.modules.utils import _hide_packed_params_repr, _quantize_weight

__all__ = ["EmbeddingPackedParams", "Embedding", "EmbeddingBag"]


def _blank(rows, columns, dtype):
    return torch._empty_per_channel_affine_quantized(
        [rows, columns], scales=torch.ones(rows, dtype=torch.float), zero_points=torch.zeros(rows, dtype=torch.float), axis=0, dtype=dtype)


class EmbeddingPackedParams(nn.Module):
    """Rows, packed."""

    _version = 1

    def __init__(self, num_embeddings, embedding_dim, dtype=torch.quint8):
        super().__init__()
        if dtype not in (torch.quint8, torch.quint4x2):
            raise NotImplementedError(f"Unsupported dtype on quantized embedding! Supports quint8 and quint4x2. Got dtype: {dtype}")
        self.dtype = dtype
        self.set_weight(_blank(num_embeddings, embedding_dim, dtype))

    def set_weight(self, weight):
        self._packed_weight = torch.ops.quantized.embedding_bag_prepack(weight)

    def _weight(self):
        return torch.ops.quantized.embedding_bag_unpack(self._packed_weight)

    def forward(self, x):
        return x

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        destination.update({prefix + "dtype": self.dtype, prefix + "_packed_weight": self._weight()})

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, *lists):
        self.dtype = state_dict.pop(prefix + "dtype")
        self.set_weight(state_dict.pop(prefix + "_packed_weight"))
        super()._load_from_state_dict(state_dict, prefix, local_metadata, False, *lists)

    def __repr__(self):
        return repr(self._weight())


class Embedding(nn.Module):
    """An embedding, whose rows are dequantised as they are looked up."""

    _version = 1

    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False, _weight=None, dtype=torch.quint8):
        super().__init__()
        self.num_embeddings, self.embedding_dim, self.dtype = num_embeddings, embedding_dim, dtype
        if _weight is None:
            _weight = _blank(num_embeddings, embedding_dim, torch.quint8)
        elif list(_weight.shape) != [num_embeddings, embedding_dim]:
            raise AssertionError(f"Shape of weight does not match num_embeddings and embedding_dim: expected {[num_embeddings, embedding_dim]}, got {list(_weight.shape)}")
        self._packed_params = EmbeddingPackedParams(num_embeddings, embedding_dim, dtype)
        self._packed_params.set_weight(_weight)

    def forward(self, indices):
        if self.dtype == torch.quint4x2:
            return torch.ops.quantized.embedding_4bit(self._packed_params._packed_weight, indices)
        return torch.ops.quantized.embedding_byte(self._packed_params._packed_weight, indices)

    def _get_name(self):
        return "QuantizedEmbedding"

    def __repr__(self):
        return _hide_packed_params_repr(self, EmbeddingPackedParams)

    def extra_repr(self):
        return f"num_embeddings={self.num_embeddings}, embedding_dim={self.embedding_dim}, dtype={self._packed_params.dtype}, qscheme={self.weight().qscheme()}"

    def set_weight(self, w):
        self._packed_params.set_weight(w)

    def weight(self):
        return self._packed_params._weight()

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        weight = _rows(mod, cls, nn.Embedding, torch.ao.nn.qat.Embedding)
        made = Embedding(mod.num_embeddings, mod.embedding_dim)
        made.set_weight(weight)
        return made

    @classmethod
    def from_reference(cls, ref_embedding):
        return cls(ref_embedding.num_embeddings, ref_embedding.embedding_dim, ref_embedding.padding_idx, ref_embedding.max_norm, ref_embedding.norm_type, ref_embedding.scale_grad_by_freq,
                   ref_embedding.sparse, ref_embedding.get_quantized_weight(), ref_embedding.weight_dtype)


def _rows(mod, cls, plain, rounded):
    """The quantised rows of a float module."""
    if hasattr(mod, "weight_fake_quant"):
        observer = mod.weight_fake_quant
    else:
        if type(mod) is not plain:
            raise AssertionError(f"nnq.{cls.__name__}.from_float only works for {plain.__name__}")
        if not hasattr(mod, "qconfig"):
            raise AssertionError(f"{plain.__name__} input float module must have qconfig defined")
        observer = (mod.qconfig or torch.ao.quantization.float_qparams_weight_only_qconfig).weight()
    if observer.qscheme != torch.per_channel_affine_float_qparams:
        raise AssertionError("Embedding quantization is only supported with float_qparams_weight_only_qconfig.")
    if observer.dtype not in (torch.quint8, torch.quint4x2):
        raise AssertionError(f"The only supported dtype for nnq.{cls.__name__} is torch.quint8 and torch.quint4x2, got {observer.dtype}")
    observer(mod.weight)
    return _quantize_weight(mod.weight.float(), observer)


class EmbeddingBag(Embedding):
    """Sums of rows."""

    def __init__(self, num_embeddings, embedding_dim, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, mode="sum", sparse=False, _weight=None, include_last_offset=False, dtype=torch.quint8):
        super().__init__(num_embeddings, embedding_dim, _weight=_weight, dtype=dtype)
        self.mode, self.pruned_weights, self.include_last_offset, self.dtype = mode, False, include_last_offset, dtype

    def forward(self, indices: Tensor, offsets: Optional[Tensor] = None, per_sample_weights: Optional[Tensor] = None, compressed_indices_mapping: Optional[Tensor] = None) -> Tensor:
        weight = self._packed_params._packed_weight
        if self.dtype == torch.quint4x2:
            return torch.ops.quantized.embedding_bag_4bit(
                weight, indices, offsets, False, 0, self.pruned_weights, per_sample_weights, compressed_indices_mapping, self.include_last_offset)
        return torch.ops.quantized.embedding_bag_byte(
            weight, indices, offsets, False, 0, self.pruned_weights, per_sample_weights, compressed_indices_mapping, self.include_last_offset)

    def _get_name(self):
        return "QuantizedEmbeddingBag"

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        weight = _rows(mod, cls, nn.EmbeddingBag, torch.ao.nn.qat.EmbeddingBag)
        made = EmbeddingBag(mod.num_embeddings, mod.embedding_dim, max_norm=mod.max_norm, norm_type=mod.norm_type, mode=mod.mode, dtype=weight.dtype)
        made.set_weight(weight)
        return made

    @classmethod
    def from_reference(cls, ref_embedding_bag):
        return cls(ref_embedding_bag.num_embeddings, ref_embedding_bag.embedding_dim, ref_embedding_bag.max_norm, ref_embedding_bag.norm_type, ref_embedding_bag.scale_grad_by_freq,
                   ref_embedding_bag.mode, ref_embedding_bag.sparse, ref_embedding_bag.get_quantized_weight(), ref_embedding_bag.include_last_offset, ref_embedding_bag.weight_dtype)
