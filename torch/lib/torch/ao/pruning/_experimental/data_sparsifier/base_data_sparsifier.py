"""The class of all sparsifiers of plain tensors."""
import abc
import copy
import warnings
from collections import defaultdict

import torch
from torch import nn
from torch.ao.pruning.sparsifier.base_sparsifier import BaseSparsifier
from torch.ao.pruning.sparsifier.utils import FakeSparsity
from torch.nn.utils import parametrize

EMBEDDING_TYPES = {nn.Embedding, nn.EmbeddingBag}
SUPPORTED_TYPES = {torch.Tensor, nn.Parameter, *EMBEDDING_TYPES}


class _Container(nn.Module):
    """Has the tensors as buffers, so that they can be parametrized."""


class BaseDataSparsifier(BaseSparsifier):
    """Masks for tensors, and weights of embeddings, by names. data_groups has the arguments of update_mask for each name."""

    def __init__(self, data_list=None, **defaults):
        super().__init__(defaults=defaults)
        self._container = _Container()
        self.data_groups = defaultdict(dict)
        for name, data in data_list or ():
            self.add_data(name, data, **self.defaults)

    def prepare(self, model, config):
        raise NotImplementedError("this function is undefined for this class")

    def _extract_weight(self, data):
        return data.weight if type(data) in EMBEDDING_TYPES else data

    def add_data(self, name, data, reuse_mask=True, **config):
        if type(data) not in SUPPORTED_TYPES:
            raise AssertionError(f"specified data type:{type(data)} not supported at the moment")
        args = copy.deepcopy(self.defaults)
        args.update(config)
        weight = self._extract_weight(data)
        mask = args.get("mask", torch.ones_like(weight))
        if name in self.state:
            warnings.warn("Replacing existing data of the same name. - Did you mean a different name?", stacklevel=2)
            args = {**self.data_groups[name], **config}
            if reuse_mask:
                if weight.shape != self.get_data(name=name).shape:
                    raise AssertionError("to retain the old mask, the shape of the new data must be the same as the previous one")
                mask = self.get_mask(name=name)
            self._delete_data(name=name)
        self._container.register_buffer(name=name, tensor=weight)
        parametrize.register_parametrization(self._container, name, args.get("parametrization", FakeSparsity)(mask))
        self.state[name]["mask"] = mask
        self.data_groups[name] = args
        return getattr(self._container, name)

    def get_data(self, name, return_original=True):
        if name not in self.data_groups:
            raise ValueError("data with specified name does not exist")
        if not return_original:
            return getattr(self._container, name)
        if not parametrize.is_parametrized(self._container, name):
            raise ValueError("mask squashed - original mask value does not exist")
        return getattr(self._container.parametrizations, name).original

    def _convert_mask(self, states, sparse_coo=True):
        states = copy.deepcopy(states)
        for state in states.values():
            state["mask"] = state["mask"].to_sparse_coo() if sparse_coo else state["mask"].to_dense()
        return states

    def state_dict(self):
        return {"state": self._convert_mask(self.state), "data_groups": self.data_groups, "_container": self._container.state_dict()}

    def _load_container_from_state(self, states, data_groups, container_state_dict):
        for name, state in states.items():
            config = data_groups.get(name, None)
            if config is None:
                raise RuntimeError(f"Error loading {name}")
            masked = f"parametrizations.{name}.original"
            data = container_state_dict.get(name, container_state_dict.get(masked))
            if data is None:
                raise RuntimeError(f"Error loading {name}")
            self._container.register_buffer(name=name, tensor=data)
            if masked in container_state_dict and name not in container_state_dict:
                mask = state.get("mask", torch.ones_like(data))
                parametrize.register_parametrization(self._container, name, data_groups.get("parametrization", FakeSparsity)(mask))

    def load_state_dict(self, state_dict, strict=True):
        """Takes names, masks and tensors over; those there before stay only where strict is false."""
        states, groups, tensors = (copy.deepcopy(state_dict[key]) for key in ("state", "data_groups", "_container"))
        states = self._convert_mask(states, sparse_coo=False)
        if strict:
            self._container = _Container()
        self._load_container_from_state(states, groups, tensors)
        if not strict:
            states.update(self.state)
            groups.update(self.data_groups)
        self.__setstate__({"state": states, "data_groups": groups})

    def __setstate__(self, state):
        if "_container" in state:
            tensors = state.pop("_container")
            self._container = _Container()
            state["state"] = self._convert_mask(state["state"], sparse_coo=False)
            self._load_container_from_state(state["state"], state["data_groups"], tensors)
        self.__dict__.update(state)

    def __getstate__(self):
        return {"defaults": self.defaults, "state": self._convert_mask(self.state), "data_groups": self.data_groups, "_container": self._container.state_dict()}

    def __repr__(self):
        lines = [type(self).__name__ + " ("]
        for name, args in self.data_groups.items():
            lines += ["\tData Group", f"\t    name: {name}"] + [f"\t    {key}: {args[key]}" for key in sorted(args) if key != "data"]
        return "\n".join(lines) + "\n)" if self.data_groups else lines[0] + ")"

    def get_mask(self, name):
        if name not in self.state:
            raise ValueError("data with specified name does not exist")
        return self.state[name]["mask"]

    def squash_mask(self, *args, leave_parametrized=True, names=None, **kwargs):
        """Leaves plain tensors, with zeros or as they were."""
        if names is None:
            names = list(self.data_groups)
        for name in names:
            parametrize.remove_parametrizations(self._container, name, leave_parametrized=leave_parametrized)

    def step(self):
        if not self.enable_mask_update:
            return
        with torch.no_grad():
            for name, config in self.data_groups.items():
                self.update_mask(name, self.get_data(name), **config)

    @abc.abstractmethod
    def update_mask(self, name, data, **kwargs):
        """Changes the mask of a tensor."""

    def _delete_data(self, name):
        self.squash_mask(names=[name], leave_parametrized=False)
        delattr(self._container, name)
        self.state.pop(name)
        self.data_groups.pop(name)
