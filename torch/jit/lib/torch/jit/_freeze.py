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
    c = _script.freeze_module(mod._c, list(preserved_attrs or []))
    return _copy(c, getattr(mod, "original_name", type(mod).__name__))


def run_frozen_optimizations(mod, optimize_numerics=True, preserved_methods=None):
    return None


def optimize_for_inference(mod, other_methods=None):
    """Freeze a module if it is not, for running it only."""
    if not isinstance(mod, ScriptModule):
        raise RuntimeError("optimize_for_inference expects ScriptModule as input. Please use torch.jit.script or torch.jit.trace to script your 'nn.Module'.")
    if hasattr(mod, "training") and "training" in mod.__dict__.get("_c_attrs", ()):
        mod = freeze(mod.eval(), preserved_attrs=other_methods)
    return mod
