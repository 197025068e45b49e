"""Quantised activations."""

import torch
from torch import nn
from torch.ao.nn.quantizable.modules.activation import MultiheadAttention as QuantizableMultiheadAttention
from torch.ao.nn.quantized.modules.utils import OutputScaled, observed
from torch.nn.utils.parametrize import type_before_parametrizations  # noqa: F401

__all__ = ["ReLU6", "Hardswish", "ELU", "LeakyReLU", "Sigmoid", "Softmax", "PReLU", "MultiheadAttention"]


class ReLU6(nn.ReLU):
    """min(max(x, 0), 6), with the scale of the input."""

    def forward(self, input):
        return torch.ops.quantized.relu6(input, self.inplace)

    def _get_name(self):
        return "QuantizedReLU6"

    @staticmethod
    def from_float(mod, use_precomputed_fake_quant=False):
        return ReLU6(mod.inplace)


class Hardswish(OutputScaled, nn.Hardswish):
    def __init__(self, scale, zero_point, device=None, dtype=None):
        super().__init__()
        self._scale_by(scale, zero_point, device, dtype)

    def forward(self, input):
        return torch.ops.quantized.hardswish(input, float(self.scale), int(self.zero_point))

    @staticmethod
    def from_float(mod, use_precomputed_fake_quant=False):
        return Hardswish(*observed(mod))

    @classmethod
    def from_reference(cls, mod, scale, zero_point):
        return cls(float(scale), int(zero_point))


class ELU(OutputScaled, nn.ELU):
    def __init__(self, scale, zero_point, alpha=1.0):
        super().__init__(alpha)
        self.scale, self.zero_point = scale, zero_point

    def forward(self, input):
        return torch.ao.nn.quantized.functional.elu(input, self.scale, self.zero_point, self.alpha)

    @staticmethod
    def from_float(mod, use_precomputed_fake_quant=False):
        return ELU(*observed(mod), mod.alpha)

    @classmethod
    def from_reference(cls, mod, scale, zero_point):
        return cls(float(scale), int(zero_point), mod.alpha)


class LeakyReLU(OutputScaled, nn.LeakyReLU):
    def __init__(self, scale, zero_point, negative_slope=1e-2, inplace=False, device=None, dtype=None):
        super().__init__(negative_slope, inplace)
        self._scale_by(scale, zero_point, device, dtype)

    def forward(self, input):
        return torch.ops.quantized.leaky_relu(input, self.negative_slope, self.inplace, float(self.scale), int(self.zero_point))

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        return cls(*observed(mod), mod.negative_slope, mod.inplace)

    @classmethod
    def from_reference(cls, mod, scale, zero_point):
        return cls(float(scale), int(zero_point), mod.negative_slope, mod.inplace)


class Sigmoid(nn.Sigmoid):
    def __init__(self, output_scale, output_zero_point):
        super().__init__()
        self.output_scale, self.output_zero_point = output_scale, output_zero_point

    def forward(self, input):
        return torch.ops.quantized.sigmoid(input, self.output_scale, self.output_zero_point)

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        return cls(*observed(mod))


class Softmax(OutputScaled, nn.Softmax):
    def __init__(self, dim=None, scale=1.0, zero_point=0):
        super().__init__()
        self.dim, self.scale, self.zero_point = dim, scale, zero_point

    def forward(self, input):
        dim = self.dim
        if dim is None:
            dim = nn.functional._get_softmax_dim("softmax", input.dim(), 3)
        return torch.ops.quantized.softmax(input, dim, self.scale, self.zero_point)

    @staticmethod
    def from_float(mod, use_precomputed_fake_quant=False):
        return Softmax(mod.dim, *observed(mod))

    @classmethod
    def from_reference(cls, mod, scale, zero_point):
        return cls(mod.dim, float(scale), int(zero_point))


class PReLU(OutputScaled, nn.Module):
    def __init__(self, output_scale, output_zero_point, num_parameters=1):
        super().__init__()
        self.num_parameters = num_parameters
        self.scale, self.zero_point = output_scale, output_zero_point
        weight = torch.randn(num_parameters, dtype=torch.float)
        self.set_weight(torch.quantize_per_tensor(weight, scale=1.0, zero_point=0, dtype=torch.quint8))

    def set_weight(self, w):
        self.weight = w

    def forward(self, input):
        return torch.ops.quantized.prelu(input, self.weight, self.scale, self.zero_point)

    @classmethod
    def _with_weight(cls, mod, scale, zero_point, observer):
        made = cls(scale, zero_point, mod.num_parameters)
        weight = mod.weight.detach().float()
        observer(weight)
        weight_scale, weight_zero_point = observer.calculate_qparams()
        made.set_weight(torch.quantize_per_tensor(weight, float(weight_scale), int(weight_zero_point), torch.quint8))
        return made

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        observer = mod.qconfig.weight()
        if observer.dtype != torch.quint8:
            import warnings

            warnings.warn(f"PReLU's weight observer should have dtype quint8 but got {observer.dtype}")
        return cls._with_weight(mod, *observed(mod), observer)

    @classmethod
    def from_reference(cls, mod, scale, zero_point):
        return cls._with_weight(mod, float(scale), int(zero_point), torch.ao.quantization.default_quint8_weight_qconfig.weight())


class MultiheadAttention(QuantizableMultiheadAttention):
    """Attention with quantised projections, made of one that was watched."""

    _FLOAT_MODULE = QuantizableMultiheadAttention

    def _get_name(self):
        return "QuantizedMultiheadAttention"

    @classmethod
    def from_float(cls, other):
        raise NotImplementedError("It looks like you are trying to convert a non-observed MHA module. Please, see the examples on quantizable MHAs.")

    @classmethod
    def from_observed(cls, other):
        made = torch.ao.quantization.convert(other, mapping=None, inplace=False, remove_qconfig=True, convert_custom_config_dict=None)
        made.__class__ = cls
        for name in ("bias_k", "bias_v"):
            bias = made._parameters.pop(name, None)
            if bias is not None:
                scale, zero_point = torch._choose_qparams_per_tensor(bias, reduce_range=False)
                bias = torch.quantize_per_tensor(bias.detach(), scale, zero_point, torch.quint8)
            setattr(made, name, bias)
        for name in ("in_proj_weight", "in_proj_bias"):
            made._parameters.pop(name, None)
        return made
