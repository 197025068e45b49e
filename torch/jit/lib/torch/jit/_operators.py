"""Operators that graphs of scripts have and that this library computes by functions of torch.nn: they are defined as operators of scripts are."""
import inspect

import torch
from torch import _attention
from torch._quantized import functions
from torch.nn import functional as F
from torch.nn.modules import rnn

library = torch.library.Library("aten", "FRAGMENT")


def _define(schema, key="CompositeImplicitAutograd"):
    """Make a function the implementation of an operator."""
    name = schema.split("(")[0]
    library.define(schema)

    def register(function):
        library.impl(name, function, key)
        return function

    return register


# Recurrent networks

_HEAD = "Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional, bool batch_first"


def _recurrent(mode):
    def run(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first):
        if batch_first:
            input = input.transpose(0, 1)
        out, h, _ = rnn._layers(mode, input, hx, params, has_biases, num_layers, dropout, train, bidirectional)
        return out.transpose(0, 1) if batch_first else out, h

    return run


for _name in ("gru", "rnn_tanh", "rnn_relu"):
    _define(f"{_name}.input(Tensor input, Tensor hx, {_HEAD}) -> (Tensor, Tensor)")(_recurrent(_name.upper()))


@_define(f"lstm.input(Tensor input, Tensor[] hx, {_HEAD}) -> (Tensor, Tensor, Tensor)")
def _lstm(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first):
    if batch_first:
        input = input.transpose(0, 1)
    out, h, c = rnn._layers("LSTM", input, hx, params, has_biases, num_layers, dropout, train, bidirectional)
    return out.transpose(0, 1) if batch_first else out, h, c


_CELL = "Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None"

_define(f"lstm_cell(Tensor input, Tensor[] hx, {_CELL}) -> (Tensor, Tensor)")(rnn.lstm_cell)
for _name in ("gru_cell", "rnn_tanh_cell", "rnn_relu_cell"):
    _define(f"{_name}(Tensor input, Tensor hx, {_CELL}) -> Tensor")(getattr(rnn, _name))


# Quantised tensors, for traces: their types are numbers, as those of graphs are


def _by_number(function):
    return lambda *args: function(*(functions.NUMBERED[a] if name == "dtype" else a for name, a in zip(inspect.signature(function).parameters, args)))


_define(key="CompositeExplicitAutograd", schema="quantize_per_tensor(Tensor self, float scale, int zero_point, int dtype) -> Tensor")(_by_number(functions._of_scale))
_define(key="CompositeExplicitAutograd", schema="quantize_per_tensor.tensor_qparams(Tensor self, Tensor scale, Tensor zero_point, int dtype) -> Tensor")(_by_number(functions._of_scale))
_define(key="CompositeExplicitAutograd", schema="quantize_per_channel(Tensor self, Tensor scales, Tensor zero_points, int axis, int dtype) -> Tensor")(_by_number(functions._of_scales))
_define(key="CompositeExplicitAutograd", schema="quantize_per_tensor_dynamic(Tensor self, int dtype, bool reduce_range) -> Tensor")(_by_number(functions._of_range))
_define(key="CompositeExplicitAutograd", schema="dequantize.self(Tensor self) -> Tensor")(torch.Tensor.dequantize)
_define(key="CompositeExplicitAutograd", schema="int_repr(Tensor self) -> Tensor")(lambda q: q.int_repr())


# Others

_REDUCTIONS = ("none", "mean", "sum")


@_define("multilabel_margin_loss(Tensor self, Tensor target, int reduction=1) -> Tensor")
def _multilabel_margin_loss(input, target, reduction=1):
    return F.multilabel_margin_loss(input, target, reduction=_REDUCTIONS[reduction])


@_define("poisson_nll_loss(Tensor input, Tensor target, bool log_input, bool full, float eps, int reduction) -> Tensor")
def _poisson_nll_loss(input, target, log_input, full, eps, reduction):
    return F.poisson_nll_loss(input, target, log_input=log_input, full=full, eps=eps, reduction=_REDUCTIONS[reduction])


@_define("rrelu(Tensor self, Scalar lower=0.125, Scalar upper=0.3333333333333333, bool training=False) -> Tensor")
def _rrelu(input, lower=0.125, upper=1.0 / 3, training=False):
    return F.rrelu(input, lower, upper, training)


@_define("embedding_bag.padding_idx(Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq, int mode, bool sparse, Tensor? per_sample_weights, "
         "bool include_last_offset, int? padding_idx) -> (Tensor, Tensor, Tensor, Tensor)")
def _embedding_bag(weight, indices, offsets, scale_grad_by_freq, mode, sparse, per_sample_weights, include_last_offset, padding_idx):
    out = F.embedding_bag(indices, weight, offsets, mode=("sum", "mean", "max")[mode], sparse=sparse, per_sample_weights=per_sample_weights,
                          include_last_offset=include_last_offset, padding_idx=padding_idx, scale_grad_by_freq=scale_grad_by_freq)
    return out, indices, offsets, offsets


@_define("max_unpool3d(Tensor self, Tensor indices, SymInt[3] output_size, int[3] stride, int[3] padding) -> Tensor")
def _max_unpool3d(input, indices, output_size, stride, padding):
    flat = torch.zeros(input.shape[0], input.shape[1], output_size[0] * output_size[1] * output_size[2], dtype=input.dtype)
    return flat.scatter(2, indices.flatten(2), input.flatten(2)).view(input.shape[0], input.shape[1], *output_size)


for _n, _pool in ((2, F.fractional_max_pool2d), (3, F.fractional_max_pool3d)):
    def _fractional(input, kernel_size, output_size, random_samples, pool=_pool):
        return pool(input, kernel_size, output_size=output_size, return_indices=True, _random_samples=random_samples)

    _define(f"fractional_max_pool{_n}d(Tensor self, int[{_n}] kernel_size, int[{_n}] output_size, Tensor random_samples) -> (Tensor, Tensor)")(_fractional)


@_define("_convolution(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, SymInt[] padding, SymInt[] dilation, bool transposed, SymInt[] output_padding, SymInt groups, "
         "bool benchmark, bool deterministic, bool cudnn_enabled, bool allow_tf32) -> Tensor")
def _convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups, *settings):
    return torch.convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups)


@_define("_convolution_mode(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, str padding, SymInt[] dilation, SymInt groups) -> Tensor")
def _convolution_mode(input, weight, bias, stride, padding, dilation, groups):
    return (F.conv1d, F.conv2d, F.conv3d)[input.dim() - 3](input, weight, bias, stride, padding, dilation, groups)


@_define("_native_multi_head_attention(Tensor query, Tensor key, Tensor value, int embed_dim, int num_head, Tensor qkv_weight, Tensor qkv_bias, Tensor proj_weight, "
         "Tensor proj_bias, Tensor? mask=None, bool need_weights=True, bool average_attn_weights=True, int? mask_type=None) -> (Tensor, Tensor)")
def _attention_in_one(*args):
    out, weights = _attention._native_multi_head_attention(*args)
    return out, torch.empty(0) if weights is None else weights


_define("_transformer_encoder_layer_fwd(Tensor src, int embed_dim, int num_heads, Tensor qkv_weight, Tensor qkv_bias, Tensor proj_weight, Tensor proj_bias, bool use_gelu, "
        "bool norm_first, float eps, Tensor norm_weight_1, Tensor norm_bias_1, Tensor norm_weight_2, Tensor norm_bias_2, Tensor ffn_weight_1, Tensor ffn_bias_1, "
        "Tensor ffn_weight_2, Tensor ffn_bias_2, Tensor? mask=None, int? mask_type=None) -> Tensor")(_attention._transformer_encoder_layer_fwd)


# What graphs of torch.export have beside

@_define("_native_batch_norm_legit_functional(Tensor input, Tensor? weight, Tensor? bias, Tensor running_mean, Tensor running_var, bool training, float momentum, float eps) "
         "-> (Tensor, Tensor, Tensor, Tensor, Tensor)")
def _batch_norm_functional(input, weight, bias, running_mean, running_var, training, momentum, eps):
    mean, var = running_mean.clone(), running_var.clone()
    out, saved_mean, saved_inverse = torch.ops.aten.native_batch_norm(input, weight, bias, mean, var, training, momentum, eps)
    return out, saved_mean, saved_inverse, mean, var


@_define("_native_batch_norm_legit.no_stats(Tensor input, Tensor? weight, Tensor? bias, bool training, float momentum, float eps) -> (Tensor, Tensor, Tensor)")
def _batch_norm_of_batch(input, weight, bias, training, momentum, eps):
    return torch.ops.aten.native_batch_norm(input, weight, bias, None, None, True, momentum, eps)


@_define("_trilinear(Tensor i1, Tensor i2, Tensor i3, int[] expand1, int[] expand2, int[] expand3, int[] sumdim, int unroll_dim=1) -> Tensor")
def _trilinear(i1, i2, i3, expand1, expand2, expand3, sumdim, unroll_dim=1):
    for d in expand1:
        i1 = i1.unsqueeze(d)
    for d in expand2:
        i2 = i2.unsqueeze(d)
    for d in expand3:
        i3 = i3.unsqueeze(d)
    product = i1 * i2 * i3
    return product.sum(sumdim) if sumdim else product
