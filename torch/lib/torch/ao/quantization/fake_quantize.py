"""Modules that round numbers as quantisation would, so that training gets used to it."""

import abc
import warnings

import torch
from torch.ao.quantization.observer import (
    _PER_CHANNEL, _with_args, FixedQParamsObserver, MinMaxObserver, MovingAverageMinMaxObserver, MovingAveragePerChannelMinMaxObserver,
    default_fixed_qparams_range_0to1_observer, default_fixed_qparams_range_neg1to1_observer,
)
from torch.nn import Module

_SYMMETRIC = (torch.per_tensor_symmetric, torch.per_channel_symmetric)


class FakeQuantizeBase(abc.ABC, Module):
    """Switches for watching and for rounding."""

    def __init__(self):
        super().__init__()
        self.register_buffer("fake_quant_enabled", torch.tensor([1], dtype=torch.uint8))
        self.register_buffer("observer_enabled", torch.tensor([1], dtype=torch.uint8))

    @abc.abstractmethod
    def forward(self, x):
        pass

    @abc.abstractmethod
    def calculate_qparams(self, **kwargs):
        pass

    @torch.jit.export
    def enable_fake_quant(self, enabled: bool = True) -> None:
        self.fake_quant_enabled[0] = 1 if enabled else 0

    @torch.jit.export
    def disable_fake_quant(self):
        self.enable_fake_quant(False)

    @torch.jit.export
    def enable_observer(self, enabled: bool = True) -> None:
        self.observer_enabled[0] = 1 if enabled else 0

    @torch.jit.export
    def disable_observer(self):
        self.enable_observer(False)

    @classmethod
    def with_args(cls, **kwargs):
        made = _with_args(cls, **kwargs)
        made.__module__ = "torch.ao.quantization.fake_quantize"
        return made


class FakeQuantize(FakeQuantizeBase):
    """Watches by an observer, and rounds by what that tells."""

    def __init__(self, observer=MovingAverageMinMaxObserver, quant_min=None, quant_max=None, is_dynamic=False, **observer_kwargs):
        super().__init__()
        if quant_min is not None and quant_max is not None:
            assert quant_min <= quant_max, "quant_min must be less than or equal to quant_max"
            dtype = observer_kwargs.get("dtype", torch.quint8)
            if hasattr(observer, "p"):
                dtype = getattr(getattr(observer, "p", {}), "keywords", {}).get("dtype", dtype)
            limits = torch.iinfo(dtype)
            assert limits.min <= quant_min, "quant_min out of bound"
            assert quant_max <= limits.max, "quant_max out of bound"
            observer_kwargs.update({"quant_min": quant_min, "quant_max": quant_max})
        observer_kwargs["is_dynamic"] = is_dynamic
        if observer in (torch.ao.quantization.PerChannelMinMaxObserver,) and not is_dynamic:
            observer_kwargs.pop("is_dynamic")
        self.activation_post_process = watch = observer(**observer_kwargs)
        self.quant_min, self.quant_max, self.is_dynamic = watch.quant_min, watch.quant_max, watch.is_dynamic
        real = watch.qscheme == torch.per_channel_affine_float_qparams
        self.register_buffer("scale", torch.tensor([1.0], dtype=torch.float))
        self.register_buffer("zero_point", torch.tensor([0], dtype=torch.float if real else torch.int))
        self.dtype, self.qscheme = watch.dtype, watch.qscheme
        self.ch_axis = watch.ch_axis if hasattr(watch, "ch_axis") else -1
        self.is_per_channel = self.qscheme in _PER_CHANNEL

    @torch.jit.export
    def calculate_qparams(self):
        return self.activation_post_process.calculate_qparams()

    def forward(self, X):
        if self.observer_enabled[0] == 1:
            self.activation_post_process(X.detach())
            scale, zero_point = self.calculate_qparams()
            if self.scale.shape != scale.shape:
                self.scale.resize_(scale.shape)
                self.zero_point.resize_(zero_point.shape)
            self.scale.copy_(scale)
            self.zero_point.copy_(zero_point)
        return self._rounded(X) if self.fake_quant_enabled[0] == 1 else X

    def _rounded(self, X):
        if self.is_per_channel:
            return torch.fake_quantize_per_channel_affine(X, self.scale, self.zero_point, self.ch_axis, self.quant_min, self.quant_max)
        return torch.fake_quantize_per_tensor_affine(X, self.scale, self.zero_point, self.quant_min, self.quant_max)

    def extra_repr(self):
        return (f"fake_quant_enabled={self.fake_quant_enabled}, observer_enabled={self.observer_enabled}, quant_min={self.activation_post_process.quant_min}, "
                f"quant_max={self.activation_post_process.quant_max}, dtype={self.dtype}, qscheme={self.qscheme}, ch_axis={self.ch_axis}, scale={self.scale}, zero_point={self.zero_point}")

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        destination[prefix + "scale"], destination[prefix + "zero_point"] = self.scale, self.zero_point

    def _load_from_state_dict(self, state_dict, prefix, *args, **kwargs):
        for name in ("scale", "zero_point"):
            if prefix + name in state_dict:
                getattr(self, name).resize_(state_dict[prefix + name].shape)
        super()._load_from_state_dict(state_dict, prefix, *args, **kwargs)


class FixedQParamsFakeQuantize(FakeQuantize):
    """Rounds by a scale and zero point that are given."""

    def __init__(self, observer):
        super().__init__(observer=observer)
        assert type(self.activation_post_process) is FixedQParamsObserver, f"{self.__class__.__name__}'s observer must be a {FixedQParamsObserver.__name__}"
        self._observer_ctr = observer
        self.scale, self.zero_point = self.activation_post_process.scale, self.activation_post_process.zero_point
        assert self.qscheme not in _PER_CHANNEL, "Only per tensor quantization is supported FixedQParamsFakeQuantize module, got qscheme:" + str(self.qscheme)

    @torch.jit.export
    def calculate_qparams(self):
        return self.scale, self.zero_point

    def extra_repr(self):
        return (f"fake_quant_enabled={self.fake_quant_enabled}, observer_enabled={self.observer_enabled}, scale={self.scale}, zero_point={self.zero_point}, dtype={self.dtype}, "
                f"quant_min={self.activation_post_process.quant_min}, quant_max={self.activation_post_process.quant_max}, qscheme={self.qscheme}")


class FusedMovingAvgObsFakeQuantize(FakeQuantize):
    """FakeQuantize with averages of the extremes, in one step."""

    def __init__(self, observer=MovingAverageMinMaxObserver, quant_min=0, quant_max=255, is_dynamic=False, **observer_kwargs):
        super().__init__(observer, quant_min, quant_max, is_dynamic, **observer_kwargs)
        assert isinstance(self.activation_post_process, (MovingAverageMinMaxObserver, MovingAveragePerChannelMinMaxObserver)), "Fused observer+fake_quant module only works with MovingAverageMinMaxObserver"
        self.register_buffer("fake_quant_enabled", torch.tensor([1], dtype=torch.long))
        self.register_buffer("observer_enabled", torch.tensor([1], dtype=torch.long))
        self.is_symmetric_quant = self.qscheme in _SYMMETRIC

    @torch.jit.export
    def calculate_qparams(self):
        return self.activation_post_process.calculate_qparams()

    def forward(self, X):
        watch = self.activation_post_process
        return torch.fused_moving_avg_obs_fake_quant(
            X, self.observer_enabled, self.fake_quant_enabled, watch.min_val, watch.max_val, self.scale, self.zero_point,
            watch.averaging_constant, watch.quant_min, watch.quant_max, self.ch_axis, self.is_per_channel, self.is_symmetric_quant)

    def extra_repr(self):
        return (f"fake_quant_enabled={self.fake_quant_enabled}, observer_enabled={self.observer_enabled}, scale={self.scale}, zero_point={self.zero_point}, dtype={self.dtype}, "
                f"quant_min={self.activation_post_process.quant_min}, quant_max={self.activation_post_process.quant_max}, qscheme={self.qscheme}, reduce_range={self.activation_post_process.reduce_range}")


def ranges_of(low, high, quant_min, quant_max, symmetric):
    """Scales and zero points of ranges; symmetric ones only where a range has numbers of both signs."""
    from torch._quantized.functions import chosen

    made = []
    for a, b in zip(low.tolist(), high.tolist()):
        if symmetric and a < 0 < b:
            half = -((quant_max - quant_min) // 2 + 1)
            reach = max(abs(a / half), abs(b / (quant_max - quant_min + half)))
            scale, _ = chosen(reach * half, reach * (quant_max - quant_min + half), quant_min, quant_max)
            made.append((scale, (quant_min + quant_max + 1) // 2))
        else:
            made.append(chosen(a, b, quant_min, quant_max))
    return torch.tensor([s for s, _ in made]), torch.tensor([z for _, z in made])


def _switch(name):
    def function(mod):
        if isinstance(mod, FakeQuantizeBase):
            getattr(mod, name)()

    function.__name__ = function.__qualname__ = name
    return function


disable_fake_quant, enable_fake_quant, disable_observer, enable_observer = map(_switch, ("disable_fake_quant", "enable_fake_quant", "disable_observer", "enable_observer"))

default_fake_quant = FakeQuantize.with_args(observer=MovingAverageMinMaxObserver, quant_min=0, quant_max=255, dtype=torch.quint8, qscheme=torch.per_tensor_affine, reduce_range=True)
default_weight_fake_quant = FakeQuantize.with_args(
    observer=MovingAverageMinMaxObserver, quant_min=-128, quant_max=127, dtype=torch.qint8, qscheme=torch.per_tensor_symmetric, reduce_range=False)
default_dynamic_fake_quant = FakeQuantize.with_args(
    observer=MovingAverageMinMaxObserver, quant_min=0, quant_max=255, is_dynamic=True, dtype=torch.quint8, averaging_constant=1)
default_fixed_qparams_range_neg1to1_fake_quant = FixedQParamsFakeQuantize.with_args(observer=default_fixed_qparams_range_neg1to1_observer)
default_fixed_qparams_range_0to1_fake_quant = FixedQParamsFakeQuantize.with_args(observer=default_fixed_qparams_range_0to1_observer)
default_symmetric_fixed_qparams_fake_quant, default_affine_fixed_qparams_fake_quant = default_fixed_qparams_range_neg1to1_fake_quant, default_fixed_qparams_range_0to1_fake_quant
default_per_channel_weight_fake_quant = FakeQuantize.with_args(
    observer=MovingAveragePerChannelMinMaxObserver, quant_min=-128, quant_max=127, dtype=torch.qint8, qscheme=torch.per_channel_symmetric, reduce_range=False, ch_axis=0)
default_embedding_fake_quant = FakeQuantize.with_args(
    observer=MovingAveragePerChannelMinMaxObserver, qscheme=torch.per_channel_affine_float_qparams, dtype=torch.quint8, quant_min=0, quant_max=255, ch_axis=0, averaging_constant=1)
default_embedding_fake_quant_4bit = FakeQuantize.with_args(
    observer=MovingAveragePerChannelMinMaxObserver, qscheme=torch.per_channel_affine_float_qparams, ch_axis=0, dtype=torch.quint4x2, averaging_constant=1)
default_fused_act_fake_quant = FusedMovingAvgObsFakeQuantize.with_args(observer=MovingAverageMinMaxObserver, quant_min=0, quant_max=255, dtype=torch.quint8)
default_fused_wt_fake_quant = FusedMovingAvgObsFakeQuantize.with_args(
    observer=MovingAverageMinMaxObserver, quant_min=-128, quant_max=127, dtype=torch.qint8, qscheme=torch.per_tensor_symmetric)
default_fused_per_channel_wt_fake_quant = FusedMovingAvgObsFakeQuantize.with_args(
    observer=MovingAveragePerChannelMinMaxObserver, quant_min=-128, quant_max=127, dtype=torch.qint8, qscheme=torch.per_channel_symmetric)
fused_wt_fake_quant_range_neg_127_to_127 = FusedMovingAvgObsFakeQuantize.with_args(
    observer=MovingAverageMinMaxObserver, quant_min=-127, quant_max=127, dtype=torch.qint8, qscheme=torch.per_tensor_symmetric, eps=2**-12)
fused_per_channel_wt_fake_quant_range_neg_127_to_127 = FusedMovingAvgObsFakeQuantize.with_args(
    observer=MovingAveragePerChannelMinMaxObserver, quant_min=-127, quant_max=127, dtype=torch.qint8, qscheme=torch.per_channel_symmetric, eps=2**-12)


def _is_per_channel(qscheme):
    return qscheme in (torch.per_channel_symmetric, torch.per_channel_affine, torch.per_channel_affine_float_qparams)


def _is_per_tensor(qscheme):
    return qscheme in (torch.per_tensor_symmetric, torch.per_tensor_affine)


def _is_symmetric_quant(qscheme):
    return qscheme in (torch.per_tensor_symmetric, torch.per_channel_symmetric)


def _is_float_qparams(qscheme):
    return qscheme is torch.per_channel_affine_float_qparams


def _is_fake_quant_script_module(mod):
    """Whether a module is a scripted one of this file."""
    return isinstance(mod, torch.jit.RecursiveScriptModule) and mod._c.qualified_name.split(".")[-1].startswith(("FakeQuantize", "FusedMovingAvgObsFakeQuantize"))
