"""From numbers to quantised ones, and back."""

import torch


class Quantize(torch.nn.Module):
    """Quantises its input."""

    def __init__(self, scale, zero_point, dtype, factory_kwargs=None):
        super().__init__()
        given = factory_kwargs or {}
        self.register_buffer("scale", torch.tensor([scale], **given))
        self.register_buffer("zero_point", torch.tensor([zero_point], **{**given, "dtype": torch.long}))
        self.dtype = dtype

    def extra_repr(self):
        return f"scale={self.scale}, zero_point={self.zero_point}, dtype={self.dtype}"

    @staticmethod
    def from_float(mod, use_precomputed_fake_quant=False):
        if not hasattr(mod, "activation_post_process"):
            raise AssertionError(f"Module {type(mod).__name__} must have activation_post_process attribute")
        watch = mod.activation_post_process
        scale, zero_point = watch.calculate_qparams()
        return Quantize(scale.float().item(), zero_point.long().item(), watch.dtype)

    def forward(self, X):
        return torch.quantize_per_tensor(X, float(self.scale), int(self.zero_point), self.dtype)


class DeQuantize(torch.nn.Module):
    """Makes numbers of its quantised input."""

    def forward(self, Xq):
        return Xq.dequantize()

    @staticmethod
    def from_float(mod, use_precomputed_fake_quant=False):
        return DeQuantize()
