"""Causal masks as biases of attention."""

import enum

import torch
from torch.nn.functional import scaled_dot_product_attention


class CausalVariant(enum.IntEnum):
    """Where the triangle of the mask begins where lengths differ."""

    UPPER_LEFT = 1
    LOWER_RIGHT = 2


class CausalBias(torch.Tensor):
    """Stands for a mask that is made when attention needs it."""

    def __init__(self, variant, seq_len_q, seq_len_kv):
        if not isinstance(variant, CausalVariant):
            raise AssertionError("variant must be a CausalVariant")
        self.variant, self.seq_len_q, self.seq_len_kv = variant, seq_len_q, seq_len_kv

    def __new__(cls, *args, **kwargs):
        return torch.Tensor._make_subclass(cls, torch.empty(0))

    def _upper_left(self, device):
        return torch.tril(torch.ones(self.seq_len_q, self.seq_len_kv, device=device, dtype=torch.bool))

    def _lower_right(self, device):
        return torch.tril(torch.ones(self.seq_len_q, self.seq_len_kv, dtype=torch.bool, device=device), diagonal=self.seq_len_kv - self.seq_len_q)

    def _materialize(self, device=None):
        return self._upper_left(device) if self.variant == CausalVariant.UPPER_LEFT else self._lower_right(device)

    @staticmethod
    def _dispatch(query, key, value, attn_mask, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
        if is_causal:
            raise ValueError("CausalBias should not be used with causal=True")
        if attn_mask.seq_len_q == attn_mask.seq_len_kv or attn_mask.variant == CausalVariant.UPPER_LEFT:
            return scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=dropout_p, is_causal=True, scale=scale, enable_gqa=enable_gqa)
        return scaled_dot_product_attention(query, key, value, attn_mask=attn_mask._materialize(query.device), dropout_p=dropout_p, is_causal=False, scale=scale,
                                            enable_gqa=enable_gqa)

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if func is scaled_dot_product_attention:
            return cls._dispatch(*args, **(kwargs or {}))
        return super().__torch_function__(func, types, args, kwargs or {})

    def __repr__(self):
        return self._materialize().__repr__()


def causal_upper_left(*size):
    if len(size) != 2:
        raise AssertionError("causal_upper_left only supports 2D tensors")
    return CausalBias(CausalVariant.UPPER_LEFT, *size)


def causal_lower_right(*size):
    if len(size) != 2:
        raise AssertionError("causal_lower_right only supports 2D tensors")
    return CausalBias(CausalVariant.LOWER_RIGHT, *size)
