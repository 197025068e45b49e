"""torch._C.PyTorchFileWriter and PyTorchFileReader: archives record by record."""

import io
import os
import sys
import zlib

import torch
from torch import _archive


def _assertion(condition, line):
    return RuntimeError(f'{condition} INTERNAL ASSERT FAILED at "./caffe2/serialize/inline_container.cc":{line}, please report a bug to PyTorch. ')


def _bytes_of(data, size):
    """The first bytes of a record, which is bytes, a text or a storage."""
    if isinstance(data, torch.Tensor):
        data = data.untyped_storage()
    if isinstance(data, torch.UntypedStorage):
        return bytes(data._bytes())[:size]
    return (data.encode() if isinstance(data, str) else bytes(data))[:size]


class PyTorchFileWriter:
    __module__ = "torch"

    def __init__(self, file, compute_crc32=True, storage_alignment=64):
        named = isinstance(file, (str, os.PathLike))
        self._file = open(file, "wb") if named else None
        name = os.path.splitext(os.path.basename(file))[0] if named else "archive"
        self._writer = _archive.Writer(self._file.write if named else file.write, name, compute_crc32, storage_alignment)
        self._records, self._checksum, self._version, self._ended = [], 0, 2, False

    def write_record(self, name, data, size):
        if self._ended:
            raise _assertion("!finalized_", 778)
        if name in self._records:
            raise RuntimeError(f"{_assertion('false', 792)}Tried to serialize file twice: {name}")
        data = _bytes_of(data, size)
        self._records.append(name)
        self._checksum = zlib.crc32(data, self._checksum)
        self._writer.add(name, data)

    def write_record_metadata(self, name, size):
        """A record whose data comes later: it is left empty."""
        self.write_record(name, bytes(size), size)

    def write_end_of_file(self):
        if self._ended:
            raise _assertion("!finalized_", 778)
        if "version" not in self._records:
            self.write_record("version", f"{self._version}\n", 2)
        if "byteorder" not in self._records:
            self.write_record("byteorder", sys.byteorder, len(sys.byteorder))
        if ".data/serialization_id" not in self._records:
            self.write_record(".data/serialization_id", self.serialization_id(), 40)
        self._ended = True
        self._writer.finish()
        if self._file is not None:
            self._file.close()

    def set_min_version(self, version):
        self._version = max(self._version, version)

    def archive_name(self):
        return self._writer.name

    def serialization_id(self):
        names = zlib.crc32("".join(sorted(r for r in self._records if r != ".data/serialization_id")).encode())
        return f"{names:020d}{self._checksum:020d}"

    def get_all_written_records(self):
        return set(self._records)


class PyTorchFileReader:
    __module__ = "torch"

    def __init__(self, file):
        if isinstance(file, (str, os.PathLike)):
            try:
                file = open(file, "rb")
            except OSError as error:
                raise RuntimeError(f"open file failed because of errno {error.errno} on fopen: {error.strerror}, file path: {file}") from None
        elif not hasattr(file, "seek"):
            file = io.BytesIO(file.read())
        self._reader = _archive.Reader(file)

    def get_record(self, name):
        return self._reader.read(name)

    def has_record(self, name):
        return self._reader.has(name)

    def get_all_records(self):
        return self._reader.names()

    def get_storage_from_record(self, name, numel, dtype):
        """An empty tensor over the storage of a record."""
        data = self._reader.read(name)[:numel * dtype.itemsize]
        return torch.tensor([], dtype=dtype).set_(torch.UntypedStorage(list(data)))[:0]

    def get_record_size(self, name):
        return self._reader.place(name)[1]

    def get_record_offset(self, name):
        return self._reader.place(name)[0]

    def get_record_header_offset(self, name):
        self._reader.place(name)
        return self._reader.entries[f"{self._reader.folder}/{name}"][0]

    def get_record_offset_no_read(self, cursor, name, size, storage_alignment):
        """Where the data of a record would begin whose head stands at a place of the file."""
        start = cursor + 30 + len(f"{self._reader.folder}/{name}".encode()) + 4
        if size >= 0xFFFFFFFF or cursor >= 0xFFFFFFFF:
            start += 4 + (16 if size >= 0xFFFFFFFF else 0) + (8 if cursor >= 0xFFFFFFFF else 0)
        return start + -start % storage_alignment

    def serialization_id(self):
        return self._reader.read(".data/serialization_id").decode() if self.has_record(".data/serialization_id") else ""
