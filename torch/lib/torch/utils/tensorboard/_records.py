"""Records of TFRecord files: a length, its checksum, the bytes, theirs."""

import struct

from torch import _C


def masked_crc32c(data):
    """CRC-32C, turned by 15 bits and moved by a constant, so that checksums of data with checksums in it are no less good."""
    crc = _C._crc32c(data)
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


class RecordWriter:
    """Appends records to a file."""

    def __init__(self, path):
        self.path = path
        self._file = open(path, "wb")

    def write(self, data):
        length = struct.pack("<Q", len(data))
        self._file.write(length + struct.pack("<I", masked_crc32c(length)) + data + struct.pack("<I", masked_crc32c(data)))

    def flush(self):
        self._file.flush()

    def close(self):
        self._file.close()


def read_records(path):
    """The records of a file, whose checksums are looked at."""
    with open(path, "rb") as f:
        content = f.read()
    at = 0
    while at < len(content):
        length, = struct.unpack_from("<Q", content, at)
        data = content[at + 12:at + 12 + length]
        checks = struct.unpack_from("<I", content, at + 8) + struct.unpack_from("<I", content, at + 12 + length)
        if checks != (masked_crc32c(content[at:at + 8]), masked_crc32c(data)):
            raise ValueError(f"{path}: a record at byte {at} is damaged")
        yield data
        at += 16 + length
