"""Saving and loading in PyTorch's formats: a zip file with a pickle and a file for each storage, and the older sequence of pickles. What is
loaded with weights_only, the default, makes tensors, plain containers and what the user trusts, and calls nothing else."""

import builtins
import contextlib
import enum
import importlib
import io
import os
import pickle
import struct
import sys
import tempfile
import warnings
from collections import Counter, OrderedDict
from _picklenames import new_place

import torch
from torch import _C, _guards, _utils
from torch._archive import Reader, Writer, read_some
from torch.utils.serialization import config
from torch.storage import TypedStorage, _get_dtype_from_pickle_storage_type

DEFAULT_PROTOCOL = 2
MAGIC_NUMBER = 0x1950a86a20f9469cfc6c
PROTOCOL_VERSION = 1001
STORAGE_KEY_SEPARATOR = ","


class SourceChangeWarning(Warning):
    pass


class LoadEndianness(enum.Enum):
    NATIVE = 1
    LITTLE = 2
    BIG = 3


class StorageType:
    """Stands for torch.FloatStorage and its like in a pickle."""

    def __init__(self, name):
        self._dtype = _get_dtype_from_pickle_storage_type(name)

    @property
    def dtype(self):
        return self._dtype

    def __str__(self):
        return f"StorageType(dtype={self.dtype})"


_settings = {"endianness": None, "mmap": 2, "crc32": True, "skip": False}


def get_default_load_endianness():
    return _settings["endianness"]


def set_default_load_endianness(endianness):
    if not isinstance(endianness, LoadEndianness) and endianness is not None:
        raise TypeError("Invalid argument type in function set_default_load_endianness")
    _settings["endianness"] = endianness


def get_crc32_options():
    return _settings["crc32"]


def set_crc32_options(compute_crc32):
    _settings["crc32"] = compute_crc32


def get_default_mmap_options():
    return _settings["mmap"]


class set_default_mmap_options:
    """Flags of memory maps, until changed or for a block."""

    def __init__(self, flags):
        if flags not in (1, 2):
            raise ValueError(f"Invalid argument in function set_default_mmap_options, expected mmap.MAP_PRIVATE or mmap.MAP_SHARED, but got {flags}")
        self.prev = _settings["mmap"]
        _settings["mmap"] = flags

    def __enter__(self):
        pass

    def __exit__(self, *exc_info):
        _settings["mmap"] = self.prev


class skip_data:
    """Storages are neither written nor read inside."""

    def __init__(self, materialize_fake_tensors=False):
        self.materialize_fake_tensors = materialize_fake_tensors

    def __enter__(self):
        self.prev, _settings["skip"] = _settings["skip"], True

    def __exit__(self, *exc_info):
        _settings["skip"] = self.prev


def check_module_version_greater_or_equal(module, req_version_tuple, error_if_malformed=True):
    try:
        parts = tuple(type(req)(part) for req, part in zip(req_version_tuple, module.__version__.split(".")))
    except Exception as e:
        message = f"'{module.__name__}' module version string is malformed '{module.__version__}' and cannot be compared with tuple {req_version_tuple}"
        if error_if_malformed:
            raise RuntimeError(message) from e
        warnings.warn(message + ", but continuing assuming that requirement is met", stacklevel=2)
        return True
    return parts >= req_version_tuple


# Where storages are, and where they come to be.

_package_registry = []


def register_package(priority, tagger, deserializer):
    _package_registry.append((priority, tagger, deserializer))
    _package_registry.sort(key=lambda entry: entry[0])


def _cpu_tag(obj):
    return "cpu" if obj.device.type == "cpu" else None


def _meta_tag(obj):
    return "meta" if obj.device.type == "meta" else None


def _cpu_restore(obj, location):
    return obj if location == "cpu" else None


def _accelerator_restore(obj, location):
    kind = location.partition(":")[0]
    if kind in ("cuda", "xpu", "hpu", "mps"):
        raise RuntimeError(f"Attempting to deserialize object on a {kind.upper()} device but torch.{kind}.is_available() is False. If you are running on a CPU-only machine, "
                           "please use torch.load with map_location=torch.device('cpu') to map your storages to the CPU.")
    return None


def _meta_restore(obj, location):
    return obj if location == "meta" else None


register_package(10, _cpu_tag, _cpu_restore)
register_package(20, lambda obj: None, _accelerator_restore)
register_package(22, _meta_tag, _meta_restore)


def location_tag(storage):
    for _, tagger, _ in _package_registry:
        location = tagger(storage)
        if location:
            return location
    raise RuntimeError("don't know how to determine data location of " + torch.typename(storage))


def default_restore_location(storage, location):
    for _, _, restore in _package_registry:
        result = restore(storage, location)
        if result is not None:
            return result
    raise RuntimeError(f"don't know how to restore data location of {torch.typename(storage)} (tagged with {location})")


def validate_cuda_device(location):
    raise RuntimeError("Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False. If you are running on a CPU-only machine, please use torch.load "
                       "with map_location=torch.device('cpu') to map your storages to the CPU.")


validate_hpu_device = validate_cuda_device


def _get_restore_location(map_location):
    """What puts a storage where it belongs; it gives "meta" for tensors without data."""
    if map_location is None:
        return default_restore_location
    if isinstance(map_location, dict):
        return lambda storage, location: default_restore_location(storage, map_location.get(location, location))
    if isinstance(map_location, (str, bytes)):
        where = map_location if isinstance(map_location, str) else map_location.decode()
        return lambda storage, location: default_restore_location(storage, where)
    if isinstance(map_location, torch.device):
        return lambda storage, location: default_restore_location(storage, str(map_location))

    def restore(storage, location):
        result = map_location(storage, location)
        return default_restore_location(storage, location) if result is None else result

    return restore


def normalize_storage_type(storage_type):
    return getattr(torch, storage_type.__name__)


def storage_to_tensor_type(storage):
    return getattr(torch, type(storage).__name__.replace("Storage", "Tensor"))


@contextlib.contextmanager
def mkdtemp():
    with tempfile.TemporaryDirectory() as path:
        yield path


# How pickle takes tensors apart.

_NEW_DTYPES = frozenset({torch.uint16, torch.uint32, torch.uint64, torch.float8_e5m2, torch.float8_e4m3fn, torch.float8_e5m2fnuz, torch.float8_e4m3fnuz, torch.float8_e8m0fnu,
                         torch.complex32})


def _reduce(tensor):
    """(function, arguments) of which the tensor is made."""
    kind = type(tensor)
    state = {k: v for k, v in tensor.__dict__.items() if k != "_backward_hooks"} if hasattr(tensor, "__dict__") else {}
    if isinstance(tensor, torch.nn.Parameter) and kind is torch.nn.Parameter:
        if state:
            return _utils._rebuild_parameter_with_state, (tensor.data, tensor.requires_grad, OrderedDict(), state)
        return _utils._rebuild_parameter, (tensor.data, tensor.requires_grad, OrderedDict())
    if kind is torch.nn.Buffer:
        return _utils._rebuild_buffer, (tensor.data, tensor.requires_grad, tensor.persistent)
    wrapper = kind is not torch.Tensor and (hasattr(kind, "__tensor_flatten__") or kind.__torch_dispatch__ is not torch.Tensor.__torch_dispatch__)
    if wrapper and (hasattr(kind, "__tensor_flatten__") or not tensor.untyped_storage().nbytes() and tensor.numel()):
        made = (_utils._rebuild_wrapper_subclass, (kind, tensor.dtype, tuple(tensor.size()), tensor.stride(), tensor.storage_offset(), tensor.layout, tensor.device, tensor.requires_grad))
        return _utils._rebuild_from_type_v2, (made[0], kind, made[1], state)
    made = _reduce_plain(tensor)
    if kind is torch.Tensor and not state:
        return made
    return _utils._rebuild_from_type_v2, (made[0], kind, made[1], state)


def _reduce_plain(tensor):
    if tensor.device.type == "meta":
        return _utils._rebuild_meta_tensor_no_storage, (tensor.dtype, tuple(tensor.size()), tensor.stride(), tensor.requires_grad)
    storage = tensor.untyped_storage()
    place = (tensor.storage_offset(), tuple(tensor.size()), tensor.stride(), tensor.requires_grad, OrderedDict())
    metadata = {name: True for name, on in (("conj", tensor.is_conj()), ("neg", tensor.is_neg())) if on}
    if tensor.dtype in _NEW_DTYPES:
        return _utils._rebuild_tensor_v3, (storage, *place, tensor.dtype, *([metadata] if metadata else []))
    typed = TypedStorage(wrap_storage=storage, dtype=tensor.dtype)
    return _utils._rebuild_tensor_v2, (typed, *place, *([metadata] if metadata else []))


class _StoragePickler(pickle.Pickler):
    """Writes storages as persistent objects: ("storage", class, key, location, number of elements)."""

    def __init__(self, file, protocol, legacy=False):
        super().__init__(file, protocol)
        self.legacy = legacy
        self.storages, self.dtypes, self.keys = {}, {}, {}

    def persistent_id(self, obj):
        if isinstance(obj, TypedStorage):
            storage, dtype = obj._untyped_storage, obj.dtype
            cls, numel = getattr(torch, obj.pickle_storage_type()), len(obj)
        elif isinstance(obj, torch.UntypedStorage):
            storage, dtype = obj, torch.uint8
            cls, numel = (torch.ByteStorage if self.legacy else torch.UntypedStorage), obj.nbytes()
        else:
            return None
        address = storage.data_ptr() or ("empty", id(obj))
        if address in self.dtypes and isinstance(obj, TypedStorage):
            if self.dtypes[address] not in (None, dtype):
                raise RuntimeError("Cannot save multiple tensors or storages that view the same data as different types")
        elif isinstance(obj, TypedStorage):
            self.dtypes[address] = dtype
        key = self.keys.setdefault(address, str(len(self.keys)))
        self.storages[key] = (storage, dtype)
        common = ("storage", cls, key, location_tag(storage), numel)
        return (*common, None) if self.legacy else common


@contextlib.contextmanager
def _opened(f, mode):
    if isinstance(f, (str, os.PathLike)):
        with open(f, mode) as file:
            yield file
    else:
        yield f


def save(obj, f, pickle_module=pickle, pickle_protocol=DEFAULT_PROTOCOL, _use_new_zipfile_serialization=True, _disable_byteorder_record=False):
    if isinstance(f, (str, os.PathLike)):
        folder = os.path.dirname(os.fspath(f))
        if folder and not os.path.isdir(folder):
            if _use_new_zipfile_serialization:
                raise RuntimeError(f"Parent directory {folder} does not exist.")
    elif not hasattr(f, "write"):
        raise AttributeError(f"expected 'f' to be string, path, or a file-like object with a 'write' attribute")
    if not _use_new_zipfile_serialization:
        with _opened(f, "wb") as file:
            _legacy_save(obj, file, pickle_protocol)
        return
    body = io.BytesIO()
    pickler = _StoragePickler(body, pickle_protocol)
    pickler.dump(obj)
    with _opened(f, "wb") as file:
        name = "archive"
        if isinstance(f, (str, os.PathLike)):
            name = os.path.splitext(os.path.basename(os.fspath(f)))[0] or "archive"
        writer = Writer(file.write, name, _settings["crc32"], config.save.storage_alignment)
        writer.add("data.pkl", body.getvalue())
        writer.add(".format_version", b"1")
        writer.add(".storage_alignment", str(config.save.storage_alignment).encode())
        if not _disable_byteorder_record:
            writer.add("byteorder", sys.byteorder.encode())
        for key, (storage, _) in pickler.storages.items():
            writer.add(f"data/{key}", bytes(storage.nbytes()) if _settings["skip"] else storage._bytes())
        writer.add("version", b"3\n")
        writer.add(".data/serialization_id", str(abs(hash(body.getvalue()))).zfill(40)[:40].encode())
        writer.finish()


def _legacy_save(obj, f, protocol):
    pickle.dump(MAGIC_NUMBER, f, protocol=protocol)
    pickle.dump(PROTOCOL_VERSION, f, protocol=protocol)
    pickle.dump({"protocol_version": PROTOCOL_VERSION, "little_endian": sys.byteorder == "little", "type_sizes": {"short": 2, "int": 4, "long": 4}}, f, protocol=protocol)
    body = io.BytesIO()
    pickler = _StoragePickler(body, protocol, legacy=True)
    pickler.dump(obj)
    f.write(body.getvalue())
    keys = sorted(pickler.storages)
    pickle.dump(keys, f, protocol=protocol)
    for key in keys:
        storage, dtype = pickler.storages[key]
        f.write(struct.pack("<q", storage.nbytes() // dtype.itemsize))
        f.write(storage._bytes())


# What may be made by loading.

def _trusted_at_first():
    """Errors, and what nested tensors are made of: found where a pickle names them, which is None until then."""
    trusted = {("builtins", name): found for name, found in vars(builtins).items() if isinstance(found, type) and issubclass(found, BaseException)}
    return {**trusted, ("torch.nested._internal.nested_tensor", "NestedTensor"): None, ("torch.nested._internal.nested_tensor", "_rebuild_njt"): None}


_safe = _trusted_at_first()  # what may be named besides: the key of each is where the pickle finds it


def _trusted(place):
    """The object at a place that is trusted."""
    entry = _safe[place]
    if entry is None:
        entry = _safe[place] = getattr(importlib.import_module(place[0]), place[1])
    return entry[0] if isinstance(entry, tuple) else entry


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
    return [_trusted(place) if entry is None else entry for place, entry in _safe.items()]


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


def _encode(text, encoding):
    """_codecs.encode, for the bytes in pickles of old protocols."""
    return text.encode(encoding)


_REBUILD = ("_rebuild_tensor", "_rebuild_tensor_v2", "_rebuild_tensor_v3", "_rebuild_parameter", "_rebuild_parameter_with_state", "_rebuild_buffer", "_rebuild_meta_tensor_no_storage",
            "_rebuild_from_type_v2", "_rebuild_wrapper_subclass", "_rebuild_sparse_tensor", "_rebuild_qtensor", "_rebuild_nested_tensor")
_STORAGES = {f"{n}Storage" for n in ("Float", "Double", "Half", "BFloat16", "Long", "Int", "Short", "Char", "Byte", "Bool", "ComplexFloat", "ComplexDouble", "Untyped", "Typed", "QUInt8", "QInt8", "QInt32")}
_BUILTINS = {"set": set, "complex": complex, "bytearray": bytearray}


def _allowed(module, name):
    """What a pickle may name without the user's trust, or None."""
    if module == "torch._utils" and name in _REBUILD:
        return getattr(_utils, name)
    if module == "torch._tensor" and name == "_rebuild_from_type_v2":
        return _utils._rebuild_from_type_v2
    if module in ("torch", "torch.storage") and name in _STORAGES:
        return getattr(torch, name)
    if module == "torch":
        if name in ("Size", "device", "Tensor"):
            return getattr(torch, name)
        found = getattr(torch, name, None)
        if isinstance(found, (torch.dtype, torch.layout, torch.qscheme)):
            return found
    if (module, name) == ("torch.nn.parameter", "Parameter"):
        return torch.nn.Parameter
    if (module, name) == ("torch.nn.parameter", "Buffer"):
        return torch.nn.Buffer
    if (module, name) in (("torch.serialization", "_get_layout"), ("torch._utils", "_get_layout")):
        return _get_layout
    if module == "builtins":
        return _BUILTINS.get(name)
    if module == "collections":
        return {"OrderedDict": OrderedDict, "Counter": Counter}.get(name)
    if (module, name) == ("_codecs", "encode"):
        return _encode
    return None


def _get_layout(name):
    return getattr(torch, name.rpartition(".")[2])


class _Unpickler(pickle.Unpickler):
    """Makes what _allowed and the user allow; persistent objects come from `storage_of`."""

    def __init__(self, file, storage_of=None, weights_only=True, encoding="bytes", meta=False):
        super().__init__(file, encoding=encoding if not weights_only else "ASCII")
        self.storage_of, self.weights_only = storage_of, weights_only
        self.given = set()  # what find_class gave
        self.fake_mode = _guards.active_fake_mode()
        self.meta = meta  # tensors are made without data
        self.sparse = []  # of what sparse tensors were made, which is checked when all storages are read

    def _sparse_tensor(self, layout, data):
        self.sparse.append((layout, data))
        return _utils._rebuild_sparse_tensor(layout, data)

    def check_sparse_tensors(self):
        for made in self.sparse:
            _utils._rebuild_sparse_tensor(*made, check_invariants=True)

    def persistent_load(self, pid):
        if self.storage_of is None:
            raise pickle.UnpicklingError("the pickle refers to storages that the file does not have")
        return self.storage_of(pid)

    def _reduce(self):
        if self.weights_only and id(self._stack[-2]) not in self.given:
            raise pickle.UnpicklingError(f"Trying to call reduce for unrecognized function {self._stack[-2]}")
        super()._reduce()
        if self.meta and isinstance(self._stack[-1], torch.Tensor):
            self._stack[-1] = _on_meta(self._stack[-1])
        if self.fake_mode is not None and type(self._stack[-1]) is torch.Tensor:
            self._stack[-1] = self.fake_mode.from_tensor(self._stack[-1])

    def _newobj(self):
        if self.weights_only and id(self._stack[-2]) not in self.given:
            raise pickle.UnpicklingError(f"Trying to create new object for unrecognized class {self._stack[-2]}")
        super()._newobj()

    def _newobj_ex(self):
        if self.weights_only and id(self._stack[-3]) not in self.given:
            raise pickle.UnpicklingError(f"Trying to create new object for unrecognized class {self._stack[-3]}")
        super()._newobj_ex()

    def _build(self):
        target = self._stack[-2]
        if self.weights_only and not isinstance(target, (torch.Tensor, OrderedDict)):
            trusted = tuple(entry[0] if isinstance(entry, tuple) else entry for entry in _safe.values() if entry is not None)
            if type(target) not in trusted:
                raise pickle.UnpicklingError("Can only build Tensor, Parameter, OrderedDict or types allowlisted via `add_safe_globals`, but got " + str(type(target)))
        super()._build()

    def find_class(self, module, name):
        found = self._found(module, name)
        self.given.add(id(found))
        return found

    def _found(self, module, name):
        if not self.weights_only:
            if module in ("torch", "torch.storage") and name in _STORAGES:
                return getattr(torch, name)
            if module == "torch._tensor" and name == "_rebuild_from_type_v2":
                return _utils._rebuild_from_type_v2
            return super().find_class(module, name)
        module, name = new_place(module, name)
        found = self._sparse_tensor if (module, name) == ("torch._utils", "_rebuild_sparse_tensor") else _allowed(module, name)
        if found is not None:
            return found
        if (module, name) in _safe:
            return _trusted((module, name))
        full = name if module == "builtins" else f"{module}.{name}"
        if module.partition(".")[0] in ("os", "sys", "posix", "nt", "subprocess", "shutil"):
            raise pickle.UnpicklingError(f"Trying to load unsupported GLOBAL {full} whose module {module.partition('.')[0]} is blocked.")
        raise pickle.UnpicklingError(
            f"Unsupported global: GLOBAL {full} was not an allowed global by default. Please use `torch.serialization.add_safe_globals([{full}])` or the "
            f"`torch.serialization.safe_globals([{full}])` context manager to allowlist this global if you trust this class/function.")


class _Anything:
    """Stands for an object whose class is of no interest: it takes what a pickle puts into objects."""

    def __init__(self, *args, **kwargs):
        pass

    def _taken(self, *args):
        pass

    __setstate__ = __setitem__ = append = extend = add = _taken


def get_unsafe_globals_in_checkpoint(f):
    """The names in a file that weights_only would refuse."""
    found = []

    class Names(_Unpickler):
        def _found(self, module, name):
            module, name = new_place(module, name)
            if _allowed(module, name) is None and (module, name) not in _safe and f"{module}.{name}" not in found:
                found.append(f"{module}.{name}")
            return _Anything

        def _reduce(self):
            self._stack.pop()
            self._stack[-1] = _Anything()

        _newobj = _reduce

        def _newobj_ex(self):
            self._stack.pop()
            self._reduce()

        def _build(self):
            self._stack.pop()

    with _opened(f, "rb") as file:
        if not _is_zipfile(file):
            raise ValueError("Expected input to be a checkpoint returned by torch.save")
        unpickler = Names(io.BytesIO(Reader(file).read("data.pkl")), lambda pid: None)
        with contextlib.suppress(Exception):
            unpickler.load()
    return sorted(set(found), key=found.index)


_UNSAFE = ("In PyTorch 2.6, we changed the default value of the `weights_only` argument in `torch.load` from `False` to `True`. Re-running `torch.load` with `weights_only` set to "
           "`False` will likely succeed, but it can result in arbitrary code execution. Do it only if you got the file from a trusted source.")


_DOCUMENTED = ("Check the documentation of torch.load to learn more about types accepted by default with weights_only "
               "https://pytorch.org/docs/stable/generated/torch.load.html.")


def _weights_only_error(text):
    return pickle.UnpicklingError(
        "Weights only load failed. This file can still be loaded, to do so you have two options, \x1b[1mdo those steps only if you trust the source of the checkpoint\x1b[0m. \n\t"
        f"(1) {_UNSAFE}\n\t(2) Alternatively, to load with `weights_only=True` please check the recommended steps in the following error message.\n\tWeightsUnpickler error: {text}\n\n{_DOCUMENTED}")


def _is_zipfile(file):
    at = file.tell()
    start = file.read(4)
    file.seek(at)
    return start == b"PK\x03\x04"


def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None, **pickle_load_args):
    if weights_only is None:
        weights_only = pickle_module is None and os.environ.get("TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD", "0") not in ("1", "y", "yes", "true")
    if weights_only and pickle_module is not None:
        raise RuntimeError("Can not safely load weights when explicit pickle_module is specified")
    encoding = pickle_load_args.get("encoding", "utf-8")
    if mmap and not isinstance(f, (str, os.PathLike)):
        raise ValueError("f must be a file path in order to use the mmap argument")
    missing = [] if isinstance(f, (str, os.PathLike)) else [name for name in ("seek", "read") if not hasattr(f, name)]
    if missing:
        raise AttributeError(f"'{type(f).__name__}' object has no attribute '{missing[0]}'. You can only torch.load from a file that is seekable. Please pre-load the data into a buffer like "
                             "io.BytesIO and try to load from it instead.")
    with _opened(f, "rb") as file:
        try:
            if _is_zipfile(file):
                if _is_torchscript(file):
                    return _load_torchscript(file, map_location, weights_only)
                return _load_zip(file, map_location, weights_only, encoding)
            if mmap:
                raise RuntimeError(f"mmap can only be used with files saved with `torch.save({f}, _use_new_zipfile_serialization=True), please torch.save your checkpoint with this option "
                                   "in order to use mmap.")
            return _legacy_load(file, map_location, weights_only, encoding)
        except EOFError:
            raise EOFError from None
        except pickle.UnpicklingError as e:
            if weights_only and str(e).endswith("is blocked."):
                raise pickle.UnpicklingError(f"Weights only load failed. {_UNSAFE}\n\n\n{e}\n\n{_DOCUMENTED}") from None
            if weights_only:
                raise _weights_only_error(str(e)) from None
            raise


def _part_of(file):
    """The file from where it stands, as a file of its own."""
    at = file.tell()
    return file if at == 0 else io.BytesIO(file.read())


def _is_torchscript(file):
    at = file.tell()
    scripted = Reader(_part_of(file)).has("constants.pkl")
    file.seek(at)
    return scripted


def _load_torchscript(file, map_location, weights_only):
    warnings.warn("'torch.load' received a zip file that looks like a TorchScript archive dispatching to 'torch.jit.load' (call 'torch.jit.load' directly to silence this warning)",
                  UserWarning, stacklevel=2)
    if weights_only:
        raise RuntimeError("Cannot use ``weights_only=True`` with TorchScript archives passed to ``torch.load``. " + _UNSAFE)
    return torch.jit.load(_part_of(file), map_location)


def _load_zip(file, map_location, weights_only, encoding):
    reader = Reader(_part_of(file))
    if not reader.has("data.pkl"):
        raise RuntimeError("the archive has no data.pkl, so it is no file of torch.save")
    swap = False
    if reader.has("byteorder"):
        order = reader.read("byteorder").decode()
        if order not in ("little", "big"):
            raise ValueError("Unknown endianness type: " + order)
        swap = order != sys.byteorder
    elif _settings["endianness"] is LoadEndianness.BIG:
        swap = True
    restore, storages = _get_restore_location(map_location), {}

    def storage_of(pid):
        if not isinstance(pid, tuple) or len(pid) != 5 or _text(pid[0]) != "storage":
            raise pickle.UnpicklingError(f"persistent_load expects a tuple of a storage, but got {pid!r}")
        _, cls, key, location, numel = pid
        key, location = _text(key), _text(location)
        dtype = _dtype_of(cls)
        if not isinstance(numel, int) or numel < 0:
            raise pickle.UnpicklingError(f"a storage of {numel!r} elements")
        if key not in storages:
            size = numel * dtype.itemsize
            if _settings["skip"]:
                if size > 1 << 40:
                    raise pickle.UnpicklingError(f"a storage of {size} bytes")
                data = bytes(size)
            else:
                data = reader.read(f"data/{key}")
                if len(data) < size:
                    raise RuntimeError(f"the storage {key} has {len(data)} bytes where {size} are expected")
            storage = _C._new_storage(data)
            if swap and dtype.itemsize > 1:
                storage.byteswap(dtype)
            storages[key] = restore(storage, location)
        made = storages[key]
        return TypedStorage(wrap_storage=made, dtype=dtype)

    unpickler = _Unpickler(io.BytesIO(reader.read("data.pkl")), storage_of, weights_only, encoding, _meta_wanted(map_location))
    result = unpickler.load()
    unpickler.check_sparse_tensors()
    return result


def _text(value):
    return value.decode("ascii") if isinstance(value, bytes) else value


def _dtype_of(cls):
    if cls is torch.UntypedStorage:
        return torch.uint8
    dtype = getattr(cls, "_dtype", None)
    if dtype is None:
        raise pickle.UnpicklingError(f"{cls!r} is no class of storages")
    return dtype


def _meta_wanted(map_location):
    return map_location is not None and not callable(map_location) and not isinstance(map_location, dict) and str(map_location) == "meta"


def _on_meta(tensor):
    """A tensor that was read, without its data."""
    if tensor.device.type == "meta":
        return tensor
    if tensor.layout is not torch.strided or tensor.is_nested or tensor.is_quantized:
        made = tensor.detach().to("meta")
    else:
        made = torch.empty_strided(tensor.size(), tensor.stride(), dtype=tensor.dtype, device="meta")
        made = made.conj() if tensor.is_conj() else made
        made = torch._neg_view(made) if tensor.is_neg() else made
    if isinstance(tensor, torch.nn.Parameter):
        made = torch.nn.Parameter(made, tensor.requires_grad)
    else:
        made = made.as_subclass(type(tensor)).requires_grad_(tensor.requires_grad)
    for name, value in vars(tensor).items():
        setattr(made, name, value)
    return made


def _legacy_load(file, map_location, weights_only, encoding):
    """The format from before PyTorch 1.6: pickles of a magic number, a version, a description and the object, then the storages."""
    restore, storages, sizes, views = _get_restore_location(map_location), {}, {}, {}
    start = file.read(512)
    file.seek(-len(start), os.SEEK_CUR)
    if start[257:262] == b"ustar":
        raise RuntimeError("the file is a tar archive of PyTorch before 0.1.10, which magneto does not read; load and save it with PyTorch once")

    def storage_of(pid):
        if not isinstance(pid, tuple) or not pid:
            raise pickle.UnpicklingError(f"a persistent object {pid!r}")
        if _text(pid[0]) == "module":
            return pid[1]
        if _text(pid[0]) != "storage" or len(pid) != 6:
            raise pickle.UnpicklingError(f"Unknown saved id type: {pid[0]!r}")
        _, cls, key, location, numel, view = pid
        key, location, dtype = _text(key), _text(location), _dtype_of(cls)
        if not isinstance(numel, int) or numel < 0 or numel * dtype.itemsize > length:
            raise pickle.UnpicklingError(f"a storage of {numel!r} elements in a file of {length} bytes")
        if key not in storages:
            storages[key] = restore(torch.UntypedStorage(numel * dtype.itemsize), location)
            sizes[key] = (numel, dtype)
        whole = storages[key]
        if view is not None:
            view_key, offset, size = view
            if view_key not in views:
                views[view_key] = whole[offset * dtype.itemsize:(offset + size) * dtype.itemsize]
            whole = views[view_key]
        return TypedStorage(wrap_storage=whole, dtype=dtype)

    at = file.tell()
    file.seek(0, os.SEEK_END)
    length = file.tell()
    file.seek(at)
    plain = lambda: _Unpickler(file, None, weights_only, encoding).load()
    if plain() != MAGIC_NUMBER:
        raise RuntimeError("Invalid magic number; corrupt file?")
    version = plain()
    if version != PROTOCOL_VERSION:
        raise RuntimeError(f"Invalid protocol version: {version}")
    plain()
    unpickler = _Unpickler(file, storage_of, weights_only, encoding, _meta_wanted(map_location))
    result = unpickler.load()
    for key in plain():
        key = _text(key)
        if key not in storages:
            raise pickle.UnpicklingError(f"the storage {key!r} is not part of the object")
        numel, dtype = sizes[key]
        count, = struct.unpack("<q", file.read(8))
        if count != numel:
            raise RuntimeError(f"storage has wrong byte size: expected {numel * dtype.itemsize} got {count * dtype.itemsize}")
        data = read_some(file, count * dtype.itemsize)
        if len(data) != count * dtype.itemsize:
            raise EOFError("the file ends within a storage")
        _C._storage_to_tensor(storages[key], torch.uint8, (len(data),), (1,), 0).copy_(torch.frombuffer(bytearray(data), dtype=torch.uint8) if data else torch.empty(0, dtype=torch.uint8))
    unpickler.check_sparse_tensors()
    return result


def _load_from_bytes(data):
    return load(io.BytesIO(data), weights_only=False)
