"""Freezing: attributes of modules as constants."""
import torch
from torch import nn
from torch._C import _script
from torch.jit._script import RecursiveScriptModule, ScriptModule


def _copy(c, original_name):
    """A module object for a frozen script object."""
    from torch.jit._recursive import _attach
    wrapper = RecursiveScriptModule(c)
    d = wrapper.__dict__
    d.pop("_pending", None)
    for name, kind, value, typ in _script.module_attrs(c):
        if kind == "param" and value is not None:
            wrapper._parameters[name] = value
        elif kind == "buffer" and value is not None:
            wrapper._buffers[name] = value
        elif kind == "module" and value is not None:
            wrapper._modules[name] = _copy(value, _script.object_class(value).rsplit(".", 1)[-1])
            _script.set_child(c, name, wrapper._modules[name]._c)
    d["_original_name"] = original_name
    d["_source"] = None
    _attach(wrapper, c)
    d["training"] = False
    for name in _script.module_methods(c):
        d["_c_methods"][name] = _script.module_method(c, name, False)
    return wrapper


def freeze(mod, preserved_attrs=None, optimize_numerics=True):
    """A copy of a module in eval mode whose attributes are constants of its methods, but for those to preserve."""
    if not isinstance(mod, ScriptModule):
        raise RuntimeError("Freezing expects a ScriptModule as input. Please use torch.jit.script or torch.jit.trace to script your 'nn.Module'.")
    if mod.training:
        raise RuntimeError("Freezing is currently only implemented for modules in eval mode. Please call .eval() on your module before freezing.")
    for name in preserved_attrs or ():
        if not _script.object_has(mod._c, name) and _script.module_method(mod._c, name, False) is None:
            raise RuntimeError(f"Unknown name: {name}")
    c = _script.freeze_module(mod._c, list(preserved_attrs or []))
    frozen = _copy(c, getattr(mod, "original_name", type(mod).__name__))
    run_frozen_optimizations(frozen, optimize_numerics, list(preserved_attrs or []))
    return frozen


def run_frozen_optimizations(mod, optimize_numerics=True, preserved_methods=None):
    """Fold what follows convolutions into their weights, where that does not change more than rounding."""
    if not optimize_numerics:
        return
    for name in ["forward", *(preserved_methods or ())]:
        method = _script.module_method(mod._c, name, False)
        if method is not None:
            _script.fold_convolutions(method.graph)
            _script.fold_linear(method.graph)


def _folded(kind, weight, bias, *operands):
    """The weight and bias of a convolution with a node behind it folded in; None where that cannot be."""
    if not isinstance(weight, torch.Tensor) or not weight.is_floating_point():
        return None
    channels = weight.shape[0]
    shape = (channels,) + (1,) * (weight.dim() - 1)
    with torch.no_grad():
        start = torch.zeros(channels, dtype=weight.dtype) if bias is None else bias.detach()
        weight = weight.detach()
        if kind == "aten::batch_norm":
            scale, shift, mean, var, training, momentum, eps, cudnn = operands
            if training or mean is None or var is None:
                return None
            if mean.numel() != channels:
                return None
            factor = torch.rsqrt(var + eps) if scale is None else scale * torch.rsqrt(var + eps)
            moved = (start - mean) * factor
            folded = weight * factor.reshape(shape), moved if shift is None else moved + shift
            return tuple(t.to(weight.dtype) for t in folded)
        if kind not in ("aten::add", "aten::sub", "aten::mul", "aten::div"):
            return None
        other = operands[0]
        if kind in ("aten::add", "aten::sub") and operands[1:] != (1,) or kind in ("aten::mul", "aten::div") and operands[1:]:
            return None
        if isinstance(other, torch.Tensor):
            if other.dim() > weight.dim() or other.dtype != weight.dtype and other.is_floating_point():
                return None
            if any(n != 1 and (i != 1 or other.dim() != weight.dim() or n != channels) for i, n in enumerate(other.shape)):
                return None
            other = other.reshape(-1).to(weight.dtype)
        elif not isinstance(other, (int, float)):
            return None
        other = torch.as_tensor(other, dtype=weight.dtype).expand(channels)
        if kind == "aten::add":
            return weight, start + other
        if kind == "aten::sub":
            return weight, start - other
        if kind == "aten::mul":
            return weight * other.reshape(shape), start * other
        return weight / other.reshape(shape), start / other


def optimize_for_inference(mod, other_methods=None):
    """Freeze a module if it is not, for running it only."""
    if not isinstance(mod, ScriptModule):
        raise RuntimeError("optimize_for_inference expects ScriptModule as input. Please use torch.jit.script or torch.jit.trace to script your 'nn.Module'.")
    if hasattr(mod, "training") and "training" in mod.__dict__.get("_c_attrs", ()):
        mod = freeze(mod.eval(), preserved_attrs=other_methods)
    return mod
