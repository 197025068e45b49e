"""Quantised convolutions."""

import torch
import torch.ao.nn.intrinsic as nni
import torch.ao.nn.intrinsic.qat as nniqat
from torch import nn
from torch.ao.nn.quantized.modules.utils import WeightedQuantizedModule, _quantize_weight
from torch.nn import functional as F
from torch.nn.modules.utils import _ntuple
from torch.nn.utils.fusion import fuse_conv_bn_weights

__all__ = ["Conv1d", "Conv2d", "Conv3d", "ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d"]


class _ConvNd(WeightedQuantizedModule):
    """A convolution of quantised tensors. _DIMS is the number of dimensions it goes along."""

    _FUSED = ()
    transposed = False

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, padding_mode="zeros", device=None, dtype=None):
        self._init(in_channels, out_channels, kernel_size, stride, padding, dilation, 0, groups, bias, padding_mode)

    def _init(self, in_channels, out_channels, kernel_size, stride, padding, dilation, output_padding, groups, bias, padding_mode):
        super().__init__()
        if out_channels <= 0:
            raise ValueError(f"out_channels must be greater than 0, got {out_channels}")
        for name, channels in (("in_channels", in_channels), ("out_channels", out_channels)):
            if channels % groups:
                raise ValueError(f"{name} must be divisible by groups")
        if padding_mode not in ("zeros", "reflect"):
            raise ValueError(f"'padding_mode' {padding_mode} is not supported by quantized convolution")
        each = _ntuple(self._DIMS)
        self.in_channels, self.out_channels, self.kernel_size, self.stride = in_channels, out_channels, each(kernel_size), each(stride)
        self.padding = padding if isinstance(padding, str) else each(padding)
        self.dilation, self.output_padding, self.groups, self.padding_mode = each(dilation), each(output_padding), groups, padding_mode
        channels = [in_channels, out_channels // groups] if self.transposed else [out_channels, in_channels // groups]
        self._padding_of_sides = [side for p in reversed(self.padding) for side in (p, p)] if padding_mode != "zeros" else [0]
        weight = torch._empty_affine_quantized([*channels, *self.kernel_size], scale=1, zero_point=0, dtype=torch.qint8)
        self.set_weight_bias(weight, torch.zeros(out_channels, dtype=torch.float) if bias else None)
        self.scale, self.zero_point = 1.0, 0

    def _operator(self, suffix):
        return getattr(torch.ops.quantized, f"conv{'_transpose' if self.transposed else ''}{self._DIMS}d{suffix}")

    def set_weight_bias(self, w, b):
        steps = [list(self.stride), self._own_padding(), list(self.dilation), self.groups]
        if self.transposed:
            steps.insert(2, list(self.output_padding))
        self._packed_params = self._operator("_prepack")(w, b, *steps)

    def _own_padding(self):
        """What the operator pads with zeros itself."""
        return list(self.padding) if self.padding_mode == "zeros" else [0] * self._DIMS

    def _padded(self, input):
        if self.padding_mode == "zeros":
            return input
        return F.pad(input, self._padding_of_sides, mode=self.padding_mode)

    def _weight_bias(self):
        return self._operator("_unpack")(self._packed_params)

    def weight(self):
        return self._weight_bias()[0]

    def bias(self):
        return self._weight_bias()[1]

    def extra_repr(self):
        told = [f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}, scale={self.scale}, zero_point={self.zero_point}"]
        usual = {"padding": (0,) * self._DIMS, "dilation": (1,) * self._DIMS, "output_padding": (0,) * self._DIMS, "groups": 1}
        told += [f"{name}={getattr(self, name)}" for name, value in usual.items() if getattr(self, name) != value]
        return ", ".join(told + ["bias=False"] * (self.bias() is None))

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        weight, bias = self._weight_bias()
        destination.update({prefix + "weight": weight, prefix + "bias": bias, prefix + "scale": torch.tensor(self.scale), prefix + "zero_point": torch.tensor(self.zero_point)})

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, *lists):
        weight, bias, scale, zero_point = (state_dict.pop(prefix + name) for name in ("weight", "bias", "scale", "zero_point"))
        self.set_weight_bias(weight, bias)
        self.scale, self.zero_point = float(scale), int(zero_point)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, False, *lists)

    @classmethod
    def _shaped(cls, mod):
        return cls(mod.in_channels, mod.out_channels, mod.kernel_size, mod.stride, mod.padding, mod.dilation, mod.groups, mod.bias is not None, mod.padding_mode)

    @classmethod
    def get_qconv(cls, mod, activation_post_process, weight_post_process=None):
        """The layer for a float one and its observers; without one of outputs, as for dynamic quantisation, the scale stays 1."""
        observer = weight_post_process or mod.qconfig.weight()
        observer(mod.weight)
        if observer.dtype != torch.qint8:
            raise AssertionError(f"Weight observer must have a dtype of qint8, got {observer.dtype}")
        made = cls._shaped(mod)
        made.set_weight_bias(_quantize_weight(mod.weight.float(), observer), mod.bias)
        if activation_post_process is not None and activation_post_process.dtype != torch.float:
            scale, zero_point = activation_post_process.calculate_qparams()
            made.scale, made.zero_point = float(scale), int(zero_point)
        return made

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        watch = getattr(mod, "activation_post_process", None)
        if hasattr(mod, "weight_fake_quant"):
            if type(mod) is cls._NNIQAT_CONV_BN_MODULE:
                mod.weight, mod.bias = mod._folded(fuse_conv_bn_weights)
            if watch is None:
                raise AssertionError("Input QAT module must have observer attached")
            return cls.get_qconv(mod, watch, mod.weight_fake_quant)
        if type(mod) is not cls._FLOAT_MODULE:
            raise AssertionError(f"nnq.{cls.__name__}.from_float only works for {cls._FLOAT_MODULE.__name__} but got: {type(mod).__name__}")
        if not hasattr(mod, "qconfig"):
            raise AssertionError("Input float module must have qconfig defined.")
        if isinstance(mod, nni._FusedModule):
            mod = mod[0]
        return cls.get_qconv(mod, watch, mod.qconfig.weight())

    @classmethod
    def from_reference(cls, ref_qconv, output_scale, output_zero_point):
        made = cls._shaped(ref_qconv)
        made.set_weight_bias(ref_qconv.get_quantized_weight(), ref_qconv.bias)
        made.scale, made.zero_point = float(output_scale), int(output_zero_point)
        return made


class Conv1d(_ConvNd):
    _DIMS, _FLOAT_MODULE, _NNIQAT_CONV_BN_MODULE, _NAME = 1, nn.Conv1d, nniqat.ConvBn1d, "QuantizedConv1d"

    def forward(self, input):
        if input.dim() != 3:
            raise ValueError("Input shape must be `(N, C, L)`!")
        return torch.ops.quantized.conv1d(self._padded(input), self._packed_params, self.scale, self.zero_point)


class Conv2d(_ConvNd):
    _DIMS, _FLOAT_MODULE, _NNIQAT_CONV_BN_MODULE, _NAME = 2, nn.Conv2d, nniqat.ConvBn2d, "QuantizedConv2d"

    def forward(self, input):
        if input.dim() != 4:
            raise ValueError("Input shape must be `(N, C, H, W)`!")
        return torch.ops.quantized.conv2d(self._padded(input), self._packed_params, self.scale, self.zero_point)


class Conv3d(_ConvNd):
    _DIMS, _FLOAT_MODULE, _NNIQAT_CONV_BN_MODULE, _NAME = 3, nn.Conv3d, nniqat.ConvBn3d, "QuantizedConv3d"

    def forward(self, input):
        if input.dim() != 5:
            raise ValueError("Input shape must be `(N, C, D, H, W)`!")
        return torch.ops.quantized.conv3d(self._padded(input), self._packed_params, self.scale, self.zero_point)


class _ConvTransposeNd(_ConvNd):
    """A transposed convolution."""

    _NNIQAT_CONV_BN_MODULE = None
    transposed = True

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True, dilation=1, padding_mode="zeros", device=None, dtype=None):
        if padding_mode != "zeros":
            raise ValueError(f'Only "zeros" padding mode is supported for {self.__class__.__name__}')
        self._init(in_channels, out_channels, kernel_size, stride, padding, dilation, output_padding, groups, bias, padding_mode)

    @classmethod
    def _shaped(cls, mod):
        return cls(mod.in_channels, mod.out_channels, mod.kernel_size, mod.stride, mod.padding, mod.output_padding, mod.groups, mod.bias is not None, mod.dilation, mod.padding_mode)


class ConvTranspose1d(_ConvTransposeNd):
    _DIMS, _FLOAT_MODULE, _NAME = 1, nn.ConvTranspose1d, "QuantizedConvTranspose1d"

    def forward(self, input):
        if input.dim() != 3:
            raise ValueError("Input shape must be `(N, C, L)`!")
        return torch.ops.quantized.conv_transpose1d(self._padded(input), self._packed_params, self.scale, self.zero_point)


class ConvTranspose2d(_ConvTransposeNd):
    _DIMS, _FLOAT_MODULE, _NAME = 2, nn.ConvTranspose2d, "QuantizedConvTranspose2d"

    def forward(self, input):
        if input.dim() != 4:
            raise ValueError("Input shape must be `(N, C, H, W)`!")
        return torch.ops.quantized.conv_transpose2d(self._padded(input), self._packed_params, self.scale, self.zero_point)


class ConvTranspose3d(_ConvTransposeNd):
    _DIMS, _FLOAT_MODULE, _NAME = 3, nn.ConvTranspose3d, "QuantizedConvTranspose3d"

    def forward(self, input):
        if input.dim() != 5:
            raise ValueError("Input shape must be `(N, C, D, H, W)`!")
        return torch.ops.quantized.conv_transpose3d(self._padded(input), self._packed_params, self.scale, self.zero_point)
