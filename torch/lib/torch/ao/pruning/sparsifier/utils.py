"""Names of modules and of their tensors, and the parametrization by which a mask acts."""
from itertools import chain

from torch import nn
from torch.nn.utils.parametrize import is_parametrized, type_before_parametrizations


class FakeSparsity(nn.Module):
    """The parametrization that multiplies a weight by a mask. The sparsifier keeps the mask, so the model's state has none."""

    def __init__(self, mask):
        super().__init__()
        self.register_buffer("mask", mask)

    def forward(self, x):
        if self.mask.shape != x.shape:
            raise AssertionError(f"mask has shape {tuple(self.mask.shape)}, the tensor {tuple(x.shape)}")
        return self.mask * x

    def state_dict(self, *args, **kwargs):
        return {}


def module_to_fqn(model, module, prefix=""):
    """The path of a module in a model, None where it is none of its."""
    if module is model:
        return ""
    for name, child in model.named_children():
        rest = module_to_fqn(child, module, ".")
        if rest is not None:
            return prefix + name + rest
    return None


def fqn_to_module(model, path):
    for name in path.split(".") if path else ():
        model = getattr(model, name, None)
    return model


def get_arg_info_from_tensor_fqn(model, tensor_fqn):
    """What a path of a tensor says: the path of its module, the module, and the tensor's name in it."""
    module_fqn, _, name = tensor_fqn.rpartition(".")
    return {"module_fqn": module_fqn, "module": fqn_to_module(model, module_fqn), "tensor_name": name, "tensor_fqn": tensor_fqn}


def module_contains_param(module, parametrization):
    if not is_parametrized(module):
        return False
    return any(isinstance(p, parametrization) for p in chain.from_iterable(module.parametrizations.values()))


def swap_module(mod, mapping):
    """What a module becomes by the method from_dense of the class that its own is mapped to; hooks go with it."""
    kind = type_before_parametrizations(mod)
    if kind not in mapping:
        return mod
    made = mapping[kind].from_dense(mod)
    for hook in mod._forward_pre_hooks.values():
        made.register_forward_pre_hook(hook)
    for hook in mod._forward_hooks.values():
        made.register_forward_hook(hook)
    devices = {p.device for p in chain(mod.parameters(), mod.buffers())}
    if len(devices) > 1:
        raise AssertionError(f"swap_module only works with cpu or single-device CUDA modules, but got devices {devices}")
    return made.to(devices.pop()) if devices else made
