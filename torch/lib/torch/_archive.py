"""The zip files of torch.save: stored entries, aligned, read with every size checked against the file."""

import os
import struct
import zlib


class Writer:
    """Writes entries NAME/... one after the other; the data of each begins at a multiple of `alignment`."""

    def __init__(self, write, name, crc=True, alignment=64):
        self.write, self.name, self.crc, self.alignment = write, name, crc, alignment
        self.at, self.entries = 0, []

    def _put(self, data):
        self.write(data)
        self.at += len(data)

    def add(self, name, data):
        path = f"{self.name}/{name}".encode()
        start = self.at
        checksum = zlib.crc32(data) if self.crc else 0
        # The padding is an extra field, whose header takes four bytes: "FB", length.
        gap = -(start + 30 + len(path) + 4) % self.alignment
        extra = b"FB" + struct.pack("<H", gap) + b"Z" * gap
        self._put(struct.pack("<IHHHHHIIIHH", 0x04034b50, 0, 0x0808, 0, 0, 0, 0, 0, 0, len(path), len(extra)))
        self._put(path)
        self._put(extra)
        self._put(data)
        size = "Q" if max(len(data), start) >= 0xFFFFFFFF else "I"
        self._put(struct.pack(f"<II{size}{size}", 0x08074b50, checksum, len(data), len(data)))
        self.entries.append((path, checksum, len(data), start))

    def finish(self):
        start = self.at
        for path, checksum, size, offset in self.entries:
            wide = b"" if max(size, offset) < 0xFFFFFFFF else struct.pack("<HHQQQ", 1, 24, size, size, offset)
            small = (lambda v: 0xFFFFFFFF) if wide else (lambda v: v)
            self._put(struct.pack("<IHHHHHHIIIHHHHHII", 0x02014b50, 0, 45 if wide else 0, 0x0808, 0, 0, 0, checksum, small(size), small(size), len(path), len(wide), 0, 0, 0, 0,
                                  small(offset)))
            self._put(path + wide)
        length, count = self.at - start, len(self.entries)
        end = self.at
        self._put(struct.pack("<IQHHIIQQQQ", 0x06064b50, 44, 0x031E, 45, 0, 0, count, count, length, start))
        self._put(struct.pack("<IIQI", 0x07064b50, 0, end, 1))
        self._put(struct.pack("<IHHHHIIH", 0x06054b50, 0, 0, min(count, 0xFFFF), min(count, 0xFFFF), min(length, 0xFFFFFFFF), min(start, 0xFFFFFFFF), 0))


def read_some(file, size):
    """At most so many bytes of a file, by readinto where it has that."""
    if not hasattr(file, "readinto"):
        return file.read(size)
    data = bytearray(size)
    return bytes(data[:file.readinto(data) or 0])


def _corrupt(what):
    return RuntimeError(
        f"PytorchStreamReader failed {what}. This is an internal miniz error. If you are seeing this error, there is a high likelihood that your checkpoint file is corrupted. "
        "This can happen if the checkpoint was not saved properly, was transferred incorrectly, or the file was modified after saving.")


class Reader:
    """The entries of a file by their names without the folder they all are in."""

    def __init__(self, file):
        self.file = file
        file.seek(0, os.SEEK_END)
        self.length = file.tell()
        self.entries = self._directory()
        folders = {name.partition("/")[0] for name in self.entries}
        if len(folders) != 1:
            raise _corrupt("finding the folder of the archive")
        self.folder = folders.pop()

    def _at(self, offset, size, what):
        if offset < 0 or size < 0 or offset + size > self.length:
            raise _corrupt(what)
        self.file.seek(offset)
        data = read_some(self.file, size)
        if len(data) != size:
            raise _corrupt(what)
        return data

    def _directory(self):
        what = "reading zip archive: failed finding central directory"
        if self.length < 22:  # the size of the smallest archive
            raise _corrupt("reading zip archive: not a ZIP archive")
        tail_size = min(self.length, 22 + 0xFFFF)
        tail = self._at(self.length - tail_size, tail_size, what)
        end = tail.rfind(b"PK\x05\x06")
        if end < 0 or len(tail) - end < 22:
            raise _corrupt(what)
        count, size, start = struct.unpack("<HII", tail[end + 10:end + 20])
        locator = self.length - tail_size + end - 20
        if count == 0xFFFF or 0xFFFFFFFF in (size, start):
            found = self._at(locator, 20, what)
            if found[:4] == b"PK\x06\x07":
                record = self._at(struct.unpack("<Q", found[8:16])[0], 56, what)
                count, size, start = struct.unpack("<QQQ", record[32:56])
        directory, at, entries = self._at(start, size, what), 0, {}
        for _ in range(count):
            head = directory[at:at + 46]
            if len(head) != 46 or head[:4] != b"PK\x01\x02":
                raise _corrupt(what)
            method, = struct.unpack("<H", head[10:12])
            packed, plain, n, extra, comment = struct.unpack("<IIHHH", head[20:34])
            offset, = struct.unpack("<I", head[42:46])
            name = directory[at + 46:at + 46 + n].decode("utf-8", "replace")
            fields = directory[at + 46 + n:at + 46 + n + extra]
            if 0xFFFFFFFF in (packed, plain, offset):
                packed, plain, offset = self._wide(fields, packed, plain, offset)
            if method != 0 and "/code/" not in name:  # the texts of scripts, which are read elsewhere
                raise RuntimeError(f"the entry {name} is compressed; torch.save stores entries as they are")
            if method == 0 and packed != plain:
                raise _corrupt(f"locating file {name}")
            if name in entries:
                raise _corrupt(f"reading zip archive: {name} is there twice")
            entries[name] = (offset, plain)
            at += 46 + n + extra + comment
        return entries

    @staticmethod
    def _wide(fields, packed, plain, offset):
        at = 0
        while at + 4 <= len(fields):
            kind, size = struct.unpack("<HH", fields[at:at + 4])
            if kind == 1:
                values = [struct.unpack("<Q", fields[k:k + 8])[0] for k in range(at + 4, min(at + 4 + size, len(fields)) - 7, 8)]
                take = lambda v: values.pop(0) if v == 0xFFFFFFFF and values else v
                plain = take(plain)
                return take(packed), plain, take(offset)
            at += 4 + size
        raise _corrupt("reading zip archive: sizes of 64 bits are missing")

    def has(self, name):
        return f"{self.folder}/{name}" in self.entries

    def names(self):
        return [name[len(self.folder) + 1:] for name in self.entries]

    def place(self, name):
        """Where the data of an entry begins, and its size."""
        try:
            offset, size = self.entries[f"{self.folder}/{name}"]
        except KeyError:
            raise _corrupt(f"locating file {name}: file not found") from None
        head = self._at(offset, 30, f"reading file {name}")
        if head[:4] != b"PK\x03\x04":
            raise _corrupt(f"reading file {name}")
        n, extra = struct.unpack("<HH", head[26:30])
        return offset + 30 + n + extra, size

    def read(self, name):
        start, size = self.place(name)
        return self._at(start, size, f"reading file {name}")
