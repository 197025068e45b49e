"""Which configuration each operator of a model gets."""

from collections import OrderedDict

import torch
from torch import nn
from torch.ao.quantization.fake_quantize import FakeQuantize, default_weight_fake_quant
from torch.ao.quantization.observer import default_fixed_qparams_range_0to1_observer, default_fixed_qparams_range_neg1to1_observer, default_placeholder_observer, default_weight_observer
from torch.ao.quantization.fake_quantize import default_fixed_qparams_range_0to1_fake_quant, default_fixed_qparams_range_neg1to1_fake_quant
from torch.ao.quantization.qconfig import (
    QConfig, default_quint8_weight_qconfig, default_reuse_input_qconfig, default_symmetric_qnnpack_qat_qconfig, default_symmetric_qnnpack_qconfig,
    get_default_qat_qconfig, get_default_qconfig,
)
from torch.nn import functional as F

__all__ = ["get_default_qconfig_mapping", "get_default_qat_qconfig_mapping", "QConfigMapping"]

_GLOBAL_DICT_KEY, _OBJECT_TYPE_DICT_KEY, _MODULE_NAME_REGEX_DICT_KEY = "", "object_type", "module_name_regex"
_MODULE_NAME_DICT_KEY, _MODULE_NAME_OBJECT_TYPE_ORDER_DICT_KEY = "module_name", "module_name_object_type_order"
_STYLES = {"global_qconfig": _GLOBAL_DICT_KEY, "object_type_qconfigs": _OBJECT_TYPE_DICT_KEY, "module_name_regex_qconfigs": _MODULE_NAME_REGEX_DICT_KEY, "module_name_qconfigs": _MODULE_NAME_DICT_KEY,
           "module_name_object_type_order_qconfigs": _MODULE_NAME_OBJECT_TYPE_ORDER_DICT_KEY}


class QConfigMapping:
    """A configuration for all, and exceptions by type, by name and by place; later kinds go before earlier ones."""

    def __init__(self):
        self.global_qconfig = None
        self.object_type_qconfigs = OrderedDict()
        self.module_name_regex_qconfigs = OrderedDict()
        self.module_name_qconfigs = OrderedDict()
        self.module_name_object_type_order_qconfigs = OrderedDict()

    def set_global(self, global_qconfig):
        self.global_qconfig = global_qconfig
        return self

    def set_object_type(self, object_type, qconfig):
        self.object_type_qconfigs[object_type] = qconfig
        return self

    def set_module_name_regex(self, module_name_regex, qconfig):
        self.module_name_regex_qconfigs[module_name_regex] = qconfig
        return self

    def set_module_name(self, module_name, qconfig):
        self.module_name_qconfigs[module_name] = qconfig
        return self

    def set_module_name_object_type_order(self, module_name, object_type, index, qconfig):
        self.module_name_object_type_order_qconfigs[module_name, object_type, index] = qconfig
        return self

    def __repr__(self):
        lines = []
        for name in _STYLES:
            lines.append(f"\n {name}")
            held = getattr(self, name)
            if isinstance(held, OrderedDict) and held:
                lines += [f"\n  {key}: {value}" for key, value in held.items()]
            else:
                lines.append(f"\n  {held}")
        return f"{type(self).__name__} (" + "".join(lines) + "\n)"

    def to_dict(self):
        made = {_GLOBAL_DICT_KEY: self.global_qconfig}
        for name, key in list(_STYLES.items())[1:]:
            made[key] = [(*key_of, value) if key == _MODULE_NAME_OBJECT_TYPE_ORDER_DICT_KEY else (key_of, value) for key_of, value in getattr(self, name).items()]
        return made

    @classmethod
    def from_dict(cls, qconfig_dict):
        made = cls()
        if _GLOBAL_DICT_KEY in qconfig_dict:
            made.set_global(qconfig_dict[_GLOBAL_DICT_KEY])
        for key, add in ((_OBJECT_TYPE_DICT_KEY, made.set_object_type), (_MODULE_NAME_REGEX_DICT_KEY, made.set_module_name_regex), (_MODULE_NAME_DICT_KEY, made.set_module_name), (_MODULE_NAME_OBJECT_TYPE_ORDER_DICT_KEY, made.set_module_name_object_type_order)):
            for entry in qconfig_dict.get(key, []):
                add(*entry)
        return made


# Operators whose outputs have known bounds.
_FIXED_QPARAMS_OP_TO_OBSERVER = {
    **dict.fromkeys((nn.Hardsigmoid, F.hardsigmoid, "hardsigmoid", "hardsigmoid_", nn.Sigmoid, torch.sigmoid, "sigmoid", "sigmoid_", nn.Softmax), default_fixed_qparams_range_0to1_observer),
    **dict.fromkeys((nn.Tanh, torch.tanh, "tanh", "tanh_"), default_fixed_qparams_range_neg1to1_observer),
}
_FAKE = {default_fixed_qparams_range_0to1_observer: default_fixed_qparams_range_0to1_fake_quant, default_fixed_qparams_range_neg1to1_observer: default_fixed_qparams_range_neg1to1_fake_quant}
_TRANSPOSED = (nn.ConvTranspose1d, nn.ConvTranspose2d, nn.ConvTranspose3d, F.conv_transpose1d, F.conv_transpose2d, F.conv_transpose3d)
_WHOLE_NORMS = F.layer_norm, nn.LayerNorm


def _get_default_qconfig_mapping_with_default_qconfig(is_qat, backend, qconfig):
    """A configuration for all but the operators that need one of their own; kernels of transposed convolutions of some backends have no weights by channel."""
    whole = default_weight_fake_quant if is_qat else default_weight_observer
    transposed = whole if backend in ("fbgemm", "x86") else qconfig.weight
    made = QConfigMapping().set_global(qconfig).set_object_type("reshape", default_reuse_input_qconfig)
    for op in _TRANSPOSED:
        made.set_object_type(op, QConfig(activation=qconfig.activation, weight=transposed))
    for op in _WHOLE_NORMS:
        made.set_object_type(op, QConfig(activation=qconfig.activation, weight=default_placeholder_observer))
    made.set_object_type(nn.PReLU, default_quint8_weight_qconfig)
    for op, observer in _FIXED_QPARAMS_OP_TO_OBSERVER.items():
        made.set_object_type(op, QConfig(activation=_FAKE[observer] if is_qat else observer, weight=whole))
    return made


def get_default_qconfig_mapping(backend="x86", version=0):
    return _get_default_qconfig_mapping_with_default_qconfig(False, backend, get_default_qconfig(backend, version))


def get_default_qat_qconfig_mapping(backend="x86", version=1):
    return _get_default_qconfig_mapping_with_default_qconfig(True, backend, get_default_qat_qconfig(backend, version))


def _get_symmetric_qnnpack_qconfig_mapping():
    return _get_default_qconfig_mapping_with_default_qconfig(False, "qnnpack", default_symmetric_qnnpack_qconfig)


def _get_symmetric_qnnpack_qat_qconfig_mapping():
    return _get_default_qconfig_mapping_with_default_qconfig(True, "qnnpack", default_symmetric_qnnpack_qat_qconfig)
