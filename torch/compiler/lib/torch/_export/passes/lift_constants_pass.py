"""Names of constants of a module, by the constant."""

import collections.abc

import torch

__all__ = ["ConstantAttrMap"]


class ConstantAttrMap(collections.abc.MutableMapping):
    """A mapping from tensors, by identity, and other objects, by value, to the names of attributes that hold them."""

    def __init__(self):
        self._names, self._keys = {}, {}

    def _place(self, key):
        return id(key) if isinstance(key, torch.Tensor) else hash(key)

    def __getitem__(self, key):
        return self._names[self._place(key)]

    def __setitem__(self, key, value):
        raise NotImplementedError("Directly setting values for ConstantAttrMap is not supported, please use add(key, value) instead.")

    def add(self, key, value):
        if not isinstance(key, (torch.Tensor, torch.ScriptObject)):
            raise TypeError(f"Expected key to be a tensor or ScriptObject, got {type(key)}")
        self._keys[self._place(key)] = key
        self._names.setdefault(self._place(key), []).append(value)

    def __delitem__(self, key):
        del self._names[self._place(key)], self._keys[self._place(key)]

    def __iter__(self):
        return iter(self._keys.values())

    def __len__(self):
        return len(self._keys)

    def __contains__(self, key):
        return self._place(key) in self._keys
