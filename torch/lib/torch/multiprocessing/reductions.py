"""What processes would know of each other's memory: here, weak references to storages."""

import torch


class StorageWeakRef:
    """A reference to a storage that does not keep it. Two are equal for the same storage."""

    __slots__ = ["cdata", "_weak"]

    def __init__(self, storage):
        self.cdata = storage._cdata
        self._weak = torch._C._storage_weak(storage)

    @classmethod
    def from_weakref(cls, cdata):
        raise NotImplementedError("magneto: a reference to a storage by its number alone")

    def expired(self):
        """Whether the storage is gone."""
        return self._weak()

    def __hash__(self):
        return self.cdata

    def __eq__(self, other):
        return self is other or isinstance(other, StorageWeakRef) and self.cdata == other.cdata
