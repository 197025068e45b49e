"""Models prepared with observers, and converted to quantised modules."""

import copy
import inspect
import warnings

import torch
import torch.ao.nn.quantized as nnq
from torch import nn
from torch.ao.nn.intrinsic import _FusedModule
from torch.ao.quantization.observer import _is_activation_post_process
from torch.ao.quantization.qconfig import (
    _activation_is_memoryless, _assert_valid_qconfig, default_dynamic_qconfig, float16_dynamic_qconfig, float_qparams_weight_only_qconfig, float_qparams_weight_only_qconfig_4bit,
)
from torch.ao.quantization.quantization_mappings import (
    _get_special_act_post_process, _has_special_act_post_process, get_default_dynamic_quant_module_mappings, get_default_qat_module_mappings, get_default_qconfig_propagation_list,
    get_default_static_quant_module_mappings, no_observer_set,
)
from torch.ao.quantization.stubs import DeQuantStub, QuantWrapper
from torch.ao.quantization.utils import DEPRECATION_WARNING, has_no_children_ignoring_parametrizations
from torch.nn.utils.parametrize import type_before_parametrizations
from typing_extensions import deprecated

__all__ = ["get_default_custom_config_dict", "propagate_qconfig_", "add_quant_dequant", "prepare", "quantize", "quantize_dynamic", "prepare_qat", "quantize_qat", "convert", "swap_module"]

is_activation_post_process = _is_activation_post_process
_CUSTOM = {
    "float_to_observed_custom_module_class": {torch.nn.LSTM: torch.ao.nn.quantizable.LSTM, torch.nn.MultiheadAttention: torch.ao.nn.quantizable.MultiheadAttention},
    "observed_to_quantized_custom_module_class": {
        torch.ao.nn.quantizable.LSTM: torch.ao.nn.quantized.LSTM, torch.ao.nn.quantizable.MultiheadAttention: torch.ao.nn.quantized.MultiheadAttention},
}
_RECURRENT = (nn.Linear, nn.LSTM, nn.GRU, nn.LSTMCell, nn.RNNCell, nn.GRUCell)
# What quantize_dynamic does for each type: the modules that it takes by itself, and their configuration.
_DYNAMIC = {
    torch.qint8: (_RECURRENT, default_dynamic_qconfig), torch.float16: (_RECURRENT, float16_dynamic_qconfig),
    torch.quint8: ((nn.EmbeddingBag, nn.Embedding), float_qparams_weight_only_qconfig), torch.quint4x2: ((nn.EmbeddingBag,), float_qparams_weight_only_qconfig_4bit),
}


def get_default_custom_config_dict():
    return _CUSTOM


# Configurations.


def propagate_qconfig_(module, qconfig_dict=None, prepare_custom_config_dict=None):
    """Gives each module a configuration: its own, that of its name or type, or that of the module around it."""
    _propagate(module, qconfig_dict or {}, None, "", prepare_custom_config_dict or {})


def _propagate(module, by_name, inherited, path, custom):
    qconfig = by_name.get(path, by_name.get(type_before_parametrizations(module), inherited))
    qconfig = getattr(module, "qconfig", qconfig)
    _assert_valid_qconfig(qconfig, module)
    module.qconfig = qconfig
    for name, child in module.named_children():
        left_out = name in custom.get("non_traceable_module_name", ()) or type(child) in custom.get("non_traceable_module_class", ())
        if not left_out:
            _propagate(child, by_name, qconfig, f"{path}.{name}" if path else name, {})


# Observers.


def _observer_forward_hook(self, input, output):
    return self.activation_post_process(output)


def _observer_forward_pre_hook(self, input):
    return self.activation_post_process(input[0])


def _register_activation_post_process_hook(module, pre_hook=False):
    if not hasattr(module, "activation_post_process"):
        raise AssertionError("Expect activation_post_process attribute already attached to the module")
    if pre_hook:
        module.register_forward_pre_hook(_observer_forward_pre_hook, prepend=True)
    else:
        module.register_forward_hook(_observer_forward_hook, prepend=True)


def _configured(module):
    return getattr(module, "qconfig", None) is not None


def _observe(module, made=None):
    """Puts an observer behind a module, or before it where it is to have no memory."""
    if _configured(module) and not isinstance(module, DeQuantStub):
        module.add_module("activation_post_process", (made or module.qconfig.activation)())
        _register_activation_post_process_hook(module, pre_hook=_activation_is_memoryless(module.qconfig))


def _add_observer_(module, qconfig_propagation_list=None, non_leaf_module_list=None, device=None, custom_module_class_mapping=None):
    wanted = get_default_qconfig_propagation_list() if qconfig_propagation_list is None else qconfig_propagation_list
    whole, custom = non_leaf_module_list or (), custom_module_class_mapping or {}
    for name, child in module.named_children():
        kind = type_before_parametrizations(child)
        if kind is nn.Dropout:
            continue
        if issubclass(kind, (nnq.FloatFunctional, nnq.QFunctional)):
            if _configured(child):
                if not hasattr(child, "activation_post_process"):
                    raise AssertionError(f"functional class {kind} has no pre-defined `activation_post_process`")
                child.activation_post_process = child.qconfig.activation()
        elif isinstance(child, _FusedModule) or kind in whole:
            _observe(child)
        elif _has_special_act_post_process(child):
            _observe(child, _get_special_act_post_process(child))
        elif _configured(child) and kind in custom:
            observed = custom[kind].from_float(child)
            setattr(module, name, observed)
            if not issubclass(custom[kind], tuple(no_observer_set())):
                _observe(observed)
        else:
            _add_observer_(child, wanted, whole, device, custom)
    if isinstance(module, nn.Sequential) or type_before_parametrizations(module) not in wanted:
        return
    if has_no_children_ignoring_parametrizations(module):
        _observe(module)
    if hasattr(module, "weight_fake_quant"):
        _observe(module)


def _remove_activation_post_process(module):
    if hasattr(module, "activation_post_process") and _is_activation_post_process(module.activation_post_process):
        delattr(module, "activation_post_process")
    for hooks, ours in ((module._forward_pre_hooks, _observer_forward_pre_hook), (module._forward_hooks, _observer_forward_hook)):
        for key in [key for key, hook in hooks.items() if hook is ours]:
            hooks.pop(key)


def _remove_qconfig(module):
    for child in module.children():
        _remove_qconfig(child)
    if hasattr(module, "qconfig"):
        del module.qconfig
    _remove_activation_post_process(module)


def _get_observer_dict(mod, target_dict, prefix=""):
    """Observers by the path of what they observe."""
    for name, module in mod.named_modules(prefix=prefix):
        if hasattr(module, "activation_post_process"):
            target_dict[(name + "." if name else "") + "activation_post_process"] = module.activation_post_process


def add_quant_dequant(module):
    """Puts stubs around the modules that are to be quantised."""
    if has_no_children_ignoring_parametrizations(module) and getattr(module, "qconfig", None):
        return QuantWrapper(module)
    for name, child in module.named_children():
        module._modules[name] = add_quant_dequant(child)
    return module


# The ways to a quantised model.


@deprecated(DEPRECATION_WARNING)
def prepare(model, inplace=False, allow_list=None, observer_non_leaf_module_list=None, prepare_custom_config_dict=None):
    """A copy of a model with observers."""
    custom = (prepare_custom_config_dict or _CUSTOM).get("float_to_observed_custom_module_class", {})
    model = model if inplace else copy.deepcopy(model)
    propagate_qconfig_(model, qconfig_dict=None)
    if not any(getattr(m, "qconfig", None) for m in model.modules()):
        warnings.warn("None of the submodule got qconfig applied. Make sure you passed correct configuration through `qconfig_dict` or by assigning the `.qconfig` attribute directly on submodules",
                      stacklevel=2)
    _add_observer_(model, allow_list, observer_non_leaf_module_list, custom_module_class_mapping=custom)
    return model


@deprecated(DEPRECATION_WARNING)
def quantize(model, run_fn, run_args, mapping=None, inplace=False):
    """Prepares a model, runs it so that observers see something, and converts it."""
    model = model if inplace else copy.deepcopy(model)
    model.eval()
    prepare(model, inplace=True)
    run_fn(model, *run_args)
    convert(model, get_default_static_quant_module_mappings() if mapping is None else mapping, inplace=True)
    return model


@deprecated(DEPRECATION_WARNING)
def quantize_dynamic(model, qconfig_spec=None, dtype=torch.qint8, mapping=None, inplace=False):
    """Quantises weights now, and activations by their range as they come."""
    if qconfig_spec is None:
        if dtype not in _DYNAMIC:
            raise ValueError(f"Don't know how to quantize with default settings for {dtype}. Provide full qconfig please")
        kinds, qconfig = _DYNAMIC[dtype]
        qconfig_spec = dict.fromkeys(kinds, qconfig)
    elif isinstance(qconfig_spec, set):
        if dtype not in _DYNAMIC:
            raise RuntimeError("Unknown dtype specified for quantize_dynamic: ", str(dtype))
        qconfig_spec = dict.fromkeys(qconfig_spec, _DYNAMIC[dtype][1])
    model = model if inplace else copy.deepcopy(model)
    model.eval()
    propagate_qconfig_(model, qconfig_spec)
    convert(model, get_default_dynamic_quant_module_mappings() if mapping is None else mapping, inplace=True)
    return model


@deprecated(DEPRECATION_WARNING)
def prepare_qat(model, mapping=None, inplace=False):
    """A copy of a model whose weights and activations are rounded as quantisation would."""
    if not model.training:
        raise AssertionError("prepare_qat only works on models in training mode")
    mapping = get_default_qat_module_mappings() if mapping is None else mapping
    model = model if inplace else copy.deepcopy(model)
    propagate_qconfig_(model, qconfig_dict=None)
    convert(model, mapping=mapping, inplace=True, remove_qconfig=False)
    prepare(model, observer_non_leaf_module_list=set(mapping.values()), inplace=True)
    return model


@deprecated(DEPRECATION_WARNING)
def quantize_qat(model, run_fn, run_args, inplace=False):
    model = model if inplace else copy.deepcopy(model)
    model.train()
    prepare_qat(model, inplace=True)
    run_fn(model, *run_args)
    convert(model, inplace=True)
    return model


@deprecated(DEPRECATION_WARNING)
def convert(module, mapping=None, inplace=False, remove_qconfig=True, is_reference=False, convert_custom_config_dict=None, use_precomputed_fake_quant=False):
    """Swaps modules for what the mapping has for them."""
    if is_reference:
        raise NotImplementedError("magneto: reference modules of quantisation (torch.ao.nn.quantized.reference)")
    module = module if inplace else copy.deepcopy(module)
    _convert(module, get_default_static_quant_module_mappings() if mapping is None else mapping,
             (convert_custom_config_dict or _CUSTOM).get("observed_to_quantized_custom_module_class", {}), use_precomputed_fake_quant)
    if remove_qconfig:
        _remove_qconfig(module)
    return module


def _convert(module, mapping, custom, precomputed):
    for name, child in list(module.named_children()):
        if not isinstance(child, _FusedModule) and type_before_parametrizations(child) not in custom:
            _convert(child, mapping, custom, precomputed)
        module._modules[name] = swap_module(child, mapping, custom, precomputed)


def swap_module(mod, mapping, custom_module_class_mapping, use_precomputed_fake_quant=False):
    """What stands for a module, with its hooks; the module itself where nothing does."""
    kind = type_before_parametrizations(mod)
    if not _configured(mod) or kind not in custom_module_class_mapping and kind not in mapping:
        return mod
    if kind in custom_module_class_mapping:
        made = custom_module_class_mapping[kind].from_observed(mod)
    else:
        make = mapping[kind].from_float
        takes_it = "use_precomputed_fake_quant" in inspect.signature(make).parameters
        made = make(mod, use_precomputed_fake_quant=use_precomputed_fake_quant) if takes_it else make(mod)
    for hook in mod._forward_pre_hooks.values():
        made.register_forward_pre_hook(hook)
    for hook in mod._forward_hooks.values():
        if hook is not _observer_forward_hook:
            made.register_forward_hook(hook)
    return made
