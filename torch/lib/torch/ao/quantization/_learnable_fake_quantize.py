"""Rounding with a scale and a zero point that are learned."""

import math

import torch
from torch.ao.quantization.fake_quantize import FakeQuantizeBase
from torch.nn.parameter import Parameter

__all__ = []


class _LearnableFakeQuantize(FakeQuantizeBase):
    """Rounds by parameters, which follow an observer while static_enabled is on, and are trained while learning_enabled is. channel_len is the number of channels, -1 for one scale; with
    use_grad_scaling the gradients of both are divided by the root of the number of elements and levels."""

    def __init__(self, observer, quant_min=0, quant_max=255, scale=1.0, zero_point=0.0, channel_len=-1, use_grad_scaling=False, **observer_kwargs):
        super().__init__()
        if quant_min >= quant_max:
            raise AssertionError("quant_min must be strictly less than quant_max.")
        if channel_len != -1 and not (isinstance(channel_len, int) and channel_len > 0):
            raise AssertionError("Channel size must be a positive integer.")
        self.quant_min, self.quant_max, self.use_grad_scaling = quant_min, quant_max, use_grad_scaling
        channels = 1 if channel_len == -1 else channel_len
        self.scale, self.zero_point = Parameter(torch.tensor([scale] * channels)), Parameter(torch.tensor([zero_point] * channels))
        self.activation_post_process = observer(**{**observer_kwargs, "quant_min": quant_min, "quant_max": quant_max})
        limits = torch.iinfo(self.activation_post_process.dtype)
        if limits.min > quant_min:
            raise AssertionError("quant_min out of bound")
        if quant_max > limits.max:
            raise AssertionError("quant_max out of bound")
        self.dtype, self.qscheme = self.activation_post_process.dtype, self.activation_post_process.qscheme
        self.ch_axis = getattr(self.activation_post_process, "ch_axis", -1)
        for name, on in (("fake_quant_enabled", 1), ("static_enabled", 1), ("learning_enabled", 0)):
            self.register_buffer(name, torch.tensor([on], dtype=torch.uint8))
        self.bitwidth = int(math.log2(quant_max - quant_min + 1))
        self.register_buffer("eps", torch.tensor([torch.finfo(torch.float32).eps]))

    def enable_param_learning(self):
        return self.toggle_qparam_learning(True).toggle_fake_quant(True).toggle_observer_update(False)

    def enable_static_estimate(self):
        self.toggle_qparam_learning(False).toggle_fake_quant(True).toggle_observer_update(True)

    def enable_static_observation(self):
        self.toggle_qparam_learning(False).toggle_fake_quant(False).toggle_observer_update(True)

    def toggle_observer_update(self, enabled=True):
        self.static_enabled[0] = int(enabled)
        return self

    def enable_observer(self, enabled=True):
        self.toggle_observer_update(enabled)

    def toggle_qparam_learning(self, enabled=True):
        self.learning_enabled[0] = int(enabled)
        self.scale.requires_grad = self.zero_point.requires_grad = enabled
        return self

    def toggle_fake_quant(self, enabled=True):
        self.fake_quant_enabled[0] = int(enabled)
        return self

    def observe_quant_params(self):
        print(f"_LearnableFakeQuantize Scale: {self.scale.detach()}")
        print(f"_LearnableFakeQuantize Zero Point: {self.zero_point.detach()}")

    def calculate_qparams(self):
        self.scale.data.clamp_(min=self.eps.item())
        return self.scale.detach(), self.zero_point.detach().round().clamp(self.quant_min, self.quant_max).long()

    def forward(self, X):
        if self.static_enabled[0] == 1:
            self.activation_post_process(X.detach())
            scale, zero_point = self.activation_post_process.calculate_qparams()
            self.scale.data.copy_(scale)
            self.zero_point.data.copy_(zero_point)
        else:
            self.scale.data.clamp_(min=self.eps.item())
        if self.fake_quant_enabled[0] != 1:
            return X
        if self.qscheme in (torch.per_channel_symmetric, torch.per_tensor_symmetric):
            self.zero_point.data.zero_()
        factor = 1.0 / (X.numel() * self.quant_max) ** 0.5 if self.use_grad_scaling else 1.0
        if self.qscheme in (torch.per_channel_symmetric, torch.per_channel_affine):
            return torch._fake_quantize_learnable_per_channel_affine(X, self.scale, self.zero_point, self.ch_axis, self.quant_min, self.quant_max, factor)
        return torch._fake_quantize_learnable_per_tensor_affine(X, self.scale, self.zero_point, self.quant_min, self.quant_max, factor)
