"""Members of modules by their dotted names."""

import torch

_MISSING = object()


class NamedMemberAccessor:
    def __init__(self, module):
        self.module = module

    def get_submodule(self, name):
        return self.module.get_submodule(name)

    def _owner(self, name):
        prefix, _, attr = name.rpartition(".")
        try:
            return self.module.get_submodule(prefix) if prefix else self.module, attr
        except AttributeError as e:
            raise AttributeError(f"{self.module._get_name()} has no attribute `{name}`") from e

    def get_tensor(self, name):
        owner, attr = self._owner(name)
        if not hasattr(owner, attr):
            raise AttributeError(f"{type(owner).__name__} has no attribute `{attr}`")
        tensor = getattr(owner, attr)
        if not isinstance(tensor, torch.Tensor) and tensor is not None:
            raise TypeError(f"{tensor} is not an instance of torch.Tensor")
        return tensor

    def set_tensor(self, name, value):
        owner, attr = self._owner(name)
        if attr in owner._parameters:
            owner._parameters[attr] = value
        elif attr in owner._buffers:
            owner._buffers[attr] = value
        else:
            setattr(owner, attr, value)

    def del_tensor(self, name):
        owner, attr = self._owner(name)
        delattr(owner, attr)

    def swap_tensor(self, name, value, allow_missing=False):
        owner, attr = self._owner(name)
        old = getattr(owner, attr, _MISSING)
        if old is _MISSING and not allow_missing:
            raise AttributeError(f"{type(owner).__name__} has no attribute `{attr}`")
        self.set_tensor(name, value)
        return old

    def get_tensors(self, names):
        return [self.get_tensor(n) for n in names]

    def set_tensors(self, names, values):
        for name, value in zip(names, values):
            self.set_tensor(name, value)

    def set_tensors_dict(self, named_tensors):
        for name, value in named_tensors.items():
            self.set_tensor(name, value)

    def swap_tensors_dict(self, named_tensors, allow_missing=False):
        return {name: self.swap_tensor(name, value, allow_missing) for name, value in named_tensors.items()}, []

    def check_keys(self, keys):
        keys, own = set(keys), {n for n, _ in self.named_tensors(remove_duplicate=False)}
        return sorted(own - keys), sorted(keys - own)

    def named_parameters(self, remove_duplicate=True):
        yield from self.module.named_parameters(remove_duplicate=remove_duplicate)

    def named_buffers(self, remove_duplicate=True):
        yield from self.module.named_buffers(remove_duplicate=remove_duplicate)

    def named_tensors(self, remove_duplicate=True):
        yield from self.named_parameters(remove_duplicate)
        yield from self.named_buffers(remove_duplicate)

    def named_modules(self, remove_duplicate=True):
        yield from self.module.named_modules(remove_duplicate=remove_duplicate)
