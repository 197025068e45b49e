"""Mappings whose keys are weak references to objects, by default by identity: tensors compare element by element, so that they cannot be keys otherwise."""

import collections.abc
import copy
import weakref


class WeakIdRef(weakref.ref):
    """A weak reference that is equal for the same object."""

    __slots__ = ["_id"]

    def __init__(self, key, callback=None):
        self._id = id(key)
        super().__init__(key, callback)

    def __call__(self):
        return super().__call__()

    def __hash__(self):
        return self._id

    def __eq__(self, other):
        a, b = self(), other()
        return a is b if a is not None and b is not None else self is other


class _WeakHashRef(weakref.ref):
    """A weak reference that is equal for equal objects, and hashes as its object does, after its death too."""

    __slots__ = ["_id"]

    def __init__(self, key, callback=None):
        self._id = hash(key)
        super().__init__(key, callback)

    def __hash__(self):
        return self._id

    def __eq__(self, other):
        a, b = self(), other()
        return a == b if a is not None and b is not None else self is other


class WeakIdKeyDictionary(collections.abc.MutableMapping):
    """A mapping from objects, which it does not keep alive. An entry whose object dies while somebody iterates goes when the iteration is over."""

    def __init__(self, dict=None, ref_type=WeakIdRef):
        self.ref_type = ref_type
        self.data = {}
        self._dead = []
        self._iterating = 0
        if dict is not None:
            self.update(dict)

    def _remover(self):
        reference = weakref.ref(self)

        def remove(key):
            owner = reference()
            if owner is None:
                return
            if owner._iterating:
                owner._dead.append(key)
            else:
                owner.data.pop(key, None)

        return remove

    def _living(self):
        """Pairs of an object that lives and its value."""
        self._iterating += 1
        try:
            for key, value in self.data.items():
                obj = key()
                if obj is not None:
                    yield obj, value
        finally:
            self._iterating -= 1
            while self._dead and not self._iterating:
                self.data.pop(self._dead.pop(), None)

    def __setitem__(self, key, value):
        self.data[self.ref_type(key, self._remover())] = value

    def __getitem__(self, key):
        return self.data[self.ref_type(key)]

    def __delitem__(self, key):
        del self.data[self.ref_type(key)]

    def __contains__(self, key):
        try:
            reference = self.ref_type(key)
        except TypeError:
            return False
        return reference in self.data

    def __len__(self):
        return len(self.data) - len(self._dead)

    def __repr__(self):
        return f"<{type(self).__name__} at {id(self):#x}>"

    def keys(self):
        for key, _ in self._living():
            yield key

    __iter__ = keys

    def items(self):
        return self._living()

    def values(self):
        for _, value in self._living():
            yield value

    def keyrefs(self):
        return list(self.data)

    def get(self, key, default=None):
        return self.data.get(self.ref_type(key), default)

    def setdefault(self, key, default=None):
        return self.data.setdefault(self.ref_type(key, self._remover()), default)

    def pop(self, key, *args):
        return self.data.pop(self.ref_type(key), *args)

    def popitem(self):
        while True:
            key, value = self.data.popitem()
            obj = key()
            if obj is not None:
                return obj, value

    def update(self, dict=None, **kwargs):
        if dict is not None:
            pairs = dict.items() if hasattr(dict, "items") else dict
            for key, value in list(pairs):
                self[key] = value
        for key, value in kwargs.items():
            self[key] = value

    def copy(self):
        made = type(self)()
        for key, value in self._living():
            made[key] = value
        return made

    __copy__ = copy

    def __deepcopy__(self, memo):
        made = type(self)()
        for key, value in self._living():
            made[key] = copy.deepcopy(value, memo)
        return made

    def __or__(self, other):
        if not isinstance(other, collections.abc.Mapping):
            return NotImplemented
        made = self.copy()
        made.update(other)
        return made

    def __ror__(self, other):
        if not isinstance(other, collections.abc.Mapping):
            return NotImplemented
        made = type(self)()
        made.update(other)
        made.update(self)
        return made

    def __ior__(self, other):
        self.update(other)
        return self

    def __eq__(self, other):
        if not isinstance(other, collections.abc.Mapping):
            return NotImplemented
        return {id(k): v for k, v in self.items()} == {id(k): v for k, v in other.items()}


WeakTensorKeyDictionary = WeakIdKeyDictionary


WeakRef = weakref.ref


class TensorWeakRef:
    """A weak reference to a tensor; called, it gives the tensor, or None."""

    def __init__(self, tensor):
        from torch import Tensor

        if not isinstance(tensor, Tensor):
            raise AssertionError(f"expected torch.Tensor, got {type(tensor)}.")
        self.ref = weakref.ref(tensor)

    def __call__(self):
        return self.ref()
