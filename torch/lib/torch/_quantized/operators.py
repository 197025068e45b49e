"""The operators of torch.ops.quantized: schemas with the functions that compute them. Products of integers are exact; what is no product goes by way of floats, as each says."""

import re

import torch
from torch._library.operator import Operator
from torch._quantized import packed as _packed
from torch._quantized.functions import chosen
from torch._quantized.quantizer import PerTensor
from torch._quantized.tensor import QuantizedTensor, refusal
from torch.nn import functional as F

KERNELS = {}
_NEEDS_QUANTISED = re.compile(r"(?!\w*(dynamic|fp16|byte|bit|max_pool2d))[\w.]+\((Tensor|Scalar b, Tensor)").match
_CLASSES = "__torch__.torch.classes."


def _operator(*schemas):
    """Registers a function for each schema, in which `Packed` stands for a class of packed weights. An overload that has its own function is given alone."""

    def register(function):
        for schema in schemas:
            for short in ("Linear", "Conv2d", "Conv3d", "Embedding"):
                schema = schema.replace(f"{short}Packed ", f"{_CLASSES}quantized.{short}PackedParamsBase ").replace(f"-> {short}Packed", f"-> {_CLASSES}quantized.{short}PackedParamsBase")
            schema = schema.replace("-> Cell", f"-> {_CLASSES}rnn.CellParamsBase")
            operator = Operator("quantized::" + schema, ())
            operator.register_kernel("CPU", _of_quantised(schema.partition("(")[0]) if _NEEDS_QUANTISED(schema) else function, False)
            operator.register_kernel("CompositeExplicitAutograd", function, False)
            KERNELS[schema.partition("(")[0]] = function
        return function

    return register


def _of_quantised(name):
    """What answers for tensors that are not quantised, where an operator takes no others."""

    def refused(*args, **kwargs):
        raise refusal(f"quantized::{name}", "CPU")

    return refused


def kernel(func):
    """The function of an overload; None if it is none of these."""
    schema = func._schema
    return KERNELS.get(schema.name.removeprefix("quantized::") + (f".{schema.overload_name}" if schema.overload_name else ""))


def _quantized(x, scale, zero_point, dtype=torch.quint8):
    quantizer = PerTensor(scale, zero_point, dtype)
    return QuantizedTensor(quantizer.quantize(x), quantizer)


def _again(q, x):
    return QuantizedTensor(q._quantizer.quantize(x), q._quantizer)


def _levels(q):
    return q._integers.double() - q.q_zero_point()


def _quint8(q, where):
    if q.dtype != torch.quint8 and not (q.dtype == torch.qint8 and torch.backends.quantized.engine == "qnnpack"):
        raise RuntimeError(f"{where}: Expected activation data type QUInt8 but got {torch._quantized.quantizers.KINDS[q.dtype][3]}" if q.is_quantized else f"{where}: Expected a quantized tensor")


# Products.


def _numbers(sums, scale, weights):
    """Numbers from sums of products of integers [batch, out, ...]."""
    y = sums.float() * _along(torch.tensor(scale, dtype=torch.float32) * weights.scales(), sums)
    return y if weights.bias() is None else y + _along(weights.bias().detach().float(), sums)


def _along(t, x):
    """A value for each channel, as a factor of x."""
    return t.view([1, -1] + [1] * (x.dim() - 2)) if t.dim() else t


def _requantized(sums, scale, weights, activation, output_scale, output_zero_point, dtype=torch.quint8):
    """Sums of products of integers, as integers with a scale of their own. QNNPACK adds biases in integers, the others in floats."""
    if torch.backends.quantized.engine != "qnnpack":
        return _quantized(_after(_numbers(sums, scale, weights), activation), output_scale, output_zero_point, dtype)
    step = torch.tensor(scale, dtype=torch.float32) * weights.scales()
    if weights.bias() is not None:
        bias = weights.bias().detach().float()
        sums = sums + _along(torch.round(bias * (1 / step)).double(), sums)
    quantizer = PerTensor(output_scale, output_zero_point, dtype)
    places = torch.round(sums.float() * _along(step / torch.tensor(output_scale, dtype=torch.float32), sums)).double() + quantizer.zero_point
    made = QuantizedTensor(quantizer._whole(places), quantizer)
    return made if activation is None else _again(made, activation(made.dequantize()))


def _linear(levels, scale, weights):
    """Numbers from integers: [batch, in] by [out, in]."""
    sums = F.linear(levels, weights.levels())
    return _numbers(sums.reshape(-1, sums.size(-1)), scale, weights).view(sums.shape)


def _after(x, activation):
    return activation(x) if activation else x


def _linear_of(activation):
    def function(X, W_prepack, Y_scale_i, Y_zero_point_i, *numbers):
        _quint8(X, "quantized::linear (qnnpack)")
        sums = F.linear(_levels(X), W_prepack.levels())
        made = _requantized(sums.reshape(-1, sums.size(-1)), X.q_scale(), W_prepack, activation and (lambda x: activation(x, *numbers)), Y_scale_i, Y_zero_point_i, X.dtype)
        return made.view(sums.shape)

    return function


for _name, _activation, _more in (("linear", None, ""), ("linear_relu", torch.relu, ""), ("linear_leaky_relu", F.leaky_relu, ", float negative_slope"), ("linear_tanh", torch.tanh, "")):
    _operator(f"{_name}(Tensor X, LinearPacked W_prepack, float Y_scale_i, int Y_zero_point_i{_more}) -> Tensor Y")(_linear_of(_activation))


def _dynamic(X, reduce_range):
    """Levels and scale of numbers by their range, in uint8."""
    low, high = (X.min().item(), X.max().item()) if X.numel() else (0.0, 0.0)
    scale, zero_point = chosen(low, high, 0, 127 if reduce_range else 255)
    return PerTensor(scale, zero_point, torch.quint8).quantize(X.detach()).double() - zero_point, scale


def _linear_dynamic(activation):
    def function(X, W_prepack, reduce_range=False):
        reduce_range = reduce_range and torch.backends.quantized.engine != "qnnpack"
        if W_prepack.half:
            weight, bias = W_prepack.unpack()
            return _after(F.linear(X.detach(), weight, bias if bias is None else bias.detach()), activation)
        return _after(_linear(*_dynamic(X, reduce_range), W_prepack), activation)

    return function


for _name, _activation in (("linear", None), ("linear_relu", torch.relu)):
    _operator(f"{_name}_dynamic(Tensor X, LinearPacked W_prepack, bool reduce_range=False) -> Tensor Y")(_linear_dynamic(_activation))
    _operator(f"{_name}_dynamic_fp16(Tensor X, LinearPacked W_prepack) -> Tensor Y")(_linear_dynamic(_activation))


@_operator("linear_prepack(Tensor W, Tensor? B=None) -> LinearPacked W_prepack")
def _linear_prepack(W, B=None):
    if W.dim() != 2:
        raise RuntimeError("The weight tensor for quantized::linear_prepack should be 2-dimensional.")
    return _packed.LinearPackedParamsBase(W, B)


@_operator("linear_prepack_fp16(Tensor W, Tensor? B=None) -> LinearPacked W_prepack")
def _linear_prepack_fp16(W, B=None):
    raise RuntimeError(f"quantized::linear_prepack_fp16 is currently not supported by {torch.backends.quantized.engine.upper()}")


@_operator("linear_unpack(LinearPacked W_prepack) -> (Tensor W_origin, Tensor? B_origin)", "linear_unpack_fp16(LinearPacked W_prepack) -> (Tensor W_origin, Tensor? B_origin)")
def _linear_unpack(W_prepack):
    return W_prepack.unpack()


def _conv_sums(levels, weights):
    """Sums of products of integers [batch, channels, ...], channels last in memory; a convolution along one dimension is one of height 1."""
    if levels.dim() == 3:
        levels = levels.unsqueeze(2)
    sums = torch.convolution(
        levels, weights.levels(), None, weights.stride(), weights.padding(), weights.dilation(), weights.transpose(), weights.output_padding(), weights.groups())
    return sums.contiguous(memory_format=torch.channels_last if sums.dim() == 4 else torch.channels_last_3d)


def _flattened(y, x):
    return y.squeeze(2) if x.dim() == 3 else y


def _conv_of(activation):
    def function(qx, packed_weight, output_scale, output_zero_point):
        return _flattened(_requantized(_conv_sums(_levels(qx), packed_weight), qx.q_scale(), packed_weight, activation, output_scale, output_zero_point, qx.dtype), qx)

    return function


def _conv_with_steps(activation):
    convolve = _conv_of(activation)

    def function(qx, weight, stride, padding, dilation, groups, output_scale, output_zero_point):
        return convolve(qx, weight, output_scale, output_zero_point)

    return function


@_operator(*(f"conv{n}d_dynamic(Tensor qx, Conv{max(n, 2)}dPacked packed_weight, bool reduce_range=False) -> Tensor" for n in (1, 2, 3)),
           *(f"conv_transpose{n}d_dynamic(Tensor qx, Conv{max(n, 2)}dPacked packed_weight, bool reduce_range=False) -> Tensor" for n in (1, 2, 3)))
def _conv_dynamic(qx, packed_weight, reduce_range=False):
    levels, scale = _dynamic(qx, reduce_range and torch.backends.quantized.engine != "qnnpack")
    return _flattened(_numbers(_conv_sums(levels, packed_weight), scale, packed_weight), qx)


def _with_height(steps, n, filling):
    return [filling, *steps] if n == 1 else list(steps)


def _conv_prepack(n):
    def function(weight, bias, stride, padding, dilation, groups):
        kernel = weight if n > 1 else weight.unsqueeze(2)
        return _packed.ConvPackedParamsBase(
            kernel, bias, _with_height(stride, n, 1), _with_height(padding, n, 0), _with_height([0] * n, n, 0), _with_height(dilation, n, 1), groups, False)

    return function


def _conv_transpose_prepack(n):
    def function(weight, bias, stride, padding, output_padding, dilation, groups):
        if torch.backends.quantized.engine == "onednn" and any(output_padding):
            raise RuntimeError("quantized::conv_prepack: ONEDNN only supports zero output_padding.")
        kernel = weight if n > 1 else weight.unsqueeze(2)
        return _packed.ConvPackedParamsBase(
            kernel, bias, _with_height(stride, n, 1), _with_height(padding, n, 0), _with_height(output_padding, n, 0), _with_height(dilation, n, 1), groups, True)

    return function


def _conv_unpack(n):
    def function(packed_weights):
        weight, bias = packed_weights.unpack()
        return (weight.squeeze(2) if n == 1 else weight), bias

    return function


for _n in (1, 2, 3):
    _kind = f"Conv{max(_n, 2)}dPacked"
    _steps, _all_steps = "int[] stride, int[] padding, int[] dilation, int groups", "int[] stride, int[] padding, int[] output_padding, int[] dilation, int groups"
    for _name, _activation in ((f"conv{_n}d", None), (f"conv{_n}d_relu", torch.relu)):
        _overload = ".new" if _n > 1 else ""
        _operator(f"{_name}{_overload}(Tensor qx, {_kind} packed_weight, float output_scale, int output_zero_point) -> Tensor")(_conv_of(_activation))
        if _n > 1:
            _operator(f"{_name}(Tensor qx, {_kind} weight, {_steps}, float output_scale, int output_zero_point) -> Tensor")(_conv_with_steps(_activation))
    _operator(f"conv_transpose{_n}d(Tensor qx, {_kind} packed_weight, float output_scale, int output_zero_point) -> Tensor")(_conv_of(None))
    _operator(f"conv{_n}d_prepack(Tensor weight, Tensor? bias, {_steps}) -> {_kind}")(_conv_prepack(_n))
    _operator(f"conv_transpose{_n}d_prepack(Tensor weight, Tensor? bias, {_all_steps}) -> {_kind}")(_conv_transpose_prepack(_n))
    for _name in (f"conv{_n}d_unpack", f"conv_transpose{_n}d_unpack"):
        _operator(f"{_name}({_kind} packed_weights) -> (Tensor unpacked_weights, Tensor? B_origin)")(_conv_unpack(_n))
for _n in (2, 3):
    for _asked, _result in (("stride", "int[]"), ("padding", "int[]"), ("output_padding", "int[]"), ("dilation", "int[]"), ("groups", "int"), ("transpose", "int")):
        for _name in (f"conv{_n}d_{_asked}", f"conv_transpose{_n}d_{_asked}"):
            _operator(f"{_name}(Conv{_n}dPacked packed_weights) -> {_result}")(lambda packed_weights, _asked=_asked: int(made) if isinstance(made := getattr(packed_weights, _asked)(), bool) else made)


def _conv_added(activation):
    def function(qx, qaccum, packed_weight, output_scale, output_zero_point):
        return _quantized(_after(_numbers(_conv_sums(_levels(qx), packed_weight), qx.q_scale(), packed_weight) + qaccum.dequantize(), activation), output_scale, output_zero_point)

    return function


for _name, _activation in (("conv2d_add", None), ("conv2d_add_relu", torch.relu)):
    _operator(f"{_name}(Tensor qx, Tensor qaccum, Conv2dPacked packed_weight, float output_scale, int output_zero_point) -> Tensor")(_conv_added(_activation))


@_operator("matmul(Tensor qa, Tensor qb, float scale, int zero_point) -> Tensor qc")
def _matmul(qa, qb, scale, zero_point):
    if qa.dtype != qb.dtype:
        raise RuntimeError("MatMul operands should have the same data type.")
    return _quantized(torch.matmul(_levels(qa), _levels(qb)).float() * (qa.q_scale() * qb.q_scale()), scale, zero_point, qa.dtype)


# Sums and products of two.


def _sum(qa, qb, quantizer, activation):
    return quantizer.quantize(_after(qa.dequantize() + qb.dequantize(), activation))


def _product(qa, qb, quantizer, activation):
    """The product of the integers, times one factor."""
    single = lambda number: torch.tensor(number, dtype=torch.float32)
    factor = single(qa.q_scale()) * single(qb.q_scale()) * (1 / single(quantizer.scale))
    made = quantizer._whole(torch.round((_levels(qa) * _levels(qb)).float() * factor).double() + quantizer.zero_point)
    return made if activation is None else made.clamp(min=quantizer.zero_point)


def _joined(function, activation):
    def tensors(qa, qb, scale, zero_point):
        _same(qa, qb)
        quantizer = PerTensor(scale, zero_point, qa.dtype)
        return QuantizedTensor(function(qa, qb, quantizer, activation), quantizer)

    def into(qa, qb, out):
        _same(qa, qb)
        return out.copy_(QuantizedTensor(function(qa, qb, out._quantizer, activation), out._quantizer))

    return tensors, into


def _same(qa, qb):
    if qa.qscheme() != qb.qscheme():
        raise RuntimeError("Both inputs to Add must have the same quantization scheme.")
    if qa.dtype != qb.dtype:
        raise RuntimeError("Add operands should have same data type.")


def _shifted(activation):
    """q + b: the zero point moves, as far as it can."""

    def function(qa, b):
        quantizer = qa._quantizer
        b = float(b)
        wanted = quantizer.zero_point - round(b / quantizer.scale)
        if quantizer.least <= wanted <= quantizer.greatest:
            made = QuantizedTensor(qa._integers.clone(), PerTensor(quantizer.scale, wanted, qa.dtype))
            return made if activation is None else _again(made, activation(made.dequantize()))
        below = wanted < quantizer.least
        reach = quantizer.greatest - wanted if below else wanted - quantizer.least
        scale = reach / (quantizer.greatest - quantizer.least) * quantizer.scale
        zero_point = quantizer.least if below else quantizer.greatest
        return _quantized(_after(qa.dequantize() + b, activation), scale, zero_point, qa.dtype)

    return function


def _stretched(activation):
    """q * b: the scale grows; the integers turn round where b is negative."""

    def function(qa, b):
        quantizer, b = qa._quantizer, float(b)
        if b > 0:
            made = QuantizedTensor(qa._integers.clone(), PerTensor(quantizer.scale * b, quantizer.zero_point, qa.dtype))
        elif b == 0:
            made = QuantizedTensor(torch.zeros_like(qa._integers), PerTensor(1.0, 0, qa.dtype))
        else:
            turned = (quantizer.least + quantizer.greatest - qa._integers.to(torch.int64)).to(quantizer.integers)
            made = QuantizedTensor(turned, PerTensor(-quantizer.scale * b, quantizer.least + quantizer.greatest - quantizer.zero_point, qa.dtype))
        return made if activation is None else _again(made, activation(made.dequantize()))

    return function


for _name, _function, _scalar in (("add", _sum, _shifted), ("mul", _product, _stretched)):
    for _ending, _activation in (("", None), ("_relu", torch.relu)):
        _tensors, _into = _joined(_function, _activation)
        _with_number = _scalar(_activation)
        _operator(f"{_name}{_ending}(Tensor qa, Tensor qb, float scale, int zero_point) -> Tensor qc")(_tensors)
        _operator(*(f"{_overload}(Tensor qa, Tensor qb, Tensor(a!) out) -> Tensor(a!) out" for _overload in (f"{_name}{_ending}.out", f"{_name}{_ending}_out")))(_into)
        _operator(f"{_name}{_ending}.Scalar(Tensor qa, Scalar b) -> Tensor qc", f"{_name}_scalar{_ending}(Tensor qa, Scalar b) -> Tensor qc")(_with_number)
        _operator(f"{_name}{_ending}.Scalar2(Scalar b, Tensor qa) -> Tensor qc")(lambda b, qa, _with_number=_with_number: _with_number(qa, b))
        _operator(f"{_name}_scalar{_ending}.Tensor(Tensor qa, Tensor b) -> Tensor qc")(lambda qa, b, _with_number=_with_number: _with_number(qa, b.item()))


def _catted(activation):
    def function(qx, dim, scale=None, zero_point=None):
        first = qx[0]
        made = torch.cat([q.dequantize() for q in qx], dim)
        return _quantized(_after(made, activation), first.q_scale() if scale is None else scale, first.q_zero_point() if zero_point is None else zero_point, first.dtype)

    return function


for _name, _activation in (("cat", None), ("cat_relu", torch.relu)):
    _operator(f"{_name}(Tensor[] qx, int dim, float? scale, int? zero_point) -> Tensor")(_catted(_activation))


# Functions of numbers, quantised with a scale of their own.


def _onto(function):
    """function of the dequantised tensor and of what comes between it and the scale."""
    return lambda q, *given: _quantized(function(q.dequantize(), *given[:-2]), *given[-2:], q.dtype)


for _schema, _function in (
    ("hardswish(Tensor input, float output_scale, int output_zero_point) -> Tensor", F.hardswish),
    ("sigmoid(Tensor qx, float output_scale, int output_zero_point) -> Tensor", torch.sigmoid),
    ("softmax(Tensor qx, int dim, float output_scale, int output_zero_point) -> Tensor", torch.softmax),
    ("leaky_relu(Tensor qx, Scalar negative_slope, bool inplace, float output_scale, int output_zero_point) -> Tensor", lambda x, slope, inplace: F.leaky_relu(x, slope)),
    ("layer_norm(Tensor input, int[] normalized_shape, Tensor? weight, Tensor? bias, float eps, float output_scale, int output_zero_point) -> Tensor", F.layer_norm),
    ("group_norm(Tensor input, int num_groups, Tensor? weight, Tensor? bias, float eps, float output_scale, int output_zero_point) -> Tensor", F.group_norm),
    ("instance_norm(Tensor input, Tensor? weight, Tensor? bias, float eps, float output_scale, int output_zero_point) -> Tensor",
     lambda x, weight, bias, eps: F.instance_norm(x, None, None, weight, bias, True, 0.1, eps)),
    *((f"batch_norm{_n}{_ending}(Tensor qx, Tensor? weight, Tensor? bias, Tensor mean, Tensor var, float eps, float output_scale, int output_zero_point) -> Tensor",
       lambda x, weight, bias, mean, var, eps, _ending=_ending: (torch.relu if _ending else lambda y: y)(F.batch_norm(x, mean, var, weight, bias, False, 0.0, eps)))
      for _n in ("", "1d", "2d", "3d") for _ending in ("", "_relu")),
):
    _operator(_schema)(_onto(_function))


@_operator("prelu(Tensor qx, Tensor weight, float output_scale, int output_zero_point) -> Tensor")
def _prelu(q, weight, output_scale, output_zero_point):
    """Products of integers. What is positive is multiplied by one as the weight's type has it, at most its greatest value."""
    one = PerTensor(weight.q_scale(), weight.q_zero_point(), weight.dtype).quantize(torch.ones(())).double() - weight.q_zero_point()
    levels = _levels(q)
    slopes = _levels(weight)
    sums = torch.where(levels > 0, levels * one, levels * (slopes.view([1, -1] + [1] * (q.dim() - 2)) if q.dim() > 1 else slopes))
    step = torch.tensor(q.q_scale(), dtype=torch.float32) * torch.tensor(weight.q_scale(), dtype=torch.float32) / torch.tensor(output_scale, dtype=torch.float32)
    quantizer = PerTensor(output_scale, output_zero_point, q.dtype)
    return QuantizedTensor(quantizer._whole(torch.round(sums.float() * step).double() + output_zero_point), quantizer)


@_operator("elu(Tensor self, float output_scale, int output_zero_point, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor")
def _elu(q, output_scale, output_zero_point, alpha=1, scale=1, input_scale=1):
    return _quantized(torch.ops.aten.elu(q.dequantize(), alpha, scale, input_scale), output_scale, output_zero_point, q.dtype)


@_operator("celu(Tensor self, float output_scale, int output_zero_point, Scalar alpha=1) -> Tensor")
def _celu(q, output_scale, output_zero_point, alpha=1):
    return _quantized(F.celu(q.dequantize(), alpha), output_scale, output_zero_point, q.dtype)


@_operator("dropout(Tensor self, float output_scale, int output_zero_point, Scalar p=0.5, bool training=False) -> Tensor")
def _dropout(q, output_scale, output_zero_point, p=0.5, training=False):
    return _quantized(F.dropout(q.dequantize(), p, training), output_scale, output_zero_point, q.dtype)


# Functions of numbers, quantised as before.


@_operator("relu6(Tensor qx, bool inplace=False) -> Tensor")
def _relu6(qx, inplace=False):
    made = _again(qx, F.relu6(qx.dequantize()))
    return qx.copy_(made) if inplace else made


@_operator("threshold(Tensor qx, Scalar threshold, Scalar value) -> Tensor qy")
def _threshold(qx, threshold, value):
    return _again(qx, F.threshold(qx.dequantize(), threshold, value))


@_operator("clamp(Tensor qx, Scalar? min=None, Scalar? max=None) -> Tensor qy")
def _clamp(qx, min=None, max=None):
    return _again(qx, torch.clamp(qx.dequantize(), min, max))


for _n in (1, 2):
    @_operator(f"max_pool{_n}d(Tensor qx, int[] kernel_size, int[] stride, int[] padding, int[] dilation, bool ceil_mode) -> Tensor")
    def _max_pool(qx, kernel_size, stride, padding, dilation, ceil_mode, _pool=getattr(F, f"max_pool{_n}d")):
        return _again(qx, _pool(qx.dequantize(), kernel_size, stride or None, padding, dilation, ceil_mode))


# Embeddings.


@_operator("embedding_bag_prepack(Tensor weight) -> EmbeddingPacked W_prepack")
def _embedding_bag_prepack(weight):
    return _packed.EmbeddingPackedParamsBase(weight)


@_operator("embedding_bag_unpack(EmbeddingPacked W_prepack) -> Tensor W_origin")
def _embedding_bag_unpack(W_prepack):
    return W_prepack.weight


@_operator("embedding_byte(EmbeddingPacked weight, Tensor indices, bool pruned_weights=False) -> Tensor",
           "embedding_4bit(EmbeddingPacked weight, Tensor indices, bool pruned_weights=False) -> Tensor")
def _embedding(weight, indices, pruned_weights=False):
    return F.embedding(indices, weight.weight.dequantize())


@_operator(*(f"embedding_bag_{_kind}(EmbeddingPacked weight, Tensor indices, Tensor? offsets=None, bool scale_grad_by_freq=False, int mode=0, bool pruned_weights=False, Tensor? per_sample_weights=None, Tensor? compressed_indices_mapping=None, bool include_last_offset=False) -> Tensor" for _kind in ("byte", "4bit")))
def _embedding_bag(weight, indices, offsets=None, scale_grad_by_freq=False, mode=0, pruned_weights=False, per_sample_weights=None, compressed_indices_mapping=None, include_last_offset=False):
    return F.embedding_bag(indices, weight.weight.dequantize(), offsets, mode="sum", per_sample_weights=per_sample_weights, include_last_offset=include_last_offset)


# Cells.


@_operator("make_quantized_cell_params_dynamic(LinearPacked w_ih, LinearPacked w_hh, Tensor bias_ih, Tensor bias_hh, bool reduce_range=False) -> Cell")
def _cell_params(w_ih, w_hh, bias_ih, bias_hh, reduce_range=False):
    return _packed.CellParamsBase(w_ih, w_hh, bias_ih, bias_hh, reduce_range)


_WEIGHTS = "LinearPacked w_ih, LinearPacked w_hh"


def _gates(x, weights):
    return _linear_dynamic(None)(x, weights, True)


@_operator(f"quantized_lstm_cell_dynamic(Tensor input, Tensor[] hx, {_WEIGHTS}, Tensor bias_ih, Tensor bias_hh) -> (Tensor, Tensor)")
def _lstm_cell(input, hx, w_ih, w_hh, bias_ih, bias_hh):
    return lstm_step(_gates(input, w_ih), hx[0], hx[1], w_hh)


def lstm_step(from_input, h, c, w_hh):
    entrance, forget, cell, exit = (from_input + _gates(h, w_hh)).chunk(4, 1)
    c = torch.sigmoid(forget) * c + torch.sigmoid(entrance) * torch.tanh(cell)
    return torch.sigmoid(exit) * torch.tanh(c), c


@_operator(f"quantized_gru_cell_dynamic(Tensor input, Tensor hx, {_WEIGHTS}, Tensor b_ih, Tensor b_hh) -> Tensor")
def _gru_cell(input, hx, w_ih, w_hh, b_ih, b_hh):
    return gru_step(_gates(input, w_ih), hx, w_hh)


def gru_step(from_input, h, w_hh):
    reset, update, new = from_input.chunk(3, 1)
    h_reset, h_update, h_new = _gates(h, w_hh).chunk(3, 1)
    update = torch.sigmoid(h_update + update)
    new = torch.tanh(new + torch.sigmoid(h_reset + reset) * h_new)
    return (h - new) * update + new


for _name, _activation in (("tanh", torch.tanh), ("relu", torch.relu)):
    @_operator(f"quantized_rnn_{_name}_cell_dynamic(Tensor input, Tensor hx, {_WEIGHTS}, Tensor b_ih, Tensor b_hh) -> Tensor")
    def _rnn_cell(input, hx, w_ih, w_hh, b_ih, b_hh, _activation=_activation):
        return _activation(_gates(hx, w_hh) + _gates(input, w_ih))


from torch._quantized import rows  # noqa: E402, F401  more of them
