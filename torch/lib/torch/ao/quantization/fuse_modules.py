"""Sequences of a model's modules made one."""

import copy

from torch import nn
from torch.ao.quantization.fuser_method_mappings import fuse_conv_bn, fuse_conv_bn_relu, get_fuser_method  # noqa: F401
from torch.nn.utils.parametrize import type_before_parametrizations

__all__ = ["fuse_known_modules", "fuse_modules", "fuse_modules_qat"]


def fuse_known_modules(mod_list, is_qat, additional_fuser_method_mapping=None):
    """One module for a list of them, and identities for the rest of the list; hooks before the first and behind the last go along."""
    kinds = tuple(map(type_before_parametrizations, mod_list))
    fuse = get_fuser_method(kinds, additional_fuser_method_mapping)
    made = fuse(is_qat, *mod_list)
    for hooks, register in ((mod_list[0]._forward_pre_hooks, made.register_forward_pre_hook), (mod_list[-1]._forward_hooks, made.register_forward_hook)):
        for hook in list(hooks.values()):
            register(hook)
        hooks.clear()
    return [made] + [nn.Identity().train(mod_list[0].training) for _ in mod_list[1:]]


def _fuse_modules(model, modules_to_fuse, is_qat, inplace=False, fuser_func=fuse_known_modules, fuse_custom_config_dict=None):
    model = model if inplace else copy.deepcopy(model)
    more = (fuse_custom_config_dict or {}).get("additional_fuser_method_mapping", {})
    lists = [modules_to_fuse] if all(isinstance(name, str) for name in modules_to_fuse) else modules_to_fuse
    for names in lists:
        made = fuser_func([model.get_submodule(name) for name in names], is_qat, more)
        for name, module in zip(names, made):
            parent, _, last = name.rpartition(".")
            setattr(model.get_submodule(parent), last, module)
    return model


def fuse_modules(model, modules_to_fuse, inplace=False, fuser_func=fuse_known_modules, fuse_custom_config_dict=None):
    """A copy of a model in which lists of modules, by their names, are one."""
    return _fuse_modules(model, modules_to_fuse, False, inplace, fuser_func, fuse_custom_config_dict)


def fuse_modules_qat(model, modules_to_fuse, inplace=False, fuser_func=fuse_known_modules, fuse_custom_config_dict=None):
    return _fuse_modules(model, modules_to_fuse, True, inplace, fuser_func, fuse_custom_config_dict)
