"""The format of safetensors: eight bytes of length, a header in JSON, then the elements of all tensors, without gaps."""

import json
import struct

_DTYPES = {"F64": "float64", "F32": "float32", "F16": "float16", "BF16": "bfloat16", "I64": "int64", "I32": "int32", "I16": "int16", "I8": "int8", "U8": "uint8", "BOOL": "bool",
           "U16": "uint16", "U32": "uint32", "U64": "uint64", "F8_E4M3": "float8_e4m3fn", "F8_E5M2": "float8_e5m2", "C64": "complex64"}
_MAX_HEADER = 100_000_000


class SafetensorError(Exception):
    """A file that is not in the format."""


def _number(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _header(read, length):
    """The header of a file of so many bytes, checked, and where the data begins."""
    import torch

    if length < 8:
        raise SafetensorError("Error while deserializing header: header too small")
    size, = struct.unpack("<Q", read(0, 8))
    if size > _MAX_HEADER:
        raise SafetensorError("Error while deserializing header: header too large")
    if size + 8 > length:
        raise SafetensorError("Error while deserializing header: invalid header length")
    try:
        header = json.loads(bytes(read(8, size)).decode("utf-8"))
    except UnicodeDecodeError:
        raise SafetensorError("Error while deserializing header: invalid UTF-8 in header") from None
    except (ValueError, RecursionError):
        raise SafetensorError("Error while deserializing header: invalid JSON in header") from None
    if not isinstance(header, dict):
        raise SafetensorError("Error while deserializing header: invalid JSON in header")
    metadata = header.pop("__metadata__", None)
    end = 0
    entries = []
    for name, entry in header.items():
        if not isinstance(entry, dict) or set(entry) != {"dtype", "shape", "data_offsets"} or entry["dtype"] not in _DTYPES:
            raise SafetensorError(f"Error while deserializing header: invalid JSON in header: the entry {name!r}")
        shape, offsets = entry["shape"], entry["data_offsets"]
        if not isinstance(shape, list) or not isinstance(offsets, list) or len(offsets) != 2 or not all(map(_number, [*shape, *offsets])):
            raise SafetensorError(f"Error while deserializing header: invalid JSON in header: the entry {name!r}")
        entries.append((offsets[0], offsets[1], name, shape, getattr(torch, _DTYPES[entry["dtype"]])))
    entries.sort(key=lambda e: (e[0], e[1]))
    for first, last, name, shape, dtype in entries:
        if first != end or last < first:
            raise SafetensorError(f"Error while deserializing header: invalid offset for tensor `{name}`")
        size_of = dtype.itemsize
        for n in shape:
            size_of *= n
        if size_of != last - first:
            raise SafetensorError("Error while deserializing header: info data offsets mismatch")
        end = last
    if 8 + size + end != length:
        raise SafetensorError("Error while deserializing header: incomplete metadata, file not fully covered")
    return {name: (dtype, shape, first, last) for first, last, name, shape, dtype in entries}, metadata, 8 + size, list(header)


class safe_open:
    """Tensors of a file, read when they are asked for."""

    def __init__(self, filename, framework="pt", device="cpu"):
        import os

        if framework not in ("pt", "torch", "pytorch"):
            raise SafetensorError(f"framework {framework} is invalid")
        if not os.path.exists(filename):
            raise FileNotFoundError(f'No such file or directory: "{filename}"')
        self._file, self._device = open(filename, "rb"), device
        self._file.seek(0, 2)
        self._entries, self._metadata, self._start, self._order = _header(self._read, self._file.tell())

    def _read(self, at, size):
        self._file.seek(at)
        return self._file.read(size)

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        self._file.close()

    def keys(self):
        return sorted(self._order)

    def offset_keys(self):
        return list(self._entries)

    def metadata(self):
        return self._metadata

    def get_tensor(self, name):
        import torch

        if name not in self._entries:
            raise SafetensorError(f"File does not contain tensor {name}")
        dtype, shape, first, last = self._entries[name]
        return _tensor(self._read(self._start + first, last - first), dtype, shape).to(self._device)

    def get_slice(self, name):
        return _Slice(self, name)


class _Slice:
    def __init__(self, file, name):
        self.file, self.name = file, name

    def get_shape(self):
        return self.file._entries[self.name][1]

    def get_dtype(self):
        dtype = str(self.file._entries[self.name][0])[6:]
        return next(k for k, v in _DTYPES.items() if v == dtype)

    def __getitem__(self, index):
        return self.file.get_tensor(self.name)[index].clone()


def _tensor(data, dtype, shape):
    import torch

    strides, step = [], 1
    for n in reversed(shape):
        strides.insert(0, step)
        step *= max(n, 1)
    return torch._C._storage_to_tensor(torch._C._new_storage(bytes(data)), dtype, tuple(shape), tuple(strides), 0)


def deserialize(data):
    entries, _, start, _ = _header(lambda at, size: data[at:at + size], len(data))
    names = {v: k for k, v in _DTYPES.items()}
    return [(name, {"dtype": names[str(dtype)[6:]], "shape": shape, "data": bytearray(data[start + first:start + last])}) for name, (dtype, shape, first, last) in entries.items()]


def serialize(tensor_dict, metadata=None):
    """The bytes of {name: {"dtype", "shape", "data"}}; larger element types come first, then names in order."""
    header, at, parts = {}, 0, []
    if metadata:
        header["__metadata__"] = metadata
    names = {v: k for k, v in _DTYPES.items()}
    order = list(_RANK)
    for name, entry in sorted(tensor_dict.items(), key=lambda item: (-order.index(names[item[1]["dtype"]]), item[0])):
        data = entry["data"]
        header[name] = {"dtype": names[entry["dtype"]], "shape": list(entry["shape"]), "data_offsets": [at, at + len(data)]}
        at += len(data)
        parts.append(data)
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode("utf-8")
    text += b" " * (-len(text) % 8)
    return b"".join([struct.pack("<Q", len(text)), text, *parts])


_RANK = ("BOOL", "U8", "I8", "F8_E5M2", "F8_E4M3", "I16", "U16", "F16", "BF16", "I32", "U32", "F32", "C64", "F64", "I64", "U64")
