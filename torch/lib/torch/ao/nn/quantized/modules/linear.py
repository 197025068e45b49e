"""Quantised linear layers."""

import torch
import torch.ao.nn.intrinsic as nni
import torch.ao.nn.intrinsic.qat as nniqat
from torch import nn
from torch.ao.nn.quantized.modules.utils import WeightedQuantizedModule, _hide_packed_params_repr, _quantize_weight, observed
from torch.nn.utils.fusion import fuse_linear_bn_weights
from torch.nn.utils.parametrize import type_before_parametrizations

__all__ = ["LinearPackedParams", "Linear"]


class LinearPackedParams(nn.Module):
    """A weight and a bias, packed; a file has them as they are."""

    _version = 3

    def __init__(self, dtype=torch.qint8):
        super().__init__()
        self.dtype = dtype
        self.set_weight_bias(_blank(1, 1, dtype), None)

    def set_weight_bias(self, weight, bias):
        if self.dtype not in (torch.qint8, torch.float16):
            raise RuntimeError("Unsupported dtype on dynamic quantized linear!")
        pack = torch.ops.quantized.linear_prepack if self.dtype == torch.qint8 else torch.ops.quantized.linear_prepack_fp16
        self._packed_params = pack(weight, bias)

    def _weight_bias(self):
        return torch.ops.quantized.linear_unpack(self._packed_params)

    def forward(self, x):
        return x

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        destination.update({prefix + "dtype": self.dtype, prefix + "_packed_params": self._weight_bias()})

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, *lists):
        version = local_metadata.get("version", None) or 1
        take = lambda name: state_dict.pop(prefix + name)
        self.dtype = take("dtype") if version >= 2 else torch.qint8
        self.set_weight_bias(*(take("_packed_params") if version >= 3 else (take("weight"), take("bias"))))
        super()._load_from_state_dict(state_dict, prefix, local_metadata, False, *lists)

    def __repr__(self):
        return repr(self._weight_bias())


def _blank(outs, ins, dtype):
    if dtype == torch.qint8:
        return torch._empty_affine_quantized([outs, ins], scale=1, zero_point=0, dtype=torch.qint8)
    if dtype == torch.float16:
        return torch.zeros([outs, ins], dtype=torch.float)
    raise RuntimeError("Unsupported dtype specified for quantized Linear!")


class Linear(WeightedQuantizedModule):
    """A linear layer of quantised tensors."""

    _version = 3
    _FLOAT_MODULE, _NAME = (nn.Linear, nn.modules.linear.NonDynamicallyQuantizableLinear), "QuantizedLinear"

    def __init__(self, in_features, out_features, bias_=True, dtype=torch.qint8):
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        weight = _blank(out_features, in_features, dtype)
        self._packed_params = LinearPackedParams(dtype)
        self._packed_params.set_weight_bias(weight, torch.zeros(out_features, dtype=torch.float) if bias_ else None)
        self.scale, self.zero_point = 1.0, 0

    def extra_repr(self):
        return f"in_features={self.in_features}, out_features={self.out_features}, scale={self.scale}, zero_point={self.zero_point}, qscheme={self.weight().qscheme()}"

    def __repr__(self):
        return _hide_packed_params_repr(self, LinearPackedParams)

    def forward(self, x):
        return torch.ops.quantized.linear(x, self._packed_params._packed_params, self.scale, self.zero_point)

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        destination.update({prefix + "scale": torch.tensor(self.scale), prefix + "zero_point": torch.tensor(self.zero_point)})

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, *lists):
        self.scale, self.zero_point = float(state_dict.pop(prefix + "scale")), int(state_dict.pop(prefix + "zero_point"))
        if local_metadata.get("version", None) in (None, 1):
            for name in ("weight", "bias"):
                state_dict[f"{prefix}_packed_params.{name}"] = state_dict.pop(prefix + name)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, False, *lists)

    def _weight_bias(self):
        return self._packed_params._weight_bias()

    def weight(self):
        return self._weight_bias()[0]

    def bias(self):
        return self._weight_bias()[1]

    def set_weight_bias(self, w, b):
        self._packed_params.set_weight_bias(w, b)

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        """The layer for one that was watched, or trained with rounded weights."""
        whole = mod
        if hasattr(mod, "weight_fake_quant"):
            if type_before_parametrizations(mod) == nniqat.LinearBn1d:
                mod.weight, mod.bias = mod._folded(fuse_linear_bn_weights)
            observer = mod.weight_fake_quant
        else:
            kinds = cls._FLOAT_MODULE if isinstance(cls._FLOAT_MODULE, (tuple, list)) else (cls._FLOAT_MODULE,)
            if type_before_parametrizations(mod) not in kinds:
                raise AssertionError(f"nnq.{cls.__name__}.from_float only works for {', '.join(kind.__name__ for kind in kinds)}, but got: {type(mod)}")
            if not hasattr(mod, "qconfig"):
                raise AssertionError("Input float module must have qconfig defined")
            if isinstance(mod, nni._FusedModule):
                mod = mod[0]
            observer = mod.qconfig.weight()
        if not use_precomputed_fake_quant:
            observer(mod.weight)
        if observer.dtype != torch.qint8:
            raise AssertionError(f"Weight observer must have dtype torch.qint8, got {observer.dtype}")
        scale, zero_point = observed(whole)
        made = cls._sized(mod, whole, observer.dtype)
        made.set_weight_bias(_quantize_weight(mod.weight.float(), observer), mod.bias)
        made.scale, made.zero_point = scale, zero_point
        return made

    @classmethod
    def _sized(cls, mod, whole, dtype):
        return cls(mod.in_features, mod.out_features, dtype=dtype)

    @classmethod
    def from_reference(cls, ref_qlinear, output_scale, output_zero_point):
        made = cls(ref_qlinear.in_features, ref_qlinear.out_features)
        made.set_weight_bias(ref_qlinear.get_quantized_weight(), ref_qlinear.bias)
        made.scale, made.zero_point = float(output_scale), int(output_zero_point)
        return made
