"""Storages: the memory of tensors as bytes (UntypedStorage, in Go) and with a dtype (TypedStorage)."""

import copy
import functools
import struct
import warnings

import torch
from torch import UntypedStorage, _C

_LEGACY_NAMES = {
    torch.float32: "FloatStorage", torch.float64: "DoubleStorage", torch.float16: "HalfStorage", torch.bfloat16: "BFloat16Storage", torch.int64: "LongStorage",
    torch.int32: "IntStorage", torch.int16: "ShortStorage", torch.int8: "CharStorage", torch.uint8: "ByteStorage", torch.bool: "BoolStorage",
    torch.complex64: "ComplexFloatStorage", torch.complex128: "ComplexDoubleStorage", torch.quint8: "QUInt8Storage", torch.qint8: "QInt8Storage",
    torch.qint32: "QInt32Storage", torch.quint4x2: "QUInt4x2Storage", torch.quint2x4: "QUInt2x4Storage",
}

_INTEGERS = {torch.quint8: torch.uint8, torch.qint8: torch.int8, torch.qint32: torch.int32,
             torch.quint4x2: torch.uint8, torch.quint2x4: torch.uint8}  # what lies in memory for types of quantised tensors


@functools.cache
def _dtype_to_storage_type_map():
    return dict(_LEGACY_NAMES)


@functools.cache
def _storage_type_to_dtype_map():
    return {name: dtype for dtype, name in _LEGACY_NAMES.items()}


def _get_dtype_from_pickle_storage_type(pickle_storage_type):
    found = _storage_type_to_dtype_map().get(pickle_storage_type)
    if found is None:
        raise KeyError(f"pickle storage type \"{pickle_storage_type}\" is not recognized")
    return found


_always_warn = [False]
_warned = []


def _warn_typed_storage_removal(stacklevel=2):
    if _always_warn[0] or not _warned:
        _warned.append(True)
        warnings.warn("TypedStorage is deprecated. It will be removed in the future and UntypedStorage will be the only storage class. This should only matter "
                      "to you if you are using storages directly.  To access UntypedStorage directly, use tensor.untyped_storage() instead of tensor.storage()",
                      UserWarning, stacklevel=stacklevel + 1)


def _set_always_warn_typed_storage_removal(always_warn):
    assert isinstance(always_warn, bool)
    _always_warn[0] = always_warn


def _get_always_warn_typed_storage_removal():
    return _always_warn[0]


# The methods of UntypedStorage that are simplest on the tensor of its bytes.

def _as_bytes(storage):
    return _C._storage_to_tensor(storage, torch.uint8, (storage.nbytes(),), (1,), 0)


def _untyped_data(args):
    """The size in bytes, or the bytes, of UntypedStorage(*args)."""
    if not args:
        return 0
    if len(args) > 1:
        kinds = ", ".join(type(v).__name__ for v in args)
        options = "*, int allocator = None, torch.device device = None"
        raise TypeError(f"torch.UntypedStorage() received an invalid combination of arguments - got ({kinds}), but expected one of:\n"
                        f" * ({options})\n * (int size, {options})\n * (object sequence, {options})\n")
    value = args[0]
    if isinstance(value, int) and not isinstance(value, bool):
        if value < 0:
            raise RuntimeError(f"[enforce fail at alloc_cpu.cpp:98] ((ptrdiff_t)nbytes) >= 0. alloc_cpu() seems to have been called with negative number: {value + 2**64}")
        return value
    if isinstance(value, (torch.Tensor, dict, set)) or not hasattr(value, "__getitem__"):
        raise RuntimeError(f"torch.UntypedStorage(): Expected a sequence type, but got {type(value).__name__}")
    for v in value:
        if not isinstance(v, int):
            raise RuntimeError(f"torch.UntypedStorage(): tried to construct a storage from a sequence ({type(value).__name__}), but one of the items was of type "
                               f"{type(v).__name__} instead of int")
    return bytes(v & 255 for v in value)


def _untyped_text(storage):
    if storage.device.type == "meta":
        return f"...\n[torch.storage.UntypedStorage(device=meta) of size {len(storage)}]"
    lines = [f" {v}" for v in storage.tolist()] if storage.nbytes() <= 1000 else [" ..."]
    return "\n".join([*lines, f"[torch.storage.UntypedStorage(device={storage.device}) of size {len(storage)}]"])


def _untyped_set(storage, index, value):
    data = _as_bytes(storage)
    if isinstance(index, int) and not -len(storage) <= index < len(storage):
        raise IndexError(f"index {index} out of range for storage of size {len(storage)}")
    data[index] = value


def _untyped_slice(storage, index):
    if not isinstance(index, slice):
        raise TypeError(f"can't index a torch.UntypedStorage with {type(index).__name__}")
    if index.step not in (None, 1):
        raise RuntimeError(f"Trying to slice with a step of {index.step}, but only a step of 1 is supported")
    return UntypedStorage(storage.tolist()[index])


def _untyped_clone(storage):
    if storage.device.type == "meta":
        return UntypedStorage(storage.nbytes(), device="meta")
    out = UntypedStorage(storage.nbytes())
    _as_bytes(out).copy_(_as_bytes(storage))
    return out


def _untyped_copy_(storage, other, non_blocking=None):
    if isinstance(other, TypedStorage):
        other = other._untyped_storage
    if "meta" in (storage.device.type, other.device.type):
        if storage.device.type == "meta":
            return storage
        raise NotImplementedError("Cannot copy out of meta tensor; no data!")
    if other.nbytes() != storage.nbytes():
        raise RuntimeError(f"size does not match, self was {storage.nbytes()} bytes but src was {other.nbytes()} bytes")
    _as_bytes(storage).copy_(_as_bytes(other))
    return storage


def _untyped_fill_(storage, value):
    if storage.device.type == "meta":
        return storage
    _as_bytes(storage).fill_(value)
    return storage


def _untyped_cpu(storage):
    if storage.device.type == "meta":
        raise NotImplementedError("Cannot copy out of meta tensor; no data!")
    return storage


def _untyped_resizable(storage):
    return True


def _untyped___sizeof__(storage):
    return object.__sizeof__(storage) + storage.nbytes()


def _untyped_element_size(storage):
    return 1


def _untyped_is_shared(storage):
    if storage.device.type == "meta":
        return False
    return torch.empty(0, dtype=torch.uint8).set_(storage).is_shared()


_untyped_is_pinned = lambda storage, device="cuda": False


def _untyped_share_memory_(storage):
    if storage.device.type == "meta":
        return _untyped__share_fd_cpu_(storage)
    torch.empty(0, dtype=torch.uint8).set_(storage).share_memory_()
    return storage


_untyped__shared_incref = _untyped_share_memory_


def _untyped__write_file(storage, file, is_real_file=True, save_size=True, element_size=1):
    """Writes the elements to an open file, behind their number."""
    if storage.device.type == "meta":
        raise NotImplementedError("Cannot copy out of meta tensor; no data!")
    if save_size:
        file.write(struct.pack("<q", storage.nbytes() // element_size))
    file.write(storage._bytes())


def _untyped_pin_memory(storage, device=None):
    if storage.device.type == "meta":
        raise TypeError(f"cannot pin '{type(storage).__module__}.{type(storage).__name__}' only CPU memory can be pinned")
    raise RuntimeError("Cannot access accelerator device when none is available.")


def _sharing(name):
    def share(storage):
        if storage.device.type == "meta":
            raise RuntimeError(f"{name}: only available on CPU")
        raise NotImplementedError("magneto shares no memory between processes")

    return share


_untyped__share_fd_cpu_, _untyped__share_filename_cpu_ = map(_sharing, ("_share_fd_", "_share_filename_"))


def _untyped_cuda(storage, *args, **kwargs):
    raise AssertionError("Torch not compiled with CUDA enabled")


def _untyped_get_device(storage):
    return storage.device.index


def _untyped_mps(storage):
    raise RuntimeError("torch.UntypedStorage(): Storage device not recognized: mps")


def _untyped_new(storage):
    return UntypedStorage(0)


def _untyped_byteswap(storage, dtype):
    size = torch._utils._element_size(dtype)
    if dtype.is_complex:
        size //= 2
    data = _as_bytes(storage)
    data.copy_(data.view(-1, size).flip(1).reshape(-1).clone())


def _untyped_type(storage, dtype=None, non_blocking=False):
    if dtype is None:
        return f"{type(storage).__module__}.{type(storage).__name__}"
    raise NotImplementedError("the type of an untyped storage cannot be changed")


def _untyped_to(storage, *, device, non_blocking=False):
    if torch.device(device).type != "cpu":
        raise AssertionError("Torch not compiled with CUDA enabled")
    return storage


def _convert_to(dtype):
    return lambda storage: _typed(storage, torch.uint8)._to(dtype)


(_untyped_float, _untyped_double, _untyped_half, _untyped_long, _untyped_int, _untyped_short, _untyped_char, _untyped_byte, _untyped_bool, _untyped_bfloat16,
 _untyped_complex_double, _untyped_complex_float) = map(_convert_to, (
    torch.float32, torch.float64, torch.float16, torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8, torch.bool, torch.bfloat16, torch.complex128,
    torch.complex64))


def _from_raw(data):
    return _C._new_storage(data)


def _untyped___reduce__(storage):
    return _from_raw, (storage._bytes(),)


def _untyped___copy__(storage):
    return storage.clone()


def _untyped___deepcopy__(storage, memo):
    memo = memo.setdefault("torch", {})
    if storage._cdata in memo and storage.nbytes():
        return memo[storage._cdata]
    made = memo[storage._cdata] = storage.clone()
    return made


def _untyped_from_file(filename, shared=False, nbytes=0):
    if shared:
        raise NotImplementedError("from_file(shared=True): magneto does not share the memory of tensors with files")
    try:
        with open(filename, "rb") as f:
            data = f.read()
    except OSError as e:
        raise RuntimeError(f"unable to open file <{filename}> in read-only mode: {e.strerror} ({e.errno})") from None
    if len(data) < nbytes:
        raise RuntimeError(f"file <{filename}> size <{len(data)}> is smaller than the required mapping size <{nbytes}>")
    data = data[:nbytes or None]
    return _C._new_storage(data)


def _untyped_from_buffer(buffer, byte_order=None, count=-1, offset=0, dtype=torch.uint8):
    size, n = torch._utils._element_size(dtype), len(memoryview(buffer))
    if byte_order is None:
        if dtype not in (torch.uint8, torch.int8):
            raise RuntimeError("function missing required argument 'byte_order' (pos 2)")
    elif byte_order not in ("big", "little", "native"):
        raise ValueError(f"invalid byte_order '{byte_order}' (expected 'big', 'little', or 'native')")
    if not 0 <= offset <= n:
        raise ValueError(f"offset must be non-negative and no greater than buffer length ({offset}) , but got {n}")
    if count < 0:
        if (n - offset) % size:
            raise ValueError(f"buffer size ({n}) must be a multiple of element size ({size})")
        count = (n - offset) // size
    if offset + count * size > n:
        raise ValueError(f"buffer has only {n - offset} elements after offset {offset}, but specified a size of {count}")
    made = _C._new_storage(bytes(buffer)[offset:offset + count * size])
    if byte_order == "big":
        made.byteswap(dtype)
    return made


def _check_call(name, forms, args, wrap_storage):
    """What a storage with a dtype cannot be made of, whatever class is called."""
    call = f"{name} received an invalid combination of arguments. Expected one of:" + "".join(f"\n * ({form})" if form != "no arguments" else "\n * no arguments" for form in forms)
    if len(args) > (1 if wrap_storage is None else 0):
        raise RuntimeError(f"{call}\nToo many positional arguments" if wrap_storage is None else f"{call}\nNo positional arguments should be given when using 'wrap_storage'")
    if wrap_storage is not None and not isinstance(wrap_storage, UntypedStorage):
        raise TypeError(f"{call}\nArgument 'wrap_storage' must be UntypedStorage, but got {type(wrap_storage)}")
    if args and (not isinstance(args[0], int) and not hasattr(args[0], "__getitem__") or isinstance(args[0], (torch.Tensor, TypedStorage, UntypedStorage))):
        raise TypeError(f"{call}\nArgument type not recognized: {type(args[0])}")
    return call


_TYPED_FORMS = ("*, torch.device device, torch.dtype dtype", "int size, *, torch.device device, torch.dtype dtype",
                "Sequence data, *, torch.device device, torch.dtype dtype", "*, UntypedStorage wrap_storage, torch.dtype dtype")


class TypedStorage:
    """An UntypedStorage whose bytes are elements of a dtype."""

    is_sparse = False
    _dtype = None

    def __init__(self, *args, device=None, dtype=None, wrap_storage=None, _internal=False):
        call = _check_call("TypedStorage.__init__", _TYPED_FORMS, args, wrap_storage)
        if wrap_storage is not None and (dtype is None or device is not None):
            raise RuntimeError(f"{call}\nArgument 'dtype' must be specified" if dtype is None else f"{call}\nArgument 'device' should not be specified when 'wrap_storage' is given")
        if dtype is not None and not isinstance(dtype, torch.dtype):
            raise RuntimeError(f"expected torch.dtype, but got {type(dtype)}")
        self.dtype = dtype = dtype if dtype is not None else type(self)._dtype or torch.get_default_dtype()
        if wrap_storage is not None:
            self._untyped_storage = wrap_storage
        elif not args or isinstance(args[0], int):
            self._untyped_storage = UntypedStorage(args[0] * dtype.itemsize if args else 0, device=device)
        else:
            self._untyped_storage = torch.tensor(args[0], dtype=_INTEGERS.get(dtype, dtype), device=device).untyped_storage()

    @property
    def is_cuda(self):
        return False

    is_hpu = is_cuda

    @property
    def device(self):
        return self._untyped_storage.device

    @property
    def filename(self):
        return None

    def untyped(self):
        return self._untyped_storage

    def resizable(self):
        return self._untyped_storage.resizable()

    def __sizeof__(self):
        return super().__sizeof__() + self.nbytes()

    @classmethod
    def _legacy_class_of(cls, dtype):
        return next(kind for kind in _LegacyStorage.__subclasses__() if kind._dtype == dtype)

    def _get_legacy_storage_class(self):
        return self._legacy_class_of(self.dtype) if self.device.type == "cpu" else None

    def _as_tensor(self):
        if self.device.type == "meta":
            raise NotImplementedError("Not available for 'meta' device type")
        n = self._untyped_storage.nbytes() // self.dtype.itemsize
        return _C._storage_to_tensor(self._untyped_storage, _INTEGERS.get(self.dtype, self.dtype), (n,), (1,), 0)

    def _new_wrapped_storage(self, untyped):
        return TypedStorage(wrap_storage=untyped, dtype=self.dtype)

    def __len__(self):
        return self._untyped_storage.nbytes() // self.dtype.itemsize

    def size(self):
        return len(self)

    _size = size

    def nbytes(self):
        return self._untyped_storage.nbytes()

    _nbytes = nbytes

    def element_size(self):
        return self.dtype.itemsize

    _element_size = element_size

    def data_ptr(self):
        return self._untyped_storage.data_ptr()

    _data_ptr = data_ptr

    def _position(self, index):
        n = len(self)
        if not -n <= index < n:
            raise IndexError(f"index {index} out of range for storage of size {n}" if n else "list index out of range")
        return index % n

    def __getitem__(self, index):
        if isinstance(index, slice):
            raise RuntimeError("slices are only supported in UntypedStorage.__getitem__")
        if not isinstance(index, int):
            raise RuntimeError(f"can't index a {type(self)} with {type(index)}")
        return self._as_tensor()[self._position(index)].item()

    def __setitem__(self, index, value):
        if not isinstance(index, (int, slice)):
            raise RuntimeError(f"can't index a {type(self)} with {type(index)}")
        if isinstance(value, TypedStorage):
            raise RuntimeError(f"cannot set item with value type {type(value)}")
        self._as_tensor()[index] = value

    _getitem, _setitem = __getitem__, __setitem__

    def fill_(self, value):
        if self.device.type == "meta":
            return self
        self[0:len(self)] = value
        return self

    def copy_(self, source, non_blocking=None):
        if isinstance(source, TypedStorage) and "meta" not in (self.device.type, source.device.type):
            self._as_tensor().copy_(source._as_tensor())
        else:
            self._untyped_storage.copy_(source)
        return self

    def tolist(self):
        return self._as_tensor().tolist()

    def __iter__(self):
        return iter(self.tolist())

    def __eq__(self, other):
        return isinstance(other, TypedStorage) and self.dtype == other.dtype and self._untyped_storage == other._untyped_storage

    def __hash__(self):
        return hash(self._untyped_storage._cdata)

    def clone(self):
        return self._new_wrapped_storage(self._untyped_storage.clone())

    __copy__ = clone

    def __deepcopy__(self, memo):
        return self._new_wrapped_storage(copy.deepcopy(self._untyped_storage, memo))

    def __reduce__(self):
        return _from_raw_typed, (type(self).__name__, self._untyped_storage._bytes(), self.dtype)

    def cpu(self):
        self._untyped_storage.cpu()
        return self

    def _share_fd_cpu_(self, *args, **kwargs):
        return self._untyped_storage._share_fd_cpu_(*args, **kwargs)

    def _share_filename_cpu_(self, *args, **kwargs):
        return self._untyped_storage._share_filename_cpu_(*args, **kwargs)

    def _write_file(self, *args, **kwargs):
        return self._untyped_storage._write_file(*args, **kwargs)

    def cuda(self, *args, **kwargs):
        raise AssertionError("Torch not compiled with CUDA enabled")

    def to(self, *, device, non_blocking=False):
        self._untyped_storage.to(device=device)
        return self

    def resize_(self, size):
        self._untyped_storage.resize_(size * self.dtype.itemsize)

    _resize_ = resize_

    def is_shared(self):
        return self._untyped_storage.is_shared()

    def share_memory_(self):
        self._untyped_storage.share_memory_()
        return self

    def is_pinned(self, device="cuda"):
        return False

    def pin_memory(self, device=None):
        return self._new_wrapped_storage(self._untyped_storage.pin_memory(device))

    def get_device(self):
        return self._untyped_storage.get_device()

    @classmethod
    def _new_shared(cls, size):
        """New memory of a size in elements, which processes may share."""
        dtype = cls._dtype or torch.get_default_dtype()
        return TypedStorage(wrap_storage=UntypedStorage(size * dtype.itemsize).share_memory_(), dtype=dtype)

    @property
    def _cdata(self):
        return self._untyped_storage._cdata

    def pickle_storage_type(self):
        try:
            return _LEGACY_NAMES[self.dtype]
        except KeyError as e:
            raise KeyError(f"dtype {self.dtype} is not recognized") from e

    _pickle_storage_type = pickle_storage_type

    def type(self, dtype=None, non_blocking=False):
        if dtype is None:
            name = _LEGACY_NAMES.get(self.dtype)
            return f"torch.{name}" if name else "torch.storage.TypedStorage"
        name = dtype if isinstance(dtype, str) else dtype.__name__
        return self._to(_storage_type_to_dtype_map()[name.rpartition(".")[2]])

    def _to(self, dtype):
        if not isinstance(dtype, torch.dtype):
            raise TypeError(f"Argument 'dtype' must be torch.dtype, not {type(dtype)}")
        if self.device.type == "meta":
            return TypedStorage(len(self), dtype=dtype, device="meta")
        made = self._as_tensor().to(dtype)
        if made.data_ptr() == self.data_ptr():
            made = made.clone()
        return _typed(made.untyped_storage(), dtype)

    def __str__(self):
        lines = ["..."] if self.device.type == "meta" else [f" {v}" for v in self.tolist()]
        return "\n".join([*(lines or [" "]), f"[{type(self).__module__}.{type(self).__name__}(dtype={self.dtype}, device={self.device}) of size {len(self)}]"])

    __repr__ = __str__

    @classmethod
    def from_file(cls, filename, shared=False, size=0):
        dtype = cls._dtype or torch.get_default_dtype()
        return cls(wrap_storage=UntypedStorage.from_file(filename, shared, size * dtype.itemsize))

    @classmethod
    def from_buffer(cls, *args, dtype=None, **kwargs):
        dtype = cls._dtype or dtype or torch.get_default_dtype()
        return TypedStorage(wrap_storage=UntypedStorage.from_buffer(*args, dtype=dtype, **kwargs), dtype=dtype)


for _name, _target in (("float", torch.float32), ("double", torch.float64), ("half", torch.float16), ("bfloat16", torch.bfloat16), ("long", torch.int64),
                       ("int", torch.int32), ("short", torch.int16), ("char", torch.int8), ("byte", torch.uint8), ("bool", torch.bool),
                       ("complex_double", torch.complex128), ("complex_float", torch.complex64)):
    setattr(TypedStorage, _name, lambda self, _dtype=_target: self._to(_dtype))


class _LegacyStorageMeta(type):
    @property
    def dtype(cls):
        return cls._dtype

    def __instancecheck__(cls, instance):
        if cls._dtype is not None and type(instance) is TypedStorage:
            return instance.dtype == cls._dtype
        return super().__instancecheck__(instance)


class _LegacyStorage(TypedStorage, metaclass=_LegacyStorageMeta):
    """The classes with a dtype in their name; what they make are TypedStorages."""

    def __new__(cls, *args, wrap_storage=None, **kwargs):
        if cls is _LegacyStorage:
            raise RuntimeError("Only child classes of _LegacyStorage can be instantiated")
        call = _check_call(f"{cls}.__new__", ("no arguments", "int size", "Sequence data", "*, UntypedStorage wrap_storage"), args, wrap_storage)
        if "device" in kwargs or "dtype" in kwargs:
            raise RuntimeError(f"{call}\nKeyword argument '{'device' if 'device' in kwargs else 'dtype'}' cannot be specified")
        if kwargs:
            raise TypeError(f"TypedStorage.__new__() got an unexpected keyword argument '{next(iter(kwargs))}'")
        return TypedStorage(*args, wrap_storage=wrap_storage, dtype=cls._dtype)


def _legacy(name):
    cls = _LegacyStorageMeta(name, (_LegacyStorage,), {"_dtype": _storage_type_to_dtype_map()[name], "__module__": "torch"})
    return cls


(FloatStorage, DoubleStorage, HalfStorage, BFloat16Storage, LongStorage, IntStorage, ShortStorage, CharStorage, ByteStorage, BoolStorage, ComplexFloatStorage,
 ComplexDoubleStorage, QUInt8Storage, QInt8Storage, QInt32Storage, QUInt4x2Storage, QUInt2x4Storage) = map(_legacy, (
    "FloatStorage", "DoubleStorage", "HalfStorage", "BFloat16Storage", "LongStorage", "IntStorage", "ShortStorage", "CharStorage", "ByteStorage", "BoolStorage",
    "ComplexFloatStorage", "ComplexDoubleStorage", "QUInt8Storage", "QInt8Storage", "QInt32Storage", "QUInt4x2Storage", "QUInt2x4Storage"))


def _typed(untyped, dtype):
    """Tensor.storage()."""
    _warn_typed_storage_removal(stacklevel=2)
    return TypedStorage(wrap_storage=untyped, dtype=dtype, _internal=True)


def _from_raw_typed(name, data, dtype):
    return TypedStorage(wrap_storage=_C._new_storage(data), dtype=dtype)
