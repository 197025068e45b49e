"""Quantisation of script modules: the passes of torch._C, and what they ask of observers and modules."""
import torch
from torch._C import _script
from torch.jit._freeze import _folded
from torch.jit._objects import attribute


# What passes ask.

def _held(c, name, otherwise=None):
    """What an object holds, or its class has as a constant."""
    if _script.object_has(c, name):
        return _script.object_get(c, name)
    return _script.module_constants(c).get(name, otherwise)


_HALF = 5  # the number that scripts have for torch.float16


def is_half(observer):
    return _held(observer, "dtype") == _HALF


def custom_operator(observer):
    return _held(observer, "custom_op", "") or ""


def watch(observer, value):
    with torch.no_grad():
        attribute(observer, "forward")(value.detach())


def parameters(observer, at_each_call):
    """What quantises as an observer says: whether there is a scale for each channel, whether a bit is left out, and operands with their names."""
    kind = ("_scalar_type", _held(observer, "dtype"))
    if at_each_call:
        return False, torch.backends.quantized.engine in ("fbgemm", "x86"), [kind]
    scale, zero_point = attribute(observer, "calculate_qparams")()
    if _held(observer, "ch_axis") is not None:
        return True, False, [("_scale", scale.detach()), ("_zero_point", zero_point.detach().to(torch.int32)), ("_axis", _held(observer, "ch_axis")), kind]
    return False, False, [("_scale", float(scale.item())), ("_zero_point", int(zero_point.item())), kind]


def folded(conv, norm):
    """The weight and bias of a convolution with a batch norm behind it; None where that has no averages."""
    mean, var = _held(norm, "running_mean"), _held(norm, "running_var")
    weight, bias = _held(conv, "weight"), _held(conv, "bias")
    if mean is None or var is None or weight is None:
        return None
    made = _folded("aten::batch_norm", weight, bias, _held(norm, "weight"), _held(norm, "bias"), mean, var, False, 0.1, _epsilon(norm), False)
    return made if made is None else tuple(torch.nn.Parameter(t.detach()) for t in made)


def _epsilon(norm):
    held = _held(norm, "eps")
    if held is not None:
        return held
    for node in attribute(norm, "forward").inlined_graph.findAllNodes("aten::batch_norm"):
        return list(node.inputs())[7].toIValue()
    return 1e-5


# The passes of torch._C.

def _jit_pass_fold_convbn(module):
    made = _script.clone_module(module, False)
    _script.fold_convbn(made)
    return made


def _dynamic(quant_type):
    return int(quant_type) == 0


def _configured(module, path, configs, inherited, rows):
    """Lists the submodules that have observers with these: those of the longest part of their path, or of their type."""
    config = configs.get(path, inherited)
    if config is not None and config.activation is not None:
        rows.append((module, _behind(config.activation), _behind(config.weight)))
    for name, child in _children(module):
        _configured(child, f"{path}.{name}" if path else name, configs, config, rows)


def _children(module):
    return [(name, _behind(child)) for name, kind, child, _ in _script.module_attrs(module) if kind == "module" and child is not None]


def _behind(observer):
    return getattr(observer, "__dict__", {}).get("_c", observer)


def _jit_pass_insert_observers(module, method_name, qconfig_dict, inplace, quant_type=1):
    made = _script.clone_module(module, bool(inplace))
    rows = []
    _configured(made, "", qconfig_dict, qconfig_dict.get(""), rows)
    _script.observe(made, method_name, rows, _dynamic(quant_type))
    return made


def _jit_pass_insert_quant_dequant(module, method_name, inplace=False, debug=False, quant_type=1):
    made = _script.clone_module(module, bool(inplace))
    _script.convert(made, method_name, _dynamic(quant_type), bool(debug))
    return made


def _jit_pass_quant_finalize(module, quant_type=1, preserved_attrs=()):
    _script.fuse_quant(module, "forward", _dynamic(quant_type))
    frozen = _script.freeze_module(module, list(preserved_attrs or ()), True)
    _script.fold_prepack(frozen)
    return frozen
