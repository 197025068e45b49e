"""Tensors in a folder, with the storages under hashes of their contents, so that equal ones are stored once."""
import hashlib
import os

import torch


def hash_storage(storage, *, stable_hash=False):
    """A hash of the bytes of a storage; stable_hash depends on nothing else."""
    data = bytes(storage)
    if stable_hash:
        return hashlib.sha1(data).hexdigest()
    return hashlib.sha1(b"storage" + len(data).to_bytes(8, "little") + data).hexdigest()


class ContentStoreWriter:
    def __init__(self, loc, stable_hash=False):
        self.loc, self.stable_hash = loc, stable_hash
        self.seen_storage_hashes = set()

    def write_storage(self, storage):
        name = hash_storage(storage, stable_hash=self.stable_hash)
        if name not in self.seen_storage_hashes:
            target = os.path.join(self.loc, "storages", name)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            if not os.path.exists(target):
                torch.save(storage, target)
            self.seen_storage_hashes.add(name)
        return name

    def compute_tensor_metadata(self, t, h=None):
        if h is None:
            h = hash_storage(t.untyped_storage(), stable_hash=self.stable_hash)
        return t.dtype, h, t.storage_offset(), tuple(t.shape), t.stride(), {}

    def write_tensor(self, name, t):
        target = os.path.join(self.loc, "tensors", name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        torch.save(self.compute_tensor_metadata(t, self.write_storage(t.untyped_storage())), target)


class ContentStoreReader:
    def __init__(self, loc, *, cache=True):
        self.loc = loc
        self.storage_cache = {} if cache else None

    def read_storage(self, h, *, device=None):
        cache = self.storage_cache
        if cache is not None and (h, device) in cache:
            return cache[h, device]
        storage = torch.load(os.path.join(self.loc, "storages", h), weights_only=False, map_location=device)
        storage = getattr(storage, "_untyped_storage", storage)
        if cache is not None:
            cache[h, device] = storage
        return storage

    def read_tensor_metadata(self, name):
        path = os.path.join(self.loc, "tensors", name)
        if not os.path.exists(path):
            raise FileNotFoundError(path)
        return torch.load(path, weights_only=False)

    def read_tensor(self, name, *, device=None):
        dtype, h, offset, size, stride, _ = self.read_tensor_metadata(name)
        if torch.device(device or "cpu").type == "meta":  # which needs no storage
            return torch.empty_strided(size, stride, dtype=dtype, device=device)
        storage = self.read_storage(h, device=device)
        made = torch.tensor([], dtype=dtype, device=storage.device)
        return made.set_(storage, offset, size, stride)
