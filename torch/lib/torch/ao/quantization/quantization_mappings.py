"""Which class stands for which: float modules, ones with rounded weights, and quantised ones."""

import copy

import torch.ao.nn.intrinsic as nni
import torch.ao.nn.intrinsic.qat as nniqat
import torch.ao.nn.intrinsic.quantized as nniq
import torch.ao.nn.intrinsic.quantized.dynamic as nniqd
import torch.ao.nn.qat as nnqat
import torch.ao.nn.qat.dynamic as nnqatd
import torch.ao.nn.quantizable as nnqa
import torch.ao.nn.quantized as nnq
import torch.ao.nn.quantized.dynamic as nnqd
from torch import nn, ops
from torch.ao.quantization.fake_quantize import default_fixed_qparams_range_0to1_fake_quant, default_fixed_qparams_range_neg1to1_fake_quant
from torch.ao.quantization.stubs import DeQuantStub, QuantStub
from torch.nn import functional as F
from torch.nn.utils.parametrize import type_before_parametrizations

__all__ = [
    "DEFAULT_STATIC_QUANT_MODULE_MAPPINGS", "DEFAULT_QAT_MODULE_MAPPINGS", "DEFAULT_DYNAMIC_QUANT_MODULE_MAPPINGS", "DEFAULT_FLOAT_TO_QUANTIZED_OPERATOR_MAPPINGS",
    "DEFAULT_MODULE_TO_ACT_POST_PROCESS", "no_observer_set", "get_default_static_quant_module_mappings", "get_embedding_static_quant_module_mappings", "get_static_quant_module_class",
    "get_dynamic_quant_module_class", "get_default_qat_module_mappings", "get_embedding_qat_module_mappings", "get_default_dynamic_quant_module_mappings",
    "get_default_qconfig_propagation_list", "get_default_compare_output_module_list", "get_default_float_to_quantized_operator_mappings", "get_quantized_operator",
]

_ALIKE = ("BatchNorm2d BatchNorm3d Dropout Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d ELU Embedding EmbeddingBag GroupNorm Hardswish InstanceNorm1d InstanceNorm2d "
          "InstanceNorm3d LayerNorm LeakyReLU").split()
_ALSO_ALIKE = "Linear ReLU6 PReLU".split()
_FUSED = "BNReLU2d BNReLU3d ConvReLU1d ConvReLU2d ConvReLU3d ConvAdd2d ConvAddReLU2d LinearReLU LinearLeakyReLU LinearTanh".split()

DEFAULT_STATIC_QUANT_MODULE_MAPPINGS = {
    QuantStub: nnq.Quantize, DeQuantStub: nnq.DeQuantize,
    **{getattr(nn, name): getattr(nnq, name) for name in _ALIKE},
    nn.modules.linear.NonDynamicallyQuantizableLinear: nnq.Linear,
    **{getattr(nn, name): getattr(nnq, name) for name in _ALSO_ALIKE},
    nnq.FloatFunctional: nnq.QFunctional,
    **{getattr(nni, name): getattr(nniq, name) for name in _FUSED},
    **{getattr(nniqat, f"ConvBn{n}d"): getattr(nnq, f"Conv{n}d") for n in (1, 2, 3)},
    **{getattr(nniqat, f"ConvBnReLU{n}d"): getattr(nniq, f"ConvReLU{n}d") for n in (1, 2, 3)},
    **{getattr(nniqat, f"ConvReLU{n}d"): getattr(nniq, f"ConvReLU{n}d") for n in (2, 3)},
    nniqat.LinearReLU: nniq.LinearReLU, nniqat.LinearBn1d: nnq.Linear,
    nnqat.Linear: nnq.Linear, nnqat.Conv2d: nnq.Conv2d, nnqat.Conv3d: nnq.Conv3d,
}
DEFAULT_QAT_MODULE_MAPPINGS = {
    nn.Conv2d: nnqat.Conv2d, nn.Conv3d: nnqat.Conv3d, nn.Linear: nnqat.Linear, nn.modules.linear.NonDynamicallyQuantizableLinear: nnqat.Linear,
    **{getattr(nni, name): getattr(nniqat, name) for name in
       "ConvBn1d ConvBn2d ConvBn3d ConvBnReLU1d ConvBnReLU2d ConvBnReLU3d ConvReLU2d ConvReLU3d LinearReLU LinearBn1d".split()},
}
DEFAULT_DYNAMIC_QUANT_MODULE_MAPPINGS = {
    nn.GRUCell: nnqd.GRUCell, nn.Linear: nnqd.Linear, nnqatd.Linear: nnqd.Linear, nn.modules.linear.NonDynamicallyQuantizableLinear: nnqd.Linear,
    **{getattr(nn, name): getattr(nnqd, name) for name in "LSTM GRU LSTMCell RNNCell".split()},
    nni.LinearReLU: nniqd.LinearReLU, nn.EmbeddingBag: nnq.EmbeddingBag, nn.Embedding: nnq.Embedding,
}
_INCLUDE_QCONFIG_PROPAGATE_LIST = {nn.Sequential}
DEFAULT_FLOAT_TO_QUANTIZED_OPERATOR_MAPPINGS = {getattr(F, name): getattr(ops.quantized, name) for name in "elu hardswish instance_norm layer_norm leaky_relu dropout".split()}
DEFAULT_MODULE_TO_ACT_POST_PROCESS = {
    **dict.fromkeys((nn.Hardsigmoid, nn.Sigmoid, nn.Softmax), default_fixed_qparams_range_0to1_fake_quant), nn.Tanh: default_fixed_qparams_range_neg1to1_fake_quant,
}


def no_observer_set():
    """Modules that get no observer."""
    return {nnqa.LSTM, nnqa.MultiheadAttention}


def get_default_static_quant_module_mappings():
    return dict(DEFAULT_STATIC_QUANT_MODULE_MAPPINGS)


def get_embedding_static_quant_module_mappings():
    return {**DEFAULT_STATIC_QUANT_MODULE_MAPPINGS, nnqat.EmbeddingBag: nnq.EmbeddingBag, nnqat.Embedding: nnq.Embedding}


def _class_for(float_module_class, mapping, additional, kind):
    made = {**mapping, **(additional or {})}.get(float_module_class)
    if made is None:
        raise AssertionError(f"Floating point module class {float_module_class} does not have a corresponding {kind} module class")
    return copy.deepcopy(made)


def get_static_quant_module_class(float_module_class, additional_static_quant_mapping=None, is_reference=False):
    if is_reference:
        raise NotImplementedError("magneto: reference modules of quantisation (torch.ao.nn.quantized.reference)")
    return _class_for(float_module_class, DEFAULT_STATIC_QUANT_MODULE_MAPPINGS, additional_static_quant_mapping, "quantized")


def get_dynamic_quant_module_class(float_module_class, additional_dynamic_quant_mapping=None):
    return _class_for(float_module_class, DEFAULT_DYNAMIC_QUANT_MODULE_MAPPINGS, additional_dynamic_quant_mapping, "quantized")


def get_default_qat_module_mappings():
    return dict(DEFAULT_QAT_MODULE_MAPPINGS)


def get_embedding_qat_module_mappings():
    return {**DEFAULT_QAT_MODULE_MAPPINGS, nn.EmbeddingBag: nnqat.EmbeddingBag, nn.Embedding: nnqat.Embedding}


def get_default_dynamic_quant_module_mappings():
    return DEFAULT_DYNAMIC_QUANT_MODULE_MAPPINGS


def get_default_qconfig_propagation_list():
    """Modules that get an observer."""
    return {*DEFAULT_STATIC_QUANT_MODULE_MAPPINGS, *DEFAULT_QAT_MODULE_MAPPINGS, *DEFAULT_DYNAMIC_QUANT_MODULE_MAPPINGS} | _INCLUDE_QCONFIG_PROPAGATE_LIST


def get_default_compare_output_module_list():
    tables = DEFAULT_STATIC_QUANT_MODULE_MAPPINGS, DEFAULT_QAT_MODULE_MAPPINGS, DEFAULT_DYNAMIC_QUANT_MODULE_MAPPINGS
    return {kind for table in tables for pair in table.items() for kind in pair} | _INCLUDE_QCONFIG_PROPAGATE_LIST


def get_default_float_to_quantized_operator_mappings():
    return dict(DEFAULT_FLOAT_TO_QUANTIZED_OPERATOR_MAPPINGS)


def get_quantized_operator(float_op):
    if float_op not in DEFAULT_FLOAT_TO_QUANTIZED_OPERATOR_MAPPINGS:
        raise AssertionError(f"Operator {float_op} does not have corresponding quantized op")
    return DEFAULT_FLOAT_TO_QUANTIZED_OPERATOR_MAPPINGS[float_op]


def _get_special_act_post_process(module):
    return DEFAULT_MODULE_TO_ACT_POST_PROCESS.get(type_before_parametrizations(module))


def _has_special_act_post_process(module):
    return module.training and type(module) in DEFAULT_MODULE_TO_ACT_POST_PROCESS
