"""The records of an archive: local headers, entries of the directory, the end (PKWARE APPNOTE 6.3)."""

import os
import struct
import time

ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA = 0, 8, 12, 14
ZIP64_LIMIT = (1 << 31) - 1

_LOCAL = struct.Struct("<4s5H3L2H")
_CENTRAL = struct.Struct("<4s4B4H3L5H2L")
_END = struct.Struct("<4s4H2LH")
_END64 = struct.Struct("<4sQ2H2L4Q")
_LOCATOR64 = struct.Struct("<4sLQL")
_NAMES = {ZIP_STORED: "stored", ZIP_DEFLATED: "deflate", ZIP_BZIP2: "bzip2", ZIP_LZMA: "lzma"}


class BadZipFile(Exception):
    """The file is no archive, or is damaged."""


class LargeZipFile(Exception):
    """The archive needs the 64-bit forms, which are switched off."""


class ZipInfo:
    """What the archive tells about a file in it."""

    def __init__(self, filename="NoName", date_time=(1980, 1, 1, 0, 0, 0)):
        self.orig_filename = filename
        end = filename.find("\0")
        if end >= 0:
            filename = filename[:end]
        if os.sep != "/":
            filename = filename.replace(os.sep, "/")
        if date_time[0] < 1980:
            raise ValueError("ZIP does not support timestamps before 1980")
        self.filename = filename
        self.date_time = date_time
        self.compress_type = ZIP_STORED
        self.compress_level = None
        self.comment = self.extra = b""
        self.create_system = 3
        self.create_version = self.extract_version = 20
        self.flag_bits = self.volume = self.internal_attr = self.external_attr = 0
        self.header_offset = self.CRC = self.compress_size = self.file_size = 0

    def __repr__(self):
        parts = [f"<{type(self).__name__} filename={self.filename!r}"]
        if self.compress_type != ZIP_STORED:
            parts.append(f"compress_type={_NAMES.get(self.compress_type, self.compress_type)}")
        if mode := self.external_attr >> 16:
            import stat
            parts.append(f"filemode={stat.filemode(mode)!r}")
        if attributes := self.external_attr & 0xffff:
            parts.append(f"external_attr={attributes:#x}")
        folder = self.is_dir()
        if not folder or self.file_size:
            parts.append(f"file_size={self.file_size!r}")
        if (not folder or self.compress_size) and (self.compress_type != ZIP_STORED or self.file_size != self.compress_size):
            parts.append(f"compress_size={self.compress_size!r}")
        return " ".join(parts) + ">"

    def is_dir(self):
        return self.filename.endswith("/")

    @classmethod
    def from_file(cls, filename, arcname=None, *, strict_timestamps=True):
        filename = os.fspath(filename)
        status = os.stat(filename)
        folder = os.path.isdir(filename)
        date = time.localtime(status.st_mtime)[:6]
        if not strict_timestamps:
            date = min(max(date, (1980, 1, 1, 0, 0, 0)), (2107, 12, 31, 23, 59, 59))
        name = os.path.normpath(os.path.splitdrive(filename if arcname is None else os.fspath(arcname))[1]).lstrip("/")
        info = cls(name + "/" * folder, date)
        info.external_attr = (status.st_mode & 0xffff) << 16
        if folder:
            info.external_attr |= 0x10
        else:
            info.file_size = status.st_size
        return info

    def _time(self):
        year, month, day, hour, minute, second = self.date_time
        return hour << 11 | minute << 5 | second // 2, (year - 1980) << 9 | month << 5 | day

    def _name(self):
        try:
            return self.filename.encode("ascii"), self.flag_bits & ~0x800
        except UnicodeEncodeError:
            return self.filename.encode("utf-8"), self.flag_bits | 0x800

    def _large(self):
        return self.file_size > ZIP64_LIMIT or self.compress_size > ZIP64_LIMIT

    def _header(self):
        name, flags = self._name()
        sizes, extra, version = (self.compress_size, self.file_size), self.extra, self.extract_version
        if self._large():
            extra = struct.pack("<2H2Q", 1, 16, self.file_size, self.compress_size) + extra
            sizes, version = (0xffffffff, 0xffffffff), max(version, 45)
        return _LOCAL.pack(b"PK\3\4", version, flags, self.compress_type, *self._time(), self.CRC, *sizes, len(name), len(extra)) + name + extra

    def _entry(self):
        name, flags = self._name()
        large = []
        sizes, offset, version = (self.compress_size, self.file_size), self.header_offset, self.extract_version
        if self._large():
            large, sizes = [self.file_size, self.compress_size], (0xffffffff, 0xffffffff)
        if offset > ZIP64_LIMIT:
            large, offset = large + [offset], 0xffffffff
        extra = self.extra
        if large:
            extra, version = struct.pack(f"<2H{len(large)}Q", 1, 8 * len(large), *large) + extra, max(version, 45)
        return _CENTRAL.pack(b"PK\1\2", max(self.create_version, version), self.create_system, version, 0, flags, self.compress_type, *self._time(), self.CRC,
                             *sizes, len(name), len(extra), len(self.comment), 0, self.internal_attr, self.external_attr, offset) + name + extra + self.comment


def _read_large(info):
    """Read the extra field with the 64-bit numbers that did not fit into the entry."""
    extra = info.extra
    while len(extra) >= 4:
        kind, n = struct.unpack("<2H", extra[:4])
        if n + 4 > len(extra):
            raise BadZipFile(f"Corrupt extra field {kind:04x} (size={n})")
        if kind == 1:
            numbers = list(struct.unpack(f"<{n // 8}Q", extra[4:4 + n // 8 * 8]))
            try:
                for name, mark in (("file_size", 0xffffffff), ("compress_size", 0xffffffff), ("header_offset", 0xffffffff)):
                    if getattr(info, name) == mark:
                        setattr(info, name, numbers.pop(0))
            except IndexError:
                raise BadZipFile("Corrupt zip64 extra field.") from None
        extra = extra[4 + n:]


def _find_end(f):
    """Return the offset and the fields of the end record, and the comment."""
    f.seek(0, 2)
    size = f.tell()
    start = max(size - 65535 - _END.size, 0)
    f.seek(start)
    data = f.read()
    at = data.rfind(b"PK\5\6")
    if at < 0 or len(data) - at < _END.size:
        return None
    fields = list(_END.unpack(data[at:at + _END.size]))
    comment = data[at + _END.size:at + _END.size + fields[7]]
    offset = start + at
    if offset >= _LOCATOR64.size:
        f.seek(offset - _LOCATOR64.size)
        signature, _, where, _ = _LOCATOR64.unpack(f.read(_LOCATOR64.size))
        if signature == b"PK\6\7":
            f.seek(offset - _LOCATOR64.size - _END64.size)
            record = f.read(_END64.size)
            if record[:4] == b"PK\6\6":
                values = _END64.unpack(record)
                fields[3:7] = values[6:10]
                offset -= _LOCATOR64.size + _END64.size
    return offset, fields, comment
