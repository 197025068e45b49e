"""Multi-head attention whose projections and results are modules, so that observers have places."""

import torch
from torch import nn
from torch.nn import functional as F

__all__ = ["MultiheadAttention"]

_PROJECTIONS = ("linear_Q", "linear_K", "linear_V")


class MultiheadAttention(nn.MultiheadAttention):
    """Scores and weights are computed in floats, between projections that can be quantised."""

    _FLOAT_MODULE = nn.MultiheadAttention
    __constants__ = ["batch_first"]

    def __init__(self, embed_dim, num_heads, dropout=0.0, bias=True, add_bias_kv=False, add_zero_attn=False, kdim=None, vdim=None, batch_first=False, device=None, dtype=None):
        where = {"device": device, "dtype": dtype}
        super().__init__(embed_dim, num_heads, dropout, bias, add_bias_kv, add_zero_attn, kdim, vdim, batch_first, **where)
        for name, wide in zip(_PROJECTIONS, (self.embed_dim, self.kdim, self.vdim)):
            setattr(self, name, nn.Linear(wide, self.embed_dim, bias=bias, **where))
        self.out_proj = nn.Linear(self.embed_dim, self.embed_dim, bias=bias, **where)
        self.q_scaling_product = torch.ao.nn.quantized.FloatFunctional()
        self.quant_attn_output, self.quant_attn_output_weights = (torch.ao.quantization.QuantStub() for _ in range(2))
        self.dequant_q, self.dequant_k, self.dequant_v = (torch.ao.quantization.DeQuantStub() for _ in range(3))

    def _get_name(self):
        return "QuantizableMultiheadAttention"

    @classmethod
    def from_float(cls, other):
        if type(other) is not cls._FLOAT_MODULE:
            raise AssertionError(f"Expected type {cls._FLOAT_MODULE}, got {type(other)}")
        if not hasattr(other, "qconfig"):
            raise AssertionError("The float module must have 'qconfig'")
        made = cls(other.embed_dim, other.num_heads, other.dropout, other.in_proj_bias is not None, other.bias_k is not None, other.add_zero_attn, other.kdim, other.vdim,
                   other.batch_first)
        made.bias_k, made.bias_v, made.qconfig = other.bias_k, other.bias_v, other.qconfig
        made.out_proj.weight, made.out_proj.bias = other.out_proj.weight, other.out_proj.bias
        weights = other.in_proj_weight.chunk(3) if other._qkv_same_embed_dim else (other.q_proj_weight, other.k_proj_weight, other.v_proj_weight)
        biases = (None,) * 3 if other.in_proj_bias is None else other.in_proj_bias.chunk(3)
        for name, weight, bias in zip(_PROJECTIONS, weights, biases):
            linear = getattr(made, name)
            linear.weight = nn.Parameter(weight.detach().clone(), weight.requires_grad)
            linear.bias = None if bias is None else nn.Parameter(bias.detach().clone(), bias.requires_grad)
        made.train(other.training)
        return torch.ao.quantization.prepare(made, inplace=True)

    @classmethod
    def from_observed(cls, other):
        return torch.ao.quantization.convert(other, inplace=False, remove_qconfig=True, convert_custom_config_dict=None)

    @torch.jit.unused
    def dequantize(self):
        """The float module with the weights that the quantised projections stand for."""
        made = self._FLOAT_MODULE(self.embed_dim, self.num_heads, self.dropout, self.linear_Q._weight_bias()[1] is not None, self.bias_k is not None, self.add_zero_attn, self.kdim,
                                  self.vdim, self.batch_first)
        if made._qkv_same_embed_dim != self._qkv_same_embed_dim:
            raise AssertionError("_qkv_same_embed_dim mismatch")
        real = lambda t: t.dequantize() if t is not None and t.is_quantized else t
        parameter = lambda t: None if t is None else nn.Parameter(real(t.detach()))
        made.bias_k, made.bias_v = parameter(self.bias_k), parameter(self.bias_v)
        pairs = [tuple(map(real, getattr(self, name)._weight_bias())) for name in _PROJECTIONS]
        made.out_proj.weight, made.out_proj.bias = map(parameter, self.out_proj._weight_bias())
        if made._qkv_same_embed_dim:
            made.in_proj_weight = nn.Parameter(torch.cat([weight.detach() for weight, _ in pairs]))
        else:
            made.q_proj_weight, made.k_proj_weight, made.v_proj_weight = (nn.Parameter(weight.detach()) for weight, _ in pairs)
        if made.in_proj_bias is not None:
            made.in_proj_bias = nn.Parameter(torch.cat([bias.detach() for _, bias in pairs]))
        return made

    def forward(self, query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, key_padding_mask: torch.Tensor | None = None, need_weights: bool = True,
                attn_mask: torch.Tensor | None = None, average_attn_weights: bool = True, is_causal: bool = False) -> tuple[torch.Tensor, torch.Tensor | None]:
        if attn_mask is not None and is_causal:
            raise AssertionError("Only allow causal mask or attn_mask")
        if is_causal:
            raise AssertionError("causal mask not supported by AO MHA module")
        if self.batch_first:
            query, key, value = (x.transpose(0, 1) for x in (query, key, value))
        steps, batch, _ = query.shape
        q = self.q_scaling_product.mul_scalar(self.linear_Q(query), float(self.head_dim) ** -0.5)
        k, v = self.linear_K(key), self.linear_V(value)
        if self.bias_k is not None:
            k, v = torch.cat([k, self.bias_k.repeat(1, batch, 1)]), torch.cat([v, self.bias_v.repeat(1, batch, 1)])
        heads = lambda x: x.contiguous().view(x.shape[0], batch * self.num_heads, self.head_dim).transpose(0, 1)
        q, k, v = self.dequant_q(heads(q)), self.dequant_k(heads(k)), self.dequant_v(heads(v))
        if self.add_zero_attn:
            k, v = (torch.cat([x, x.new_zeros(x.size(0), 1, x.size(2))], 1) for x in (k, v))
        weights = F.softmax(self._masked(torch.bmm(q, k.transpose(1, 2)), attn_mask, key_padding_mask, batch), dim=-1)
        weights = F.dropout(weights, p=self.dropout, training=self.training)
        out = torch.bmm(weights, v)
        if self.batch_first:  # as PyTorch has it: the heads are not gathered first
            out = out.view(batch, steps, self.embed_dim)
        else:
            out = out.transpose(0, 1).contiguous().view(steps, batch, self.embed_dim)
        out = self.out_proj(self.quant_attn_output(out))
        weights = self.quant_attn_output_weights(weights)
        if not need_weights:
            return out, None
        weights = weights.view(batch, self.num_heads, steps, weights.size(-1))
        return out, weights.mean(dim=1) if average_attn_weights else weights

    def _masked(self, scores, attn_mask, key_padding_mask, batch):
        """Scores [batch · heads, steps, keys] with both masks, which say nothing of keys that were added."""
        added = scores.size(-1) - (attn_mask if attn_mask is not None else scores).size(-1)
        if attn_mask is not None:
            attn_mask = F.pad(attn_mask if attn_mask.dtype != torch.uint8 else attn_mask.bool(), (0, added))
            attn_mask = attn_mask.unsqueeze(0) if attn_mask.dim() == 2 else attn_mask
            scores = scores.masked_fill(attn_mask, float("-inf")) if attn_mask.dtype == torch.bool else scores + attn_mask
        if key_padding_mask is not None:
            hidden = F.pad(key_padding_mask.bool(), (0, scores.size(-1) - key_padding_mask.size(-1)))
            shape = scores.shape
            scores = scores.view(batch, self.num_heads, *shape[1:]).masked_fill(hidden[:, None, None, :], float("-inf")).view(shape)
        return scores
