"""Methods of torch.nn's modules as scripts and traces have them, by class and name."""
from typing import List, Optional, Tuple

import torch
from torch import Tensor
from torch.jit import _functional, _observers, _operators
from torch.jit._sequences import packed_forward
from torch.nn import functional as F


def _output_padding(input: Tensor, output_size: Optional[List[int]], stride: List[int], padding: List[int], kernel_size: List[int], n: int, dilation: List[int],
                    default: List[int]) -> List[int]:
    """What is to be added to the natural size of a transposed convolution to get the size that is asked for."""
    if output_size is None:
        return default
    if len(output_size) == input.dim():
        output_size = output_size[input.dim() - n:]
    if len(output_size) != n:
        raise ValueError(f"ConvTranspose{n}D: for {input.dim()}D input, output_size must have {n} or {n + 2} elements (got {len(output_size)})")
    out = torch.jit.annotate(List[int], [])
    for d in range(n):
        least = (input.size(input.dim() - n + d) - 1) * stride[d] - 2 * padding[d] + dilation[d] * (kernel_size[d] - 1) + 1
        if output_size[d] < least or output_size[d] > least + stride[d] - 1:
            raise ValueError(f"requested an output size of {output_size}, but valid sizes of dimension {d} range from {least} to {least + stride[d] - 1} (for an input of {input.size()})")
        out.append(output_size[d] - least)
    return out


def _recurrent_operands(input: Tensor, hx: Optional[Tensor], num_layers: int, hidden_size: int, bidirectional: bool, batch_first: bool) -> Tuple[Tensor, Tensor, bool]:
    """The operands of a recurrent network with a batch, and whether they had one."""
    if input.dim() != 2 and input.dim() != 3:
        raise ValueError(f"RNN: Expected input to be 2D or 3D, got {input.dim()}D tensor instead")
    batched = input.dim() == 3
    if not batched:
        input = input.unsqueeze(0 if batch_first else 1)
        if hx is not None:
            hx = hx.unsqueeze(1)
    if hx is None:
        hx = torch.zeros(num_layers * (2 if bidirectional else 1), input.size(0 if batch_first else 1), hidden_size, dtype=input.dtype, device=input.device)
    return input, hx, batched


def _one_or_a_batch(cell: str, what: str, dims: int) -> None:
    """A cell takes vectors of features, or a batch of them."""
    if dims < 1 or dims > 2:
        raise ValueError(f"{cell}: Expected {what} to be 1D or 2D, got {dims}D instead")


# Cells as recordings have them: their parts, which change memory of their own in place. Variables hold lists alone, since recordings name tensors after variables.

def _recorded_lstm_cell(input, hx, w_ih, w_hh, b_ih, b_hh):
    gates = F.linear(hx[0], w_hh, b_hh).add_(F.linear(input, w_ih, b_ih)).unsafe_chunk(4, 1)
    gates = [gates[0].sigmoid_(), gates[1].sigmoid_(), gates[2].tanh_(), gates[3].sigmoid_()]
    cell = [(gates[1] * hx[1]).add_(gates[0] * gates[2])]
    return gates[3] * cell[0].tanh(), cell[0]


def _recorded_gru_cell(input, hx, w_ih, w_hh, b_ih, b_hh):
    seen, kept = F.linear(input, w_ih, b_ih).unsafe_chunk(3, 1), F.linear(hx, w_hh, b_hh).unsafe_chunk(3, 1)
    gates = [kept[0].add_(seen[0]).sigmoid_(), kept[1].add_(seen[1]).sigmoid_()]
    new = [seen[2].add(kept[2].mul_(gates[0])).tanh_()]
    return (hx - new[0]).mul_(gates[1]).add_(new[0])


def _recorded_rnn_cell(input, hx, w_ih, w_hh, b_ih, b_hh, nonlinearity):
    sums = [F.linear(hx, w_hh, b_hh).add_(F.linear(input, w_ih, b_ih))]
    return sums[0].tanh() if nonlinearity == "tanh" else sums[0].relu()


class Module:
    def convolution(self, input: Tensor) -> Tensor:
        return self._conv_forward(input, self.weight, self.bias)

    def conv_transpose1d(self, input: Tensor, output_size: Optional[List[int]] = None) -> Tensor:
        if self.padding_mode != "zeros":
            raise ValueError("Only `zeros` padding mode is supported for ConvTranspose1d")
        output_padding = _output_padding(input, output_size, self.stride, self.padding, self.kernel_size, 1, self.dilation, self.output_padding)
        return torch.conv_transpose1d(input, self.weight, self.bias, self.stride, self.padding, output_padding, self.groups, self.dilation)

    def conv1d(self, input: Tensor, weight: Tensor, bias: Optional[Tensor]) -> Tensor:
        if self.padding_mode != "zeros":
            padded = F.pad(input, self._reversed_padding_repeated_twice, mode=self.padding_mode)
            return torch.conv1d(padded, weight, bias, self.stride, [0], self.dilation, self.groups)
        return torch.conv1d(input, weight, bias, self.stride, self.padding, self.dilation, self.groups)

    def conv_transpose2d(self, input: Tensor, output_size: Optional[List[int]] = None) -> Tensor:
        if self.padding_mode != "zeros":
            raise ValueError("Only `zeros` padding mode is supported for ConvTranspose2d")
        output_padding = _output_padding(input, output_size, self.stride, self.padding, self.kernel_size, 2, self.dilation, self.output_padding)
        return torch.conv_transpose2d(input, self.weight, self.bias, self.stride, self.padding, output_padding, self.groups, self.dilation)

    def conv2d(self, input: Tensor, weight: Tensor, bias: Optional[Tensor]) -> Tensor:
        if self.padding_mode != "zeros":
            padded = F.pad(input, self._reversed_padding_repeated_twice, mode=self.padding_mode)
            return torch.conv2d(padded, weight, bias, self.stride, [0, 0], self.dilation, self.groups)
        return torch.conv2d(input, weight, bias, self.stride, self.padding, self.dilation, self.groups)

    def conv_transpose3d(self, input: Tensor, output_size: Optional[List[int]] = None) -> Tensor:
        if self.padding_mode != "zeros":
            raise ValueError("Only `zeros` padding mode is supported for ConvTranspose3d")
        output_padding = _output_padding(input, output_size, self.stride, self.padding, self.kernel_size, 3, self.dilation, self.output_padding)
        return torch.conv_transpose3d(input, self.weight, self.bias, self.stride, self.padding, output_padding, self.groups, self.dilation)

    def conv3d(self, input: Tensor, weight: Tensor, bias: Optional[Tensor]) -> Tensor:
        if self.padding_mode != "zeros":
            padded = F.pad(input, self._reversed_padding_repeated_twice, mode=self.padding_mode)
            return torch.conv3d(padded, weight, bias, self.stride, [0, 0, 0], self.dilation, self.groups)
        return torch.conv3d(input, weight, bias, self.stride, self.padding, self.dilation, self.groups)

    def gru(self, input: Tensor, hx: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
        input, hx, batched = _recurrent_operands(input, hx, self.num_layers, self.hidden_size, self.bidirectional, self.batch_first)
        out, h = torch.ops.aten.gru(input, hx, self._flat_weights, self.bias, self.num_layers, self.dropout, self.training, self.bidirectional, self.batch_first)
        if not batched:
            out, h = out.squeeze(0 if self.batch_first else 1), h.squeeze(1)
        return out, h

    def rnn_tanh(self, input: Tensor, hx: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
        input, hx, batched = _recurrent_operands(input, hx, self.num_layers, self.hidden_size, self.bidirectional, self.batch_first)
        out, h = torch.ops.aten.rnn_tanh(input, hx, self._flat_weights, self.bias, self.num_layers, self.dropout, self.training, self.bidirectional, self.batch_first)
        if not batched:
            out, h = out.squeeze(0 if self.batch_first else 1), h.squeeze(1)
        return out, h

    def rnn_relu(self, input: Tensor, hx: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
        input, hx, batched = _recurrent_operands(input, hx, self.num_layers, self.hidden_size, self.bidirectional, self.batch_first)
        out, h = torch.ops.aten.rnn_relu(input, hx, self._flat_weights, self.bias, self.num_layers, self.dropout, self.training, self.bidirectional, self.batch_first)
        if not batched:
            out, h = out.squeeze(0 if self.batch_first else 1), h.squeeze(1)
        return out, h

    def lstm(self, input: Tensor, hx: Optional[Tuple[Tensor, Tensor]] = None) -> Tuple[Tensor, Tuple[Tensor, Tensor]]:
        width = self.proj_size if self.proj_size > 0 else self.hidden_size
        if hx is None:
            input, h, batched = _recurrent_operands(input, None, self.num_layers, width, self.bidirectional, self.batch_first)
            c = torch.zeros(h.size(0), h.size(1), self.hidden_size, dtype=input.dtype, device=input.device)
        else:
            input, h, batched = _recurrent_operands(input, hx[0], self.num_layers, width, self.bidirectional, self.batch_first)
            c = hx[1] if batched else hx[1].unsqueeze(1)
        out, h, c = torch.ops.aten.lstm(input, [h, c], self._flat_weights, self.bias, self.num_layers, self.dropout, self.training, self.bidirectional, self.batch_first)
        if not batched:
            out, h, c = out.squeeze(0 if self.batch_first else 1), h.squeeze(1), c.squeeze(1)
        return out, (h, c)

    def rnn_cell(self, input: Tensor, hx: Optional[Tensor] = None) -> Tensor:
        _one_or_a_batch("RNNCell", "input", input.dim())
        batched = input.dim() == 2
        rows = input if batched else input.unsqueeze(0)
        if hx is None:
            state = torch.zeros(rows.size(0), self.hidden_size, dtype=rows.dtype, device=rows.device)
        else:
            _one_or_a_batch("RNNCell", "hidden", hx.dim())
            state = hx if batched else hx.unsqueeze(0)
        if not torch.jit.is_scripting():
            ret = _recorded_rnn_cell(rows, state, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh, self.nonlinearity)
        elif self.nonlinearity == "tanh":
            ret = torch.ops.aten.rnn_tanh_cell(rows, state, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        elif self.nonlinearity == "relu":
            ret = torch.ops.aten.rnn_relu_cell(rows, state, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        else:
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}")
        return ret if batched else ret.squeeze(0)

    def gru_cell(self, input: Tensor, hx: Optional[Tensor] = None) -> Tensor:
        _one_or_a_batch("GRUCell", "input", input.dim())
        batched = input.dim() == 2
        rows = input if batched else input.unsqueeze(0)
        if hx is None:
            state = torch.zeros(rows.size(0), self.hidden_size, dtype=rows.dtype, device=rows.device)
        else:
            _one_or_a_batch("GRUCell", "hidden", hx.dim())
            state = hx if batched else hx.unsqueeze(0)
        if torch.jit.is_scripting():
            ret = torch.ops.aten.gru_cell(rows, state, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        else:
            ret = _recorded_gru_cell(rows, state, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        return ret if batched else ret.squeeze(0)

    def lstm_cell(self, input: Tensor, hx: Optional[Tuple[Tensor, Tensor]] = None) -> Tuple[Tensor, Tensor]:
        _one_or_a_batch("LSTMCell", "input", input.dim())
        batched = input.dim() == 2
        rows = input if batched else input.unsqueeze(0)
        if hx is None:
            nothing = torch.zeros(rows.size(0), self.hidden_size, dtype=rows.dtype, device=rows.device)
            state = (nothing, nothing)
        else:
            _one_or_a_batch("LSTMCell", "hx[0]", hx[0].dim())
            _one_or_a_batch("LSTMCell", "hx[1]", hx[1].dim())
            state = hx if batched else (hx[0].unsqueeze(0), hx[1].unsqueeze(0))
        if torch.jit.is_scripting():
            h, c = torch.ops.aten.lstm_cell(rows, state, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        else:
            h, c = _recorded_lstm_cell(rows, state, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        return (h, c) if batched else (h.squeeze(0), c.squeeze(0))

    def lp_pool1d(self, input: Tensor) -> Tensor:
        return F.lp_pool1d(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)

    def lp_pool2d(self, input: Tensor) -> Tensor:
        return F.lp_pool2d(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)

    def lp_pool3d(self, input: Tensor) -> Tensor:
        return F.lp_pool3d(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)

    def batch_norm(self, input: Tensor) -> Tensor:
        self._check_input_dim(input)
        if self.momentum is None:
            exponential_average_factor = 0.0
        else:
            exponential_average_factor = self.momentum
        if self.training and self.track_running_stats:
            if self.num_batches_tracked is not None:
                self.num_batches_tracked.add_(1)
                if self.momentum is None:
                    exponential_average_factor = 1.0 / float(self.num_batches_tracked)
        if self.training:
            bn_training = True
        else:
            bn_training = self.running_mean is None and self.running_var is None
        return F.batch_norm(input, self.running_mean if not self.training or self.track_running_stats else None,
                            self.running_var if not self.training or self.track_running_stats else None, self.weight, self.bias, bn_training,
                            exponential_average_factor, self.eps)

    def attention(self, query: Tensor, key: Tensor, value: Tensor, key_padding_mask: Optional[Tensor] = None, need_weights: bool = True,
                  attn_mask: Optional[Tensor] = None, average_attn_weights: bool = True, is_causal: bool = False) -> Tuple[Tensor, Optional[Tensor]]:
        turned = self.batch_first and query.dim() == 3
        if turned:
            query, key, value = query.transpose(1, 0), key.transpose(1, 0), value.transpose(1, 0)
        out, weights = F.multi_head_attention_forward(
            query, key, value, self.embed_dim, self.num_heads, self.in_proj_weight, self.in_proj_bias, self.bias_k, self.bias_v, self.add_zero_attn, self.dropout,
            self.out_proj.weight, self.out_proj.bias, training=self.training, key_padding_mask=key_padding_mask, need_weights=need_weights, attn_mask=attn_mask,
            use_separate_proj_weight=not self._qkv_same_embed_dim, q_proj_weight=self.q_proj_weight, k_proj_weight=self.k_proj_weight, v_proj_weight=self.v_proj_weight,
            average_attn_weights=average_attn_weights, is_causal=is_causal)
        if turned:
            out = out.transpose(1, 0)
        return out, weights

    def encoder_layer(self, src: Tensor, src_mask: Optional[Tensor] = None, src_key_padding_mask: Optional[Tensor] = None, is_causal: bool = False) -> Tensor:
        x = src
        if self.norm_first:
            x = x + self._sa_block(self.norm1(x), src_mask, src_key_padding_mask, is_causal)
            x = x + self._ff_block(self.norm2(x))
        else:
            x = self.norm1(x + self._sa_block(x, src_mask, src_key_padding_mask, is_causal))
            x = self.norm2(x + self._ff_block(x))
        return x

    def self_attention(self, x: Tensor, attn_mask: Optional[Tensor], key_padding_mask: Optional[Tensor], is_causal: bool = False) -> Tensor:
        x = self.self_attn(x, x, x, attn_mask=attn_mask, key_padding_mask=key_padding_mask, need_weights=False, is_causal=is_causal)[0]
        return self.dropout1(x)

    def encoder(self, src: Tensor, mask: Optional[Tensor] = None, src_key_padding_mask: Optional[Tensor] = None, is_causal: Optional[bool] = None) -> Tensor:
        for layer in self.layers:
            src = layer(src, src_mask=mask, src_key_padding_mask=src_key_padding_mask)
        if self.norm is not None:
            src = self.norm(src)
        return src

    def decoder_layer(self, tgt: Tensor, memory: Tensor, tgt_mask: Optional[Tensor] = None, memory_mask: Optional[Tensor] = None, tgt_key_padding_mask: Optional[Tensor] = None,
                      memory_key_padding_mask: Optional[Tensor] = None, tgt_is_causal: bool = False, memory_is_causal: bool = False) -> Tensor:
        x = tgt
        if self.norm_first:
            y = self.norm1(x)
            x = x + self.dropout1(self.self_attn(y, y, y, attn_mask=tgt_mask, key_padding_mask=tgt_key_padding_mask, need_weights=False)[0])
            y = self.norm2(x)
            x = x + self.dropout2(self.multihead_attn(y, memory, memory, attn_mask=memory_mask, key_padding_mask=memory_key_padding_mask, need_weights=False)[0])
            y = self.norm3(x)
            return x + self.dropout3(self.linear2(self.dropout(self.activation(self.linear1(y)))))
        x = self.norm1(x + self.dropout1(self.self_attn(x, x, x, attn_mask=tgt_mask, key_padding_mask=tgt_key_padding_mask, need_weights=False)[0]))
        x = self.norm2(x + self.dropout2(self.multihead_attn(x, memory, memory, attn_mask=memory_mask, key_padding_mask=memory_key_padding_mask, need_weights=False)[0]))
        return self.norm3(x + self.dropout3(self.linear2(self.dropout(self.activation(self.linear1(x))))))

    def decoder(self, tgt: Tensor, memory: Tensor, tgt_mask: Optional[Tensor] = None, memory_mask: Optional[Tensor] = None, tgt_key_padding_mask: Optional[Tensor] = None,
                memory_key_padding_mask: Optional[Tensor] = None, tgt_is_causal: Optional[bool] = None, memory_is_causal: bool = False) -> Tensor:
        for layer in self.layers:
            tgt = layer(tgt, memory, tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask)
        if self.norm is not None:
            tgt = self.norm(tgt)
        return tgt

    def transformer(self, src: Tensor, tgt: Tensor, src_mask: Optional[Tensor] = None, tgt_mask: Optional[Tensor] = None, memory_mask: Optional[Tensor] = None,
                    src_key_padding_mask: Optional[Tensor] = None, tgt_key_padding_mask: Optional[Tensor] = None, memory_key_padding_mask: Optional[Tensor] = None,
                    src_is_causal: Optional[bool] = None, tgt_is_causal: Optional[bool] = None, memory_is_causal: bool = False) -> Tensor:
        memory = self.encoder(src, mask=src_mask, src_key_padding_mask=src_key_padding_mask)
        return self.decoder(tgt, memory, tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask)

    def max_unpool2d(self, input: Tensor, indices: Tensor, output_size: Optional[List[int]] = None) -> Tensor:
        return F.max_unpool2d(input, indices, self.kernel_size, self.stride, self.padding, output_size)

    def embedding_bag(self, input: Tensor, offsets: Optional[Tensor] = None, per_sample_weights: Optional[Tensor] = None) -> Tensor:
        return F.embedding_bag(input, self.weight, offsets, self.max_norm, self.norm_type, self.scale_grad_by_freq, self.mode, self.sparse, per_sample_weights,
                               self.include_last_offset, self.padding_idx)

    def quantized_lstm(self, input: Tensor, hx: Optional[Tuple[Tensor, Tensor]] = None) -> Tuple[Tensor, Tuple[Tensor, Tensor]]:
        if hx is None:
            layers = self.num_layers * (2 if self.bidirectional else 1)
            zeros = torch.zeros(layers, input.size(0 if self.batch_first else 1), self.hidden_size, dtype=input.dtype, device=input.device)
            hx = (zeros, zeros)
        cells = [values.param for values in self._all_weight_values]
        out, h, c = torch.quantized_lstm(input, [hx[0], hx[1]], cells, self.bias, self.num_layers, float(self.dropout), self.training, self.bidirectional, self.batch_first,
                                         dtype=self.dtype, use_dynamic=True)
        return out, (h, c)

    def quantized_gru(self, input: Tensor, hx: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
        if hx is None:
            layers = self.num_layers * (2 if self.bidirectional else 1)
            hx = torch.zeros(layers, input.size(0 if self.batch_first else 1), self.hidden_size, dtype=input.dtype, device=input.device)
        cells = [values.param for values in self._all_weight_values]
        return torch.quantized_gru(input, hx, cells, self.bias, self.num_layers, self.dropout, self.training, self.bidirectional, self.batch_first)


quantized_methods = {"LSTM.forward": Module.quantized_lstm, "GRU.forward": Module.quantized_gru}
methods = {
    "_BatchNorm.forward": Module.batch_norm, "_NormBase.forward": Module.batch_norm, "LSTM.forward": Module.lstm, "GRU.forward": Module.gru,
    "RNNCell.forward": Module.rnn_cell, "GRUCell.forward": Module.gru_cell, "LSTMCell.forward": Module.lstm_cell, "MultiheadAttention.forward": Module.attention,
    "TransformerEncoderLayer.forward": Module.encoder_layer, "TransformerEncoderLayer._sa_block": Module.self_attention, "TransformerEncoder.forward": Module.encoder,
    "TransformerDecoderLayer.forward": Module.decoder_layer, "TransformerDecoder.forward": Module.decoder, "Transformer.forward": Module.transformer,
    "MaxUnpool2d.forward": Module.max_unpool2d, "EmbeddingBag.forward": Module.embedding_bag,
}
for _n in "123":
    methods[f"Conv{_n}d.forward"] = Module.convolution
    methods[f"Conv{_n}d._conv_forward"] = getattr(Module, f"conv{_n}d")
    methods[f"ConvTranspose{_n}d.forward"] = getattr(Module, f"conv_transpose{_n}d")
    methods[f"BatchNorm{_n}d.forward"] = Module.batch_norm
    methods[f"LPPool{_n}d.forward"] = getattr(Module, f"lp_pool{_n}d")


def method_of(module, name, qualified):
    """The function that scripts have for a method of a module; None where it is the module's own."""
    if type(module).__module__.startswith("torch.ao.nn."):
        return quantized_methods.get(qualified)
    if type(module).__module__.startswith("torch.ao.quantization."):
        cls, _, method = qualified.partition(".")
        return getattr(getattr(_observers, cls, None), method, None)
    if isinstance(module, torch.nn.RNN) and name == "forward":
        return Module.rnn_tanh if module.nonlinearity == "tanh" else Module.rnn_relu
    for cls in type(module).__mro__:
        found = methods.get(f"{cls.__name__}.{name}") if cls.__module__.startswith("torch.nn.") else None
        if found is not None:
            return found
        if name in cls.__dict__:
            break
    return methods.get(qualified)


def overloads_of(module, name):
    """The functions that a method of a module stands for in scripts, each with a signature of its own; none where it is one."""
    packed = packed_forward(module) if name == "forward" and type(module).__module__.startswith("torch.nn.") else None
    return [] if packed is None else [method_of(module, name, f"{type(module).__name__}.{name}"), packed]


def attributes_of(module):
    """Attributes that scripts see of a module beside those that it has; with a type where the value has none."""
    if type(module).__name__ == "RecordingObserver":
        return {"tensor_val": torch.jit.Attribute([], List[Tensor])}
    return {"_flat_weights": module._flat_weights} if isinstance(module, torch.nn.RNNBase) else {}
