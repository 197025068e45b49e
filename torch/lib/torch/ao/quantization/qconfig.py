"""Which observers watch activations and weights."""

import warnings
from collections import namedtuple

import torch
from torch import nn
from torch.ao.quantization.fake_quantize import (
    FakeQuantize, FusedMovingAvgObsFakeQuantize, fused_per_channel_wt_fake_quant_range_neg_127_to_127, fused_wt_fake_quant_range_neg_127_to_127, default_dynamic_fake_quant, default_embedding_fake_quant, default_embedding_fake_quant_4bit, default_fake_quant, default_fused_act_fake_quant,
    default_fused_per_channel_wt_fake_quant, default_fused_wt_fake_quant, default_per_channel_weight_fake_quant, default_weight_fake_quant,
)
from torch.ao.quantization.histogram import HistogramObserver
from torch.ao.quantization.observer import (
    PerChannelMinMaxObserver, per_channel_weight_observer_range_neg_127_to_127, weight_observer_range_neg_127_to_127,
    MinMaxObserver, MovingAverageMinMaxObserver, NoopObserver, PlaceholderObserver, _PartialWrapper, default_debug_observer, default_dynamic_quant_observer, default_float_qparams_observer,
    default_float_qparams_observer_4bit, default_observer, default_per_channel_weight_observer, default_placeholder_observer, default_reuse_input_observer, default_weight_observer,
)


class QConfig(namedtuple("QConfig", ["activation", "weight"])):
    """Classes, or classes with arguments, of the observers for activations and for weights."""

    __slots__ = ()

    def __new__(cls, activation, weight):
        if isinstance(activation, nn.Module) or isinstance(weight, nn.Module):
            raise ValueError("QConfig received observer instance, please pass observer class instead. Use MyObserver.with_args(x=1) to override arguments to constructor if needed")
        return super().__new__(cls, activation, weight)


class QConfigDynamic(namedtuple("QConfigDynamic", ["activation", "weight"])):
    """Observers for layers whose inputs are quantised at each call; QConfig has taken its place."""

    __slots__ = ()

    def __new__(cls, activation=torch.nn.Identity, weight=torch.nn.Identity):
        warnings.warn("QConfigDynamic is going to be deprecated in PyTorch 1.12, please use QConfig instead", stacklevel=2)
        if isinstance(weight, nn.Module):
            raise ValueError("QConfigDynamic received observer instance, please pass observer class instead. Use MyObserver.with_args(x=1) to override arguments to constructor if needed")
        return super().__new__(cls, activation, weight)


QConfigAny = QConfig | None
default_qconfig = QConfig(activation=default_observer, weight=default_weight_observer)
default_debug_qconfig = QConfig(weight=default_weight_observer, activation=default_debug_observer)
default_per_channel_qconfig = QConfig(activation=default_observer, weight=default_per_channel_weight_observer)
default_dynamic_qconfig = QConfig(activation=default_dynamic_quant_observer, weight=default_weight_observer)
float16_dynamic_qconfig = QConfig(activation=PlaceholderObserver.with_args(dtype=torch.float16, is_dynamic=True), weight=PlaceholderObserver.with_args(dtype=torch.float16))
float16_static_qconfig = QConfig(activation=PlaceholderObserver.with_args(dtype=torch.float16), weight=PlaceholderObserver.with_args(dtype=torch.float16))
per_channel_dynamic_qconfig = QConfig(activation=default_dynamic_quant_observer, weight=default_per_channel_weight_observer)
float_qparams_weight_only_qconfig = QConfig(activation=default_placeholder_observer, weight=default_float_qparams_observer)
float_qparams_weight_only_qconfig_4bit = QConfig(activation=default_placeholder_observer, weight=default_float_qparams_observer_4bit)
default_qat_qconfig = QConfig(activation=default_fake_quant, weight=default_weight_fake_quant)
default_dynamic_qat_qconfig = QConfig(activation=default_dynamic_fake_quant, weight=default_weight_fake_quant)
default_weight_only_qconfig = QConfig(activation=torch.nn.Identity, weight=default_weight_fake_quant)
default_activation_only_qconfig = QConfig(activation=default_fake_quant, weight=torch.nn.Identity)
default_qat_qconfig_v2 = QConfig(activation=default_fused_act_fake_quant, weight=default_fused_wt_fake_quant)
default_reuse_input_qconfig = QConfig(activation=default_reuse_input_observer, weight=NoopObserver)
default_embedding_qat_qconfig = QConfig(activation=NoopObserver.with_args(dtype=torch.float32), weight=default_embedding_fake_quant)
default_embedding_qat_qconfig_4bit = QConfig(activation=NoopObserver.with_args(dtype=torch.float32), weight=default_embedding_fake_quant_4bit)
default_quint8_weight_qconfig = QConfig(activation=HistogramObserver, weight=MinMaxObserver)


_BACKENDS = ["fbgemm", "x86", "qnnpack", "onednn"]


def get_default_qat_qconfig(backend="x86", version=1):
    """Fake quantisation for a backend."""
    if backend not in _BACKENDS:
        raise AssertionError(f"backend: {backend} not supported. backend must be one of {_BACKENDS}")
    fused = lambda **kwargs: FusedMovingAvgObsFakeQuantize.with_args(observer=MovingAverageMinMaxObserver, quant_min=0, quant_max=255, **kwargs)
    if version not in (0, 1):
        raise AssertionError(f"Version number: {version}in get_default_qat_qconfig is not supported. Version number must be 0 or 1")
    if version == 0:
        reduced = {} if backend == "onednn" else {"reduce_range": backend != "qnnpack"}
        return QConfig(activation=FakeQuantize.with_args(observer=MovingAverageMinMaxObserver, quant_min=0, quant_max=255, **reduced),
                       weight=default_weight_fake_quant if backend == "qnnpack" else default_per_channel_weight_fake_quant)
    if backend in ("fbgemm", "x86"):
        return QConfig(activation=fused(reduce_range=True), weight=default_fused_per_channel_wt_fake_quant)
    if backend == "onednn":
        return QConfig(activation=fused(), weight=default_fused_per_channel_wt_fake_quant)
    if backend == "qnnpack":
        return QConfig(activation=fused(reduce_range=False), weight=default_fused_wt_fake_quant)
    return default_qat_qconfig_v2


def get_default_qconfig(backend="x86", version=0):
    """Observers for a backend."""
    if backend not in _BACKENDS:
        raise AssertionError(f"backend: {backend} not supported. backend must be one of {_BACKENDS}")
    if version != 0:
        raise AssertionError(f"Version number: {version} in get_default_qconfig is not supported. Version number must be 0")
    return QConfig(activation=HistogramObserver.with_args(reduce_range=backend in ("fbgemm", "x86")),
                   weight=default_weight_observer if backend == "qnnpack" else default_per_channel_weight_observer)


def get_default_qconfig_dict(backend="x86", version=0):
    return {"": get_default_qconfig(backend, version)}


def get_default_qat_qconfig_dict(backend="x86", version=1):
    return {"": get_default_qat_qconfig(backend, version)}


_SIGNED = dict(dtype=torch.qint8, reduce_range=False, eps=2**-12)
default_symmetric_qnnpack_qconfig = QConfig(activation=HistogramObserver.with_args(**_SIGNED), weight=weight_observer_range_neg_127_to_127)
default_per_channel_symmetric_qnnpack_qconfig = QConfig(activation=HistogramObserver.with_args(**_SIGNED), weight=per_channel_weight_observer_range_neg_127_to_127)
_SIGNED_FUSED = FusedMovingAvgObsFakeQuantize.with_args(observer=MovingAverageMinMaxObserver, quant_min=-128, quant_max=127, **_SIGNED)
default_symmetric_qnnpack_qat_qconfig = QConfig(activation=_SIGNED_FUSED, weight=fused_wt_fake_quant_range_neg_127_to_127)
default_per_channel_symmetric_qnnpack_qat_qconfig = QConfig(activation=_SIGNED_FUSED, weight=fused_per_channel_wt_fake_quant_range_neg_127_to_127)


def _assert_valid_qconfig(qconfig, mod):
    """Transposed convolutions have no weights by channel."""
    if qconfig is None or qconfig.weight is None or not isinstance(mod, (nn.ConvTranspose1d, nn.ConvTranspose2d, nn.ConvTranspose3d)):
        return
    if isinstance(qconfig.weight(), PerChannelMinMaxObserver):
        raise AssertionError("Per channel weight observer is not supported yet for ConvTranspose{n}d.")


def _activation_is_memoryless(qconfig):
    """Whether the observer of activations forgets what it saw before."""
    watch = qconfig.activation()
    inner = getattr(watch, "activation_post_process", watch) if hasattr(watch, "calculate_qparams") else watch
    return getattr(inner, "averaging_constant", None) == 1


def qconfig_equals(q1, q2):
    """Whether two are the same, by the classes and their arguments."""
    if q1 is None or q2 is None:
        return q1 is q2

    def parts(wrapper):
        if isinstance(wrapper, _PartialWrapper):
            return wrapper.p.func, wrapper.p.args, {k: v for k, v in wrapper.p.keywords.items()}
        return wrapper

    return parts(q1.activation) == parts(q2.activation) and parts(q1.weight) == parts(q2.weight)
