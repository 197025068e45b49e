"""Weights as the operators of torch.ops.quantized take them: the quantised tensor, its bias, and how a convolution steps."""

import copy

import torch
from torch._quantized.tensor import QuantizedTensor

_BY_CHANNEL = (torch.per_channel_affine, torch.per_channel_symmetric)


class LinearPackedParamsBase:
    """The weight [out, in] and the bias of a linear layer; a weight of floats is one of half precision. _script_class is what scripts know it as."""

    _script_class = "__torch__.torch.classes.quantized.LinearPackedParamsBase"

    def __init__(self, weight, bias):
        self._weight, self._bias = weight, self._own(bias, weight)
        self.half = not isinstance(weight, QuantizedTensor)
        if self.half:
            self._weight = weight.detach().to(torch.float16).to(torch.float32)

    @staticmethod
    def _own(bias, weight):
        """The bias as it is kept: QNNPACK has a copy, of zeros where there is none."""
        if torch.backends.quantized.engine != "qnnpack":
            return bias
        if bias is None:
            return torch.zeros(weight.size(0))
        return torch.empty(bias.size()).copy_(bias)

    def unpack(self):
        return self._weight, self._bias

    def bias(self):
        return self._bias

    def __getstate__(self):
        return self.unpack()

    def __setstate__(self, state):
        self.__init__(*state)

    def __deepcopy__(self, memo):
        made = memo[id(self)] = type(self).__new__(type(self))
        made.__setstate__(tuple(
            v.detach().clone().requires_grad_() if isinstance(v, torch.Tensor) and not v.is_leaf else copy.deepcopy(v, memo) for v in self.__getstate__()))
        return made

    def levels(self):
        """The integers less their zero points, exactly, as float64."""
        weight = self._weight
        if weight.qscheme() in _BY_CHANNEL:
            zeros = weight.q_per_channel_zero_points()
            return weight.int_repr().double() - zeros.view([-1 if d == weight.q_per_channel_axis() else 1 for d in range(weight.dim())])
        return weight.int_repr().double() - weight.q_zero_point()

    def scales(self):
        """A scale, or one for each channel."""
        weight = self._weight
        if weight.qscheme() in _BY_CHANNEL:
            return weight.q_per_channel_scales().float()
        return torch.tensor(weight.q_scale(), dtype=torch.float32)


class ConvPackedParamsBase(LinearPackedParamsBase):
    """The weight of a convolution; `transpose` is for one that is transposed, and then has output_padding."""

    @staticmethod
    def _own(bias, weight):
        return bias

    def __init__(self, weight, bias, stride, padding, output_padding, dilation, groups, transpose):
        super().__init__(weight, bias)
        if not transpose and weight.dim() == len(stride) + 2 and weight.size(0) % groups:
            raise RuntimeError("output channels must be divisible by groups")
        self._stride, self._padding, self._output_padding, self._dilation = list(stride), list(padding), list(output_padding), list(dilation)
        self._groups, self._transpose = groups, transpose

    _script_class = property(lambda self: f"__torch__.torch.classes.quantized.Conv{max(len(self._stride), 2)}dPackedParamsBase")
    stride = lambda self: self._stride
    padding = lambda self: self._padding
    output_padding = lambda self: self._output_padding
    dilation = lambda self: self._dilation
    groups = lambda self: self._groups
    transpose = lambda self: self._transpose

    def __getstate__(self):
        return self._weight, self._bias, self._stride, self._padding, self._output_padding, self._dilation, self._groups, self._transpose


class EmbeddingPackedParamsBase:
    """The rows of an embedding."""

    _script_class = "__torch__.torch.classes.quantized.EmbeddingPackedParamsBase"

    def __init__(self, weight):
        if weight.qscheme() != torch.per_channel_affine_float_qparams:
            raise RuntimeError("Expect embedding_bag weights to be quantized using kPerChannelAffineFloatQParams")
        self.weight = weight

    def __getstate__(self):
        return (self.weight,)

    def __setstate__(self, state):
        self.__init__(*state)


class CellParamsBase:
    """Both weights of a recurrent cell, with their biases."""

    _script_class = "__torch__.torch.classes.rnn.CellParamsBase"

    def __init__(self, w_ih, w_hh, b_ih, b_hh, reduce_range=False):
        self.w_ih, self.w_hh, self.b_ih, self.b_hh, self.reduce_range = w_ih, w_hh, b_ih, b_hh, reduce_range

    def __getstate__(self):
        return self.w_ih, self.w_hh, self.b_ih, self.b_hh, self.reduce_range


def unpickled(qualified, state):
    """The object of a class, by its name in archives, with what __getstate__ gave."""
    name = qualified.rpartition(".")[2]
    classes = {"LinearPackedParamsBase": LinearPackedParamsBase, "EmbeddingPackedParamsBase": EmbeddingPackedParamsBase, "CellParamsBase": CellParamsBase}
    if name not in classes and name not in ("Conv2dPackedParamsBase", "Conv3dPackedParamsBase"):
        raise RuntimeError(f"Unknown class {qualified}")
    return classes.get(name, ConvPackedParamsBase)(*state)
