"""The class of all sparsifiers."""
import abc
import copy
from collections import defaultdict

import torch
from torch import nn
from torch.nn.utils import parametrize
from torch.nn.utils.parametrize import type_before_parametrizations

from .utils import FakeSparsity, get_arg_info_from_tensor_fqn, module_contains_param, module_to_fqn, swap_module

SUPPORTED_MODULES = {nn.Linear}
_OF_THE_MODEL = ("module", "module_fqn", "tensor_name")  # what a group knows only while it has a model


class BaseSparsifier(abc.ABC):
    """Masks for tensors of a model. groups has the arguments of update_mask for each tensor, state the masks by the tensors' paths."""

    def __init__(self, defaults=None):
        super().__init__()
        self.defaults = defaults or {}
        self.state = defaultdict(dict)
        self.groups = []
        self.enable_mask_update = True

    def __getstate__(self):
        return {"defaults": self.defaults, "state": self.state, "groups": self.groups}

    def __setstate__(self, state):
        self.__dict__.update(state)

    def __repr__(self):
        lines = [type(self).__name__ + " ("]
        for i, group in enumerate(self.groups):
            lines += [f"\tGroup {i}"] + [f"\t    {key}: {group[key]}" for key in sorted(group)]
        return "\n".join(lines) + ("\n)" if self.groups else ")")

    def state_dict(self):
        return {"state": self.state, "groups": [{k: v for k, v in group.items() if k not in _OF_THE_MODEL} for group in self.groups]}

    def load_state_dict(self, state_dict, strict=True):
        """Takes groups and state over; masks move from the state into the modules, which are parametrized where they were not."""
        groups, states = copy.deepcopy(state_dict["groups"]), state_dict["state"]
        for fqn, state in states.items():
            info = get_arg_info_from_tensor_fqn(self.model, fqn)
            module, name = info["module"], info["tensor_name"]
            if module is None:
                if strict:
                    raise RuntimeError(f"Error loading {fqn} into the model")
                continue
            there = parametrize.is_parametrized(module, name) and [p for p in module.parametrizations[name] if isinstance(p, FakeSparsity)]
            if not there:
                there = [FakeSparsity(torch.ones(getattr(module, name).shape))]
                parametrize.register_parametrization(module, name, there[0])
            if state.get("mask") is not None:
                there[0].mask = state.pop("mask")
            for group in groups:
                if group["tensor_fqn"] == fqn:
                    group.update(info)
        self.__setstate__({"state": states, "groups": groups})

    def make_config_from_model(self, model, SUPPORTED_MODULES=SUPPORTED_MODULES):
        """The weights of all modules of a supported class, those of outer modules first."""
        self.config = []
        open_modules = [model]
        while open_modules:
            for child in open_modules.pop().children():
                if type(child) in SUPPORTED_MODULES:
                    self.config.append({"tensor_fqn": module_to_fqn(model, child) + ".weight"})
                else:
                    open_modules.append(child)

    def prepare(self, model, config):
        """Puts masks of ones on the tensors that the configurations name."""
        self.model, self.config = model, config
        if self.config is None:
            self.make_config_from_model(model)
        for given in self.config:
            if not isinstance(given, dict):
                raise AssertionError("config elements should be dicts not modules i.e.:[{`tensor_fqn`: `foo.bar.weight`}, {`tensor_fqn`: ... }, ...]")
            group = {**copy.deepcopy(self.defaults), **given}
            fqn = group.get("tensor_fqn")
            if fqn is None:
                raise AssertionError("tensor_fqn is a required argument in the sparsity config which replaces previous `module` and [module]`fqn` arguments")
            info = get_arg_info_from_tensor_fqn(model, fqn)
            for key, value in info.items():
                if key in group and group[key] != value:
                    raise AssertionError(f"Given both `{key}` and `tensor_fqn` in the config, it is expected them to agree!")
            group.update(info)
            self.groups.append(group)
        self._prepare()

    def _prepare(self, *args, **kwargs):
        for group in self.groups:
            module, name = group["module"], group["tensor_name"]
            mask = group.get("mask", torch.ones_like(getattr(module, name)))
            self.state[group["tensor_fqn"]]["mask"] = mask
            parametrize.register_parametrization(module, name, group.get("parametrization", FakeSparsity)(mask))

    def squash_mask(self, params_to_keep=None, params_to_keep_per_layer=None, *args, **kwargs):
        """Leaves plain weights with zeros. Arguments of groups that are to be kept become the attribute sparse_params of the modules."""
        for group in self.groups:
            module = group["module"]
            parametrize.remove_parametrizations(module, group["tensor_name"], leave_parametrized=True)
            kept = [*(params_to_keep or ()), *((params_to_keep_per_layer or {}).get(group["module_fqn"]) or ())]
            if kept:
                module.sparse_params = {key: group[key] for key in kept}

    def convert(self, module, mapping=None, inplace=False, parameterization=FakeSparsity):
        """A module in which masked modules are what from_dense of the classes that theirs are mapped to makes of them."""
        if mapping is None:
            raise NotImplementedError("Need to auto generate mapping ")
        if not inplace:
            module = copy.deepcopy(module)
        for name, child in list(module.named_children()):
            if module_contains_param(child, parameterization) and type_before_parametrizations(child) in mapping:
                module._modules[name] = swap_module(child, mapping)
            else:
                module._modules[name] = self.convert(child, mapping, inplace=True, parameterization=parameterization)
        return module

    def step(self, use_path=True):
        if not self.enable_mask_update:
            return
        with torch.no_grad():
            for group in self.groups:
                self.update_mask(**group)

    @abc.abstractmethod
    def update_mask(self, module, tensor_name, **kwargs):
        """Changes the mask of a tensor."""
