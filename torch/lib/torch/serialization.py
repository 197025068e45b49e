"""Saving and loading. The file is a magic string and a pickle in which storages are persistent objects."""
import io
import pickle
from collections import OrderedDict

import torch
from torch import _C

_MAGIC = b"MAGNETO1"
_classes = {"Parameter": torch.nn.Parameter, "Buffer": torch.nn.Buffer}


class _Ref:
    """What stands for a tensor in the pickle."""

    def __init__(self, *parts):
        self.parts = parts


class _Pickler(pickle.Pickler):
    def __init__(self, file):
        super().__init__(file)
        self.keys = {}
        self.blobs = []

    def persistent_id(self, obj):
        if isinstance(obj, torch.Tensor):
            storage = obj.untyped_storage()
            key = storage.data_ptr() or ("empty", id(obj))
            if key not in self.keys:
                self.keys[key] = len(self.blobs)
                self.blobs.append(storage._bytes())
            kind = type(obj).__name__ if type(obj) is not torch.Tensor else ""
            return ("tensor", kind, self.keys[key], str(obj.dtype)[6:], tuple(obj.shape), obj.stride(), obj.storage_offset(), obj.requires_grad)
        if isinstance(obj, torch.dtype):
            return ("dtype", str(obj)[6:])
        if isinstance(obj, torch.device):
            return ("device", str(obj))
        if isinstance(obj, torch.Size):
            return ("size", tuple(obj))
        return None


_allowed = {("collections", "OrderedDict"), ("collections", "defaultdict"), ("builtins", "set"), ("builtins", "frozenset"), ("builtins", "complex"),
            ("builtins", "dict"), ("builtins", "list"), ("builtins", "tuple"), ("builtins", "slice"), ("builtins", "bytearray"), ("_codecs", "encode"),
            ("collections", "Counter"), ("builtins", "int"), ("builtins", "float"), ("builtins", "str"), ("builtins", "bool"), ("builtins", "range")}


class _Unpickler(pickle.Unpickler):
    def __init__(self, file, blobs, weights_only, device):
        super().__init__(file)
        self.blobs = blobs
        self.weights_only = weights_only
        self.device = device
        self.storages = {}

    def persistent_load(self, pid):
        kind = pid[0]
        if kind == "dtype":
            return getattr(torch, pid[1])
        if kind == "device":
            return torch.device(pid[1])
        if kind == "size":
            return torch.Size(pid[1])
        _, cls, key, dtype, shape, stride, offset, requires_grad = pid
        if key not in self.storages:
            self.storages[key] = _C._new_storage(self.blobs[key])
        t = _C._storage_to_tensor(self.storages[key], getattr(torch, dtype), shape, stride, offset)
        if cls in _classes:
            return torch.Tensor._make_subclass(_classes[cls], t, requires_grad)
        return t.requires_grad_(requires_grad)

    def find_class(self, module, name):
        if self.weights_only and (module, name) not in _allowed and (module, name) not in _safe:
            raise pickle.UnpicklingError(
                "Weights only load failed. This file can still be loaded, to do so you have two options, \x1b[1mdo those steps only if you trust the "
                "source of the checkpoint\x1b[0m. \n\t(1) In PyTorch 2.6, we changed the default value of the `weights_only` argument in "
                "`torch.load` from `False` to `True`. Re-running `torch.load` with `weights_only` set to `False` will likely succeed, but it can "
                "result in arbitrary code execution. Do it only if you got the file from a trusted source.\n\t"
                f"(2) Unsupported global: GLOBAL {module}.{name} was not an allowed global by default.")
        entry = _safe.get((module, name))
        return entry[0] if isinstance(entry, tuple) else super().find_class(module, name)


_safe = {} # what the user trusts: the key of each is where the pickle finds it


def _global(entry):
    if isinstance(entry, tuple):
        if len(entry) != 2:
            raise ValueError(f"Expected tuple of length 2 (global, str of callable full path), but got tuple of length: {len(entry)}")
        return tuple(entry[1].rpartition(".")[::2])
    return getattr(entry, "__module__", None), getattr(entry, "__qualname__", entry)


def add_safe_globals(safe_globals):
    for entry in safe_globals:
        _safe[_global(entry)] = entry


def get_safe_globals():
    return list(_safe.values())


def clear_safe_globals():
    _safe.clear()


class safe_globals:
    """The context in which more classes are trusted."""

    def __init__(self, safe_globals):
        self.safe_globals = safe_globals

    def __enter__(self):
        self._before = dict(_safe)
        add_safe_globals(self.safe_globals)

    def __exit__(self, type, value, traceback):
        _safe.clear()
        _safe.update(self._before)


def save(obj, f, pickle_module=pickle, pickle_protocol=2, _use_new_zipfile_serialization=True, _disable_byteorder_record=False):
    body = io.BytesIO()
    pickler = _Pickler(body)
    pickler.dump(obj)
    data = _MAGIC + pickle.dumps((body.getvalue(), pickler.blobs))
    if hasattr(f, "write"):
        f.write(data)
    else:
        with open(f, "wb") as file:
            file.write(data)


def load(f, map_location=None, pickle_module=None, *, weights_only=True, mmap=None, **pickle_load_args):
    if hasattr(f, "read"):
        data = f.read()
    else:
        with open(f, "rb") as file:
            data = file.read()
    if data[:len(_MAGIC)] != _MAGIC:
        if not data:
            raise EOFError("Ran out of input")
        raise pickle.UnpicklingError("Weights only load failed. The file is not a checkpoint written by torch.save.")
    body, blobs = pickle.loads(data[len(_MAGIC):])
    return _Unpickler(io.BytesIO(body), blobs, weights_only, map_location).load()


def _reduce(tensor):
    """How pickle takes a tensor apart: as a file of its own."""
    file = io.BytesIO()
    save(tensor, file)
    return _from_bytes, (file.getvalue(),)


def _from_bytes(data):
    return load(io.BytesIO(data), weights_only=False)
