"""Weights that go through a quantised form."""

import torch

_PER_TENSOR = torch.per_tensor_affine, torch.per_tensor_symmetric
_PER_CHANNEL = torch.per_channel_affine, torch.per_channel_symmetric, torch.per_channel_affine_float_qparams
_INTEGERS = torch.quint8, torch.qint8, torch.qint32, torch.quint4x2


class WeightQParams:
    """How one weight is quantised, in buffers whose names begin with that of the weight."""

    @staticmethod
    def put(module, name, qparams, device=None):
        qparams = qparams or {"qscheme": torch.per_tensor_affine, "dtype": torch.quint8, "scale": 1.0, "zero_point": 0}
        scheme, dtype = qparams["qscheme"], qparams["dtype"]
        if scheme not in (None, *_PER_TENSOR, *_PER_CHANNEL):
            raise AssertionError(f"qscheme: {scheme} is not support in reference quantized {module._get_name()}")
        setattr(module, name + "_qscheme", scheme)
        setattr(module, name + "_dtype", dtype)
        module.is_decomposed = qparams.get("is_decomposed", False)
        if scheme is None:
            return
        if module.is_decomposed:
            setattr(module, name + "_quant_min", qparams.get("quant_min"))
            setattr(module, name + "_quant_max", qparams.get("quant_max"))
        zero_type = torch.float if scheme == torch.per_channel_affine_float_qparams else torch.int
        axis = qparams["axis"] if scheme in _PER_CHANNEL else 0
        for key, value, kind in (("scale", qparams["scale"], torch.float), ("zero_point", qparams["zero_point"], zero_type), ("axis", axis, torch.int)):
            kept = value.detach().clone().to(device) if isinstance(value, torch.Tensor) and key != "axis" else torch.tensor(value, dtype=kind, device=device)
            module.register_buffer(f"{name}_{key}", kept)
        setattr(module, name + "_axis_int", int(axis))

    @staticmethod
    def quantized(module, name, weight):
        """The weight in its quantised form, the weight itself where there is none."""
        scheme, dtype = getattr(module, name + "_qscheme"), getattr(module, name + "_dtype")
        if scheme is None:
            return weight
        if dtype == torch.float16:
            return weight.to(dtype)
        scale, zero_point = getattr(module, name + "_scale"), getattr(module, name + "_zero_point")
        if module.is_decomposed:
            ops, numbers = WeightQParams._plain(module, name)
            return ops[0](weight, *numbers)
        if dtype not in _INTEGERS:
            raise AssertionError(f"unsupported dtype: {dtype}")
        if scheme in _PER_TENSOR:
            return torch.quantize_per_tensor(weight, scale, zero_point, dtype)
        return torch.quantize_per_channel(weight, scale, zero_point, getattr(module, name + "_axis_int"), dtype)

    @staticmethod
    def rounded(module, name, weight):
        made = WeightQParams.quantized(module, name, weight)
        if made is weight or getattr(module, name + "_dtype") == torch.float16:
            return made.to(torch.float32)
        if module.is_decomposed:
            ops, numbers = WeightQParams._plain(module, name)
            return ops[1](made, *numbers)
        return made.dequantize()

    @staticmethod
    def _plain(module, name):
        """The operators on plain integers that quantise the weight and make floats of it, and their numbers."""
        from torch.ao.quantization.fx import _decomposed as _  # defines the operators

        ops, of = torch.ops.quantized_decomposed, [getattr(module, f"{name}_{key}") for key in ("scale", "zero_point", "axis_int", "quant_min", "quant_max", "dtype")]
        if getattr(module, name + "_qscheme") in _PER_TENSOR:
            return (ops.quantize_per_tensor.tensor, ops.dequantize_per_tensor.tensor), [*of[:2], *of[3:]]
        return (ops.quantize_per_channel.default, ops.dequantize_per_channel.default), of

    @staticmethod
    def save(module, name, destination, prefix):
        for key in ("qscheme", "dtype"):
            destination[f"{prefix}{name}_{key}"] = getattr(module, f"{name}_{key}")

    @staticmethod
    def load(module, name, state_dict, prefix):
        for key in ("qscheme", "dtype"):
            setattr(module, f"{name}_{key}", state_dict.pop(f"{prefix}{name}_{key}"))


class ReferenceQuantizedModule(torch.nn.Module):
    """A layer with one such weight."""

    _IS_REFERENCE = True

    def _init_weight_qparams(self, weight_qparams, device):
        WeightQParams.put(self, "weight", weight_qparams, device)

    def get_weight(self):
        return WeightQParams.rounded(self, "weight", self.weight)

    def get_quantized_weight(self):
        return WeightQParams.quantized(self, "weight", self.weight)

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        WeightQParams.save(self, "weight", destination, prefix)

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, *lists):
        WeightQParams.load(self, "weight", state_dict, prefix)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, False, *lists)

    @classmethod
    def from_float(cls, float_layer, weight_qparams):
        """The layer for a float one, with its parameters."""
        made = cls(*(getattr(float_layer, name) for name in cls._ARGUMENTS), **cls._more(float_layer), weight_qparams=weight_qparams)
        made.weight = torch.nn.Parameter(float_layer.weight.detach(), requires_grad=float_layer.weight.requires_grad)
        if getattr(float_layer, "bias", None) is not None:
            made.bias = torch.nn.Parameter(float_layer.bias.detach())
        return made

    @classmethod
    def _more(cls, float_layer):
        return {}
