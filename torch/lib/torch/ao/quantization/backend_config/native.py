"""What PyTorch's own kernels can do with quantised models (fbgemm, qnnpack and the like)."""

import operator

import torch
import torch.ao.nn.intrinsic as nni
import torch.ao.nn.intrinsic.qat as nniqat
import torch.ao.nn.qat as nnqat
import torch.ao.nn.quantized.reference as nnqr
from torch import nn
from torch.ao.quantization.backend_config.backend_config import BackendConfig, BackendPatternConfig, DTypeConfig, DTypeWithConstraints, ObservationType
from torch.ao.quantization.fuser_method_mappings import _sequential_wrapper2, fuse_conv_bn, fuse_conv_bn_relu, fuse_convtranspose_bn, fuse_linear_bn
from torch.nn import functional as F

__all__ = ["get_test_only_legacy_native_backend_config", "default_op_quint8_dtype_config", "default_op_fp16_dtype_config", "default_dynamic_int8_dtype_config",
           "default_dynamic_float16_dtype_config", "input_output_only_quint8_dtype_config", "weight_only_quint8_dtype_config",
           "weight_only_quint4x2_dtype_config", "get_native_backend_config", "get_native_backend_config_dict", "get_test_only_legacy_native_backend_config_dict"]

_DIFFERENT = ObservationType.OUTPUT_USE_DIFFERENT_OBSERVER_AS_INPUT
_SHARED = ObservationType.OUTPUT_SHARE_OBSERVER_WITH_INPUT
_NONE = ObservationType.INPUT_OUTPUT_NOT_OBSERVED

weighted_op_quint8_dtype_config = DTypeConfig(torch.quint8, torch.quint8, torch.qint8, torch.float)
default_op_quint8_dtype_config = DTypeConfig(torch.quint8, torch.quint8)
default_op_fp16_dtype_config = DTypeConfig(torch.float16, torch.float16, torch.float16, torch.float16)
default_dynamic_int8_dtype_config = DTypeConfig(torch.quint8, torch.float, torch.qint8, torch.float, is_dynamic=True)
default_dynamic_float16_dtype_config = DTypeConfig(torch.float16, torch.float, torch.float16, torch.float, is_dynamic=True)
input_output_only_quint8_dtype_config = DTypeConfig(torch.quint8, torch.quint8, torch.float, torch.float)
weight_only_quint8_dtype_config = DTypeConfig(torch.float, torch.float, torch.quint8)
weight_only_quint4x2_dtype_config = DTypeConfig(torch.float, torch.float, torch.quint4x2)
_linear_types = [weighted_op_quint8_dtype_config, default_dynamic_int8_dtype_config, default_dynamic_float16_dtype_config]


def _fixed(scale, zero_point):
    kept = DTypeWithConstraints(dtype=torch.quint8, quant_min_lower_bound=0, quant_max_upper_bound=255, scale_exact_match=scale, zero_point_exact_match=zero_point)
    return DTypeConfig(kept, kept)


# Operators whose output lies between 0 and 1, and between -1 and 1.
_UNIT = nn.Hardsigmoid, F.hardsigmoid, "hardsigmoid", "hardsigmoid_", nn.Sigmoid, torch.sigmoid, "sigmoid", "sigmoid_", nn.Softmax
_SIGNED_UNIT = nn.Tanh, torch.tanh, "tanh", "tanh_"

_DEFAULT = (nn.ELU, nn.LeakyReLU, nn.Hardswish, nn.InstanceNorm1d, nn.InstanceNorm2d, nn.InstanceNorm3d, nn.Dropout, nn.PReLU, F.elu, F.hardswish,
            F.leaky_relu, F.dropout)
_SHARING = (
    nn.AdaptiveAvgPool1d, nn.AdaptiveAvgPool2d, nn.AdaptiveAvgPool3d, nn.AvgPool1d, nn.AvgPool2d, nn.AvgPool3d, nn.Hardtanh, nn.Identity, nn.MaxPool1d,
    nn.MaxPool2d, nn.MaxPool3d, nn.PixelShuffle, nn.PixelUnshuffle, nn.ReLU, nn.ReLU6, F.adaptive_avg_pool1d, F.adaptive_avg_pool2d,
    F.adaptive_avg_pool3d, F.hardtanh, F.hardtanh_, F.interpolate, F.max_pool1d, F.max_pool2d, F.max_pool3d, F.pixel_shuffle, F.pixel_unshuffle, F.relu,
    F.relu6, torch.avg_pool1d, torch._C._nn.avg_pool2d, torch._C._nn.avg_pool3d, torch.clamp, torch.flatten, torch.mean, torch.narrow,
    torch.repeat_interleave, torch.transpose, torch.squeeze, torch.stack, torch.unsqueeze, operator.floordiv, "contiguous", "clamp", "detach", "detach_",
    "mean", "permute", "repeat", "repeat_interleave", "reshape", "resize_", "relu", "relu_", "squeeze", "squeeze_", "transpose", "unsqueeze", "unsqueeze_",
    "view",
)


def _pattern(pattern, types, kind=_DIFFERENT, inputs=None, **what):
    made = BackendPatternConfig(pattern).set_observation_type(kind).set_dtype_configs(list(types))
    made._input_type_to_index = inputs or {}
    return made._with(**what)


def _convolutions(types):
    for n in (1, 2, 3):
        conv, norm = getattr(nn, f"Conv{n}d"), getattr(nn, f"BatchNorm{n}d")
        reference, function = getattr(nnqr, f"Conv{n}d"), getattr(F, f"conv{n}d")
        rooted = {"root_module": conv, "reference_quantized_module": reference}
        made = lambda name: (getattr(nni, f"Conv{name}{n}d"), getattr(nniqat, f"Conv{name}{n}d", None))
        plain_qat = getattr(nnqat, f"Conv{n}d", None)
        yield _pattern(conv, types, qat_module=plain_qat, **rooted)
        if plain_qat is not None:
            yield _pattern(plain_qat, types, **rooted)
        yield _pattern(function, types, inputs={"weight": 1, "bias": 2})
        joined, joined_qat = made("ReLU")
        for relu in (nn.ReLU, F.relu):
            yield _pattern((conv, relu), types, fused_module=joined, fuser_method=_sequential_wrapper2(joined))
        yield _pattern(joined, types, qat_module=joined_qat)
        yield _pattern(joined_qat, types, **rooted)
        for relu in (nn.ReLU, F.relu):
            yield _pattern((function, relu), types)
        normed, normed_qat = made("Bn")
        both, both_qat = made("BnReLU")
        yield _pattern((conv, norm), types, fused_module=normed, fuser_method=fuse_conv_bn)
        yield _pattern((conv, norm, nn.ReLU), types, fused_module=both, fuser_method=fuse_conv_bn_relu)
        yield _pattern((conv, norm, F.relu), types, root_module=conv, fused_module=both, fuser_method=fuse_conv_bn_relu)
        yield _pattern(normed, types, qat_module=normed_qat)
        yield _pattern(both, types, qat_module=both_qat)
        yield _pattern(normed_qat, types, **rooted)
        yield _pattern(both_qat, types, **rooted)
        transposed = getattr(nn, f"ConvTranspose{n}d")
        rooted = {"root_module": transposed, "reference_quantized_module": getattr(nnqr, f"ConvTranspose{n}d")}
        yield _pattern(transposed, types, **rooted)
        yield _pattern((transposed, norm), types, fuser_method=fuse_convtranspose_bn, **rooted)
        yield _pattern(getattr(F, f"conv_transpose{n}d"), types, inputs={"weight": 1, "bias": 2})


def _linear(types):
    rooted = {"root_module": nn.Linear, "reference_quantized_module": nnqr.Linear}
    yield _pattern(nn.Linear, types, qat_module=nnqat.Linear, **rooted)
    yield _pattern(nnqat.Linear, types, **rooted)
    yield _pattern(F.linear, types, inputs={"weight": 1, "bias": 2})
    for relu in (nn.ReLU, F.relu):
        yield _pattern((nn.Linear, relu), types, fused_module=nni.LinearReLU, fuser_method=_sequential_wrapper2(nni.LinearReLU))
    yield _pattern(nni.LinearReLU, types, qat_module=nniqat.LinearReLU, **rooted)
    yield _pattern(nniqat.LinearReLU, types, **rooted)
    for relu in (nn.ReLU, F.relu):
        yield _pattern((F.linear, relu), types)
    yield _pattern((nn.Linear, nn.BatchNorm1d), types, fused_module=nni.LinearBn1d, fuser_method=fuse_linear_bn)
    yield _pattern(nni.LinearBn1d, types, qat_module=nniqat.LinearBn1d, **rooted)
    yield _pattern(nniqat.LinearBn1d, types, **rooted)


def _binary(types):
    by_tensors = {0: _DIFFERENT, 1: _SHARED, 2: _DIFFERENT}
    for op in (operator.add, torch.add, operator.mul, torch.mul):
        for pattern in ((op, nn.ReLU), (op, F.relu), (op, torch.relu), op):
            yield _pattern(pattern, types, _num_tensor_args_to_observation_type=by_tensors)
    yield _pattern(torch.matmul, types)


def _normalisations(types):
    for n in (2, 3):
        norm, joined = getattr(nn, f"BatchNorm{n}d"), getattr(nni, f"BNReLU{n}d")
        for relu in (nn.ReLU, F.relu):
            yield _pattern((norm, relu), types, fused_module=joined, fuser_method=_sequential_wrapper2(joined))
        yield _pattern(norm, types)
    for n in (2, 3):
        yield _pattern(getattr(nni, f"BNReLU{n}d"), types)


def _native(legacy):
    half = [default_op_fp16_dtype_config] if legacy else []
    plain = [default_op_quint8_dtype_config, *half]
    weighted = [weighted_op_quint8_dtype_config, *half]
    linear = [weighted_op_quint8_dtype_config, default_dynamic_int8_dtype_config, default_dynamic_float16_dtype_config, *half]
    yield from _convolutions(weighted)
    yield from _linear(linear)
    yield from _binary(plain)
    yield _pattern(torch.cat, plain, _SHARED)
    for op in _DEFAULT:
        yield _pattern(op, plain)
    yield _pattern(F.group_norm, plain, inputs={"weight": 2, "bias": 3})
    yield _pattern(F.instance_norm, plain, inputs={"weight": 3, "bias": 4})
    for ops, types in ((_UNIT, _fixed(1.0 / 256.0, 0)), (_SIGNED_UNIT, _fixed(2.0 / 256.0, 128))):
        for op in ops:
            yield _pattern(op, [types, *half])
    for op in _SHARING:
        yield _pattern(op, plain, _SHARED)
    for op in ("shape", "size"):
        yield _pattern(op, plain, _NONE)
    yield from _normalisations(plain)
    layer_norm = [input_output_only_quint8_dtype_config, *half]
    yield _pattern(nn.LayerNorm, layer_norm)
    yield _pattern(F.layer_norm, layer_norm, inputs={"weight": 2, "bias": 3})
    for name in ("GRUCell", "LSTMCell", "RNNCell", "LSTM", "GRU"):
        kind = getattr(nn, name)
        yield _pattern(kind, [default_dynamic_int8_dtype_config, default_dynamic_float16_dtype_config], root_module=kind, reference_quantized_module=getattr(nnqr, name))
    for name in ("Embedding", "EmbeddingBag"):
        rooted = {"root_module": getattr(nn, name), "reference_quantized_module": getattr(nnqr, name)}
        types = [weight_only_quint8_dtype_config, weight_only_quint4x2_dtype_config]
        yield _pattern(getattr(nn, name), types, qat_module=getattr(nnqat, name), **rooted)
        yield _pattern(getattr(nnqat, name), types, **rooted)


def get_native_backend_config():
    return BackendConfig("native").set_backend_pattern_configs(_native(legacy=False))


def get_test_only_legacy_native_backend_config():
    return BackendConfig("_native_and_fp16").set_backend_pattern_configs(_native(legacy=True))


def get_native_backend_config_dict():
    return get_native_backend_config().to_dict()


def get_test_only_legacy_native_backend_config_dict():
    return get_test_only_legacy_native_backend_config().to_dict()
