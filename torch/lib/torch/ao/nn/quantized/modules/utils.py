"""What quantised modules share."""

import abc

import torch
from torch.nn.modules.module import _addindent

__all__ = ["WeightedQuantizedModule"]


class WeightedQuantizedModule(torch.nn.Module, metaclass=abc.ABCMeta):
    """A quantised module with weights."""

    _NAME = ""

    def _get_name(self):
        return self._NAME or super()._get_name()

    @classmethod
    @abc.abstractmethod
    def from_reference(cls, ref_module, output_scale, output_zero_point):
        raise NotImplementedError


def observed(mod):
    """The scale and zero point that a module's observer tells."""
    scale, zero_point = mod.activation_post_process.calculate_qparams()
    return float(scale), int(zero_point)


def _quantize_weight(float_wt, observer):
    """A weight, by what its observer tells, within the range that it allows."""
    scale, zero_point = observer.calculate_qparams()
    dtype = observer.dtype
    if observer.qscheme in (torch.per_tensor_symmetric, torch.per_tensor_affine):
        made = torch.quantize_per_tensor(float_wt, float(scale), int(zero_point), torch.qint8)
        again = lambda integers: torch._make_per_tensor_quantized_tensor(integers, scale.item(), zero_point.item())
    elif observer.qscheme in (torch.per_channel_symmetric, torch.per_channel_affine):
        made = torch.quantize_per_channel(float_wt, scale.to(torch.double), zero_point.to(torch.int64), observer.ch_axis, torch.qint8)
        again = lambda integers: torch._make_per_channel_quantized_tensor(integers, scale, zero_point, axis=observer.ch_axis)
    elif observer.qscheme == torch.per_channel_affine_float_qparams:
        return torch.quantize_per_channel(float_wt, scale.to(torch.float), zero_point.to(torch.float), observer.ch_axis, dtype)
    else:
        raise ValueError("Unexpected qscheme " + observer.qscheme)
    watch = getattr(observer, "activation_post_process", observer)
    limits = torch.iinfo(made.dtype)
    if watch.quant_min <= limits.min and watch.quant_max >= limits.max:
        return made
    return again(made.int_repr().clamp(watch.quant_min, watch.quant_max))


def _hide_packed_params_repr(self, params):
    """The text of a module without its packed weights."""
    told = self.extra_repr()
    lines = told.split("\n") if told else []
    children = [f"({key}): {_addindent(repr(module), 2)}" for key, module in self._modules.items() if not isinstance(module, params)]
    body = lines[0] if len(lines) == 1 and not children else "".join("\n  " + line for line in lines + children) + ("\n" if lines + children else "")
    return f"{self._get_name()}({body})"


class OutputScaled:
    """A module whose output has a scale and a zero point, in buffers."""

    def _scale_by(self, scale, zero_point, device=None, dtype=None):
        self.register_buffer("scale", torch.tensor(scale, device=device, dtype=dtype))
        self.register_buffer("zero_point", torch.tensor(zero_point, device=device, dtype=dtype))


    def _get_name(self):
        return "Quantized" + type(self).__name__
