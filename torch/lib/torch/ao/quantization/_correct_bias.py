"""Taking the mean error that quantizing makes in each channel out of the bias."""
import torch
import torch.ao.nn.quantized as nnq
import torch.ao.ns._numeric_suite as ns
from torch import nn

__all__ = ["get_module", "parent_child_names", "get_param", "MeanShadowLogger", "bias_correction"]

_supported_modules = {nn.Linear, nn.Conv2d}
_supported_modules_quantized = {nnq.Linear, nnq.Conv2d}


def get_module(model, name):
    return dict(model.named_modules())[name]


def parent_child_names(name):
    parent, _, child = name.rpartition(".")
    return parent, child


def get_param(module, attr):
    """A parameter, which quantized modules give by calling a method."""
    param = getattr(module, attr, None)
    return param() if callable(param) else param


class MeanShadowLogger(ns.Logger):
    """Keeps the means of what a quantized module and its shadow have given."""

    def __init__(self):
        super().__init__()
        self.clear()

    def forward(self, x, y):
        if x.is_quantized:
            x = x.dequantize()
        self.count += 1
        self.quant_sum = x if self.quant_sum is None else self.quant_sum + x
        self.float_sum = y if self.float_sum is None else self.float_sum + y
        self.stats["quantized"] = self.quant_sum / self.count
        self.stats["float"] = self.float_sum / self.count

    def clear(self):
        self.stats["float"] = self.stats["quantized"] = None
        self.count = 0
        self.float_sum = self.quant_sum = None


def bias_correction(float_model, quantized_model, img_data, target_modules=_supported_modules_quantized, neval_batches=None):
    """Corrects the biases of quantized_model one module after the other, so that each sees what the corrected ones before it give. It keeps its shadows."""
    ns.prepare_model_with_stubs(float_model, quantized_model, _supported_modules, MeanShadowLogger)
    for name in [name for name, module in quantized_model.named_modules() if type(module) in target_modules]:
        bias = get_param(get_module(quantized_model, name), "bias")
        if bias is None:
            continue
        for count, data in enumerate(img_data, 1):
            quantized_model(data[0])
            if count == neval_batches:
                break
        seen = ns.get_logger_dict(quantized_model)[parent_child_names(name)[0] + ".stats"]
        error = seen["quantized"] - seen["float"]
        bias.data = bias.data - torch.mean(error, [d for d in range(error.dim()) if d != 1])
        for module in quantized_model.modules():
            if isinstance(module, MeanShadowLogger):
                module.clear()
