"""Quantisation of script modules: observers are put in, and taken out again with what they have seen."""

import torch
from torch.ao.quantization.qconfig import QConfig
from torch.ao.quantization.quant_type import QuantType

__all__ = ["script_qconfig", "script_qconfig_dict", "fuse_conv_bn_jit", "prepare_jit", "prepare_dynamic_jit", "convert_jit", "convert_dynamic_jit", "quantize_jit", "quantize_dynamic_jit"]


def _check_is_script_module(model):
    if not isinstance(model, torch.jit.ScriptModule):
        raise ValueError("input must be a script module, got: " + str(type(model)))


def _check_forward_method(model):
    if not model._c._has_method("forward"):
        raise ValueError("input script module does not have forward method")


def script_qconfig(qconfig):
    """A configuration whose observers are scripted."""
    return QConfig(activation=torch.jit.script(qconfig.activation())._c, weight=torch.jit.script(qconfig.weight())._c)


def script_qconfig_dict(qconfig_dict):
    """Configurations by the names of submodules, with scripted observers; a name without one has none."""
    return {name: script_qconfig(qconfig) if qconfig else None for name, qconfig in qconfig_dict.items()}


def _given(model, made, inplace):
    """The module over what a pass has made: the one that was given, or a new one."""
    if not inplace:
        return torch.jit._recursive.wrap_cpp_module(made)
    model._reconstruct(made)
    return model


def fuse_conv_bn_jit(model, inplace=False):
    """Folds batch norm into the convolutions in front of it."""
    return _given(model, torch._C._jit_pass_fold_convbn(model._c), inplace)


def _prepare_jit(model, qconfig_dict, inplace=False, quant_type=QuantType.STATIC):
    _check_is_script_module(model)
    _check_forward_method(model)
    if not all(isinstance(name, str) for name in qconfig_dict):
        raise ValueError("qconfig_dict should only contain names(str) as keys.")
    observers = script_qconfig_dict(qconfig_dict)
    model = fuse_conv_bn_jit(model, inplace)
    return _given(model, torch._C._jit_pass_insert_observers(model._c, "forward", observers, inplace, quant_type), inplace)


def prepare_jit(model, qconfig_dict, inplace=False):
    return _prepare_jit(model, qconfig_dict, inplace, quant_type=QuantType.STATIC)


def prepare_dynamic_jit(model, qconfig_dict, inplace=False):
    return _prepare_jit(model, qconfig_dict, inplace, quant_type=QuantType.DYNAMIC)


def _convert_jit(model, inplace=False, debug=False, quant_type=QuantType.STATIC, preserved_attrs=None):
    _check_is_script_module(model)
    model.eval()
    made = torch._C._jit_pass_insert_quant_dequant(model._c, "forward", inplace, debug, quant_type)
    if not debug:
        made = torch._C._jit_pass_quant_finalize(made, quant_type, preserved_attrs or [])
    model = _given(model, made, inplace)
    torch._C._jit_pass_constant_propagation(model.graph)
    torch._C._jit_pass_dce(model.graph)
    return model


def convert_jit(model, inplace=False, debug=False, preserved_attrs=None):
    return _convert_jit(model, inplace, debug, quant_type=QuantType.STATIC, preserved_attrs=preserved_attrs)


def convert_dynamic_jit(model, inplace=False, debug=False, preserved_attrs=None):
    return _convert_jit(model, inplace, debug, quant_type=QuantType.DYNAMIC, preserved_attrs=preserved_attrs)


def _quantize_jit(model, qconfig_dict, run_fn=None, run_args=None, inplace=False, debug=False, quant_type=QuantType.STATIC):
    if quant_type == QuantType.DYNAMIC:
        return convert_dynamic_jit(prepare_dynamic_jit(model, qconfig_dict, inplace), True, debug)
    if not run_fn:
        raise AssertionError("Must provide calibration function for post training static quantization")
    if not run_args:
        raise AssertionError("Must provide calibration dataset for post training static quantization")
    model = prepare_jit(model, qconfig_dict, inplace)
    run_fn(model, *run_args)
    return convert_jit(model, True, debug)


def quantize_jit(model, qconfig_dict, run_fn, run_args, inplace=False, debug=False):
    """Quantises a module with what its observers see while run_fn runs it."""
    return _quantize_jit(model, qconfig_dict, run_fn, run_args, inplace, debug, quant_type=QuantType.STATIC)


def quantize_dynamic_jit(model, qconfig_dict, inplace=False, debug=False):
    """Quantises the weights of a module ahead, and the inputs of its linear layers at each call."""
    return _quantize_jit(model, qconfig_dict, inplace=inplace, debug=debug, quant_type=QuantType.DYNAMIC)
