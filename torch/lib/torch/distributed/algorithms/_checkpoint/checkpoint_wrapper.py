"""Modules that compute what backward needs once more, or keep it elsewhere, under the names that their parameters had before."""

from abc import ABC, abstractmethod
from enum import Enum, auto
from functools import partial

import torch
import torch.nn as nn
from torch.autograd.graph import save_on_cpu
from torch.utils.checkpoint import checkpoint

_CHECKPOINT_WRAPPED_MODULE = "_checkpoint_wrapped_module"
_CHECKPOINT_PREFIX = _CHECKPOINT_WRAPPED_MODULE + "."


class CheckpointImpl(Enum):
    """The two ways of torch.utils.checkpoint."""

    REENTRANT = auto()
    NO_REENTRANT = auto()


class ActivationWrapper(nn.Module, ABC):
    """Stands in the place of a module: attributes, items and the names in state dicts are those of the module."""

    def __init__(self, mod):
        super().__init__()
        self._checkpoint_wrapped_module = mod
        self._register_state_dict_hook(self._post_state_dict_hook)
        self.register_load_state_dict_pre_hook(self._pre_load_state_dict_hook)

    @abstractmethod
    def forward(self, *args, **kwargs):
        raise ValueError("Subclasses should implement forward().")

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(self._checkpoint_wrapped_module, name)

    def __getitem__(self, key):
        return self._checkpoint_wrapped_module.__getitem__(key)

    def named_parameters(self, *args, **kwargs):
        """Pairs of names, as the module has them, and parameters."""
        for name, param in super().named_parameters(*args, **kwargs):
            yield name.replace(_CHECKPOINT_PREFIX, ""), param

    @staticmethod
    def _post_state_dict_hook(module, state_dict, prefix, *args):
        _renamed(state_dict, prefix + _CHECKPOINT_PREFIX, prefix)
        return state_dict

    @staticmethod
    def _pre_load_state_dict_hook(module, state_dict, prefix, *args):
        _renamed(state_dict, prefix, prefix + _CHECKPOINT_PREFIX)


def _renamed(state_dict, old, new):
    """Gives the entries whose names begin with old names that begin with new, in place and in order."""
    if old == new:
        return
    for name in list(state_dict):
        if name.startswith(old) and not (new.startswith(old) and name.startswith(new)):
            state_dict[new + name[len(old):]] = state_dict.pop(name)


class OffloadWrapper(ActivationWrapper):
    """What the module saves for backward is kept in the memory of the CPU."""

    def forward(self, *args, **kwargs):
        with save_on_cpu(pin_memory=True):
            return self._checkpoint_wrapped_module(*args, **kwargs)


class CheckpointWrapper(ActivationWrapper):
    """The module is computed once more in backward: by torch.utils.checkpoint, or by checkpoint_fn with the keywords."""

    def __init__(self, mod, checkpoint_impl=CheckpointImpl.NO_REENTRANT, checkpoint_fn=None, **checkpoint_fn_kwargs):
        super().__init__(mod)
        self.checkpoint_impl = checkpoint_impl
        if checkpoint_fn is None:
            checkpoint_fn = partial(checkpoint, use_reentrant=checkpoint_impl is CheckpointImpl.REENTRANT)
        self.checkpoint_fn = partial(checkpoint_fn, **checkpoint_fn_kwargs)

    def forward(self, *args, **kwargs):
        if self.checkpoint_impl is not CheckpointImpl.REENTRANT or not kwargs:
            return self.checkpoint_fn(self._checkpoint_wrapped_module, *args, **kwargs)
        names, count = list(kwargs), len(args)  # keywords cannot go through a reentrant checkpoint

        def with_keywords(*values):
            return self._checkpoint_wrapped_module(*values[:count], **dict(zip(names, values[count:])))

        return self.checkpoint_fn(with_keywords, *args, *kwargs.values())


def offload_wrapper(module):
    return OffloadWrapper(module)


def checkpoint_wrapper(module, checkpoint_impl=CheckpointImpl.NO_REENTRANT, checkpoint_fn=None, **checkpoint_fn_kwargs):
    """The module in a CheckpointWrapper."""
    return CheckpointWrapper(module, checkpoint_impl, checkpoint_fn, **checkpoint_fn_kwargs)


def apply_activation_checkpointing(model, checkpoint_wrapper_fn=checkpoint_wrapper, check_fn=lambda _: True, auto_wrap_policy=None):
    """Replaces the submodules that check_fn (or the policy, called with recurse and nonwrapped_numel) picks by wrapped ones, inner ones first."""
    if auto_wrap_policy is not None:
        def check_fn(module):
            return auto_wrap_policy(module=module, recurse=False, nonwrapped_numel=sum(p.numel() for p in module.parameters()))

    _replace(model, checkpoint_wrapper_fn, check_fn, {})


def _replace(module, wrap, chosen, made):
    for name, child in module.named_children():
        if child not in made:
            _replace(child, wrap, chosen, made)
            made[child] = wrap(child) if chosen(child) else child
        setattr(module, name, made[child])
