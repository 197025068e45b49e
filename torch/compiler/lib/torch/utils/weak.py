"""Dictionaries whose keys are objects by identity."""

import copy
import weakref


class WeakIdRef(weakref.ref):
    """A weak reference that is equal for the same object."""

    __slots__ = ["_id"]

    def __init__(self, key, callback=None):
        self._id = id(key)
        super().__init__(key, callback)

    def __hash__(self):
        return self._id

    def __eq__(self, other):
        a, b = self(), other()
        return a is b if a is not None and b is not None else self is other


class WeakIdKeyDictionary:
    def __init__(self, dict=None, ref_type=WeakIdRef):
        self.ref_type = ref_type
        self.data = {}
        if dict is not None:
            self.update(dict)

    def __setitem__(self, key, value):
        self.data[self.ref_type(key, lambda r: self.data.pop(r, None))] = value

    def __getitem__(self, key):
        return self.data[self.ref_type(key)]

    def __delitem__(self, key):
        del self.data[self.ref_type(key)]

    def __contains__(self, key):
        return self.ref_type(key) in self.data

    def __len__(self):
        return len(self.data)

    def copy(self):
        return type(self)(self)

    __copy__ = copy

    def __deepcopy__(self, memo):
        made = type(self)()
        for k, v in self.items():
            made[k] = copy.deepcopy(v, memo)
        return made

    def keys(self):
        return [k for k in (r() for r in self.data) if k is not None]

    __iter__ = lambda self: iter(self.keys())

    def items(self):
        return [(r(), v) for r, v in self.data.items() if r() is not None]

    def values(self):
        return [v for _, v in self.items()]

    def get(self, key, default=None):
        return self.data.get(self.ref_type(key), default)

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

    def pop(self, key, *args):
        return self.data.pop(self.ref_type(key), *args)

    def update(self, other):
        for k, v in other.items():
            self[k] = v

    def clear(self):
        self.data.clear()


WeakTensorKeyDictionary = WeakIdKeyDictionary


WeakRef = weakref.ref


class TensorWeakRef:
    """A weak reference to a tensor; called, it gives the tensor, or None."""

    def __init__(self, tensor):
        self.ref = weakref.ref(tensor)

    def __call__(self):
        return self.ref()
