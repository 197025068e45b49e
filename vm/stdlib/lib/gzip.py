"""Compressed files in the format of gzip (RFC 1952)."""

import builtins
import io
import os
import struct
import time
import zlib

__all__ = ["BadGzipFile", "GzipFile", "open", "compress", "decompress"]

READ, WRITE = "rb", "wb"


class BadGzipFile(OSError):
    """The file is not in the format."""


def open(filename, mode="rb", compresslevel=9, encoding=None, errors=None, newline=None):
    if "t" in mode:
        if "b" in mode:
            raise ValueError("Invalid mode: %r" % (mode,))
    else:
        for name, value in (("encoding", encoding), ("errors", errors), ("newline", newline)):
            if value is not None:
                raise ValueError("Argument '%s' not supported in binary mode" % name)
    if isinstance(filename, (str, bytes)) or hasattr(filename, "__fspath__"):
        binary = GzipFile(filename, mode.replace("t", ""), compresslevel)
    elif hasattr(filename, "read") or hasattr(filename, "write"):
        binary = GzipFile(None, mode.replace("t", ""), compresslevel, filename)
    else:
        raise TypeError("filename must be a str or bytes object, or a file")
    return io.TextIOWrapper(binary, encoding, errors, newline) if "t" in mode else binary


class GzipFile(io.BufferedIOBase):
    """A file that is compressed while it is written, or was, and is read."""

    def __init__(self, filename=None, mode=None, compresslevel=9, fileobj=None, mtime=None):
        if mode and ("t" in mode or "U" in mode):
            raise ValueError("Invalid mode: {!r}".format(mode))
        if mode and "b" not in mode:
            mode += "b"
        self.myfileobj = None
        if fileobj is None:
            fileobj = self.myfileobj = builtins.open(filename, mode or "rb")
        if filename is None:
            filename = getattr(fileobj, "name", "")
            if not isinstance(filename, (str, bytes)):
                filename = ""
        else:
            filename = os.fspath(filename)
        if mode is None:
            mode = getattr(fileobj, "mode", "rb")
        self.name = filename
        self.fileobj = fileobj
        self._mtime = mtime
        self._closed = False
        self._pos = 0
        if mode.startswith("r"):
            self.mode = READ
            self._data = None
        elif mode.startswith(("w", "a", "x")):
            self.mode = WRITE
            self._level = compresslevel
            self._compress = zlib.compressobj(compresslevel, zlib.DEFLATED, -zlib.MAX_WBITS)
            self._crc, self._size = zlib.crc32(b""), 0
            fileobj.write(_header(filename, mtime, compresslevel))
        else:
            raise ValueError("Invalid mode: {!r}".format(mode))

    @property
    def mtime(self):
        self._content()
        return self._mtime

    def __repr__(self):
        return "<gzip " + repr(self.fileobj)[1:-1] + " " + hex(id(self)) + ">"

    @property
    def closed(self):
        return self._closed

    def _check(self, mode):
        if self._closed:
            raise ValueError("I/O operation on closed file.")
        if mode != self.mode:
            import errno
            raise OSError(errno.EBADF, "write() on read-only GzipFile object" if mode == WRITE else "read() on write-only GzipFile object")

    def write(self, data):
        self._check(WRITE)
        data = bytes(data)
        if data:
            self.fileobj.write(self._compress.compress(data))
            self._size += len(data)
            self._crc = zlib.crc32(data, self._crc)
            self._pos += len(data)
        return len(data)

    def _content(self):
        if self._data is None:
            self._data, mtime = _read_members(self.fileobj.read())
            if mtime is not None:
                self._mtime = mtime
        return self._data

    def read(self, size=-1):
        self._check(READ)
        data = self._content()
        end = len(data) if size is None or size < 0 else self._pos + size
        result = data[self._pos:end]
        self._pos += len(result)
        return result

    read1 = read

    def peek(self, n=1):
        self._check(READ)
        return self._content()[self._pos:self._pos + max(n, 1)]

    def readinto(self, b):
        data = self.read(len(b))
        b[:len(data)] = data
        return len(data)

    def readline(self, size=-1):
        self._check(READ)
        data = self._content()
        end = data.find(b"\n", self._pos) + 1 or len(data)
        if size is not None and size >= 0:
            end = min(end, self._pos + size)
        result = data[self._pos:end]
        self._pos = end
        return result

    def readlines(self, hint=-1):
        return list(self)

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def flush(self, zlib_mode=zlib.Z_SYNC_FLUSH):
        if self.mode == WRITE and not self._closed:
            self.fileobj.write(self._compress.flush(zlib_mode))
            self.fileobj.flush()

    def close(self):
        if self._closed:
            return
        self._closed = True
        try:
            if self.mode == WRITE:
                self.fileobj.write(self._compress.flush())
                self.fileobj.write(struct.pack("<LL", self._crc, self._size & 0xffffffff))
        finally:
            own, self.myfileobj = self.myfileobj, None
            if own:
                own.close()

    def __enter__(self):
        if self._closed:
            raise ValueError("I/O operation on closed file.")
        return self

    def __exit__(self, *exc_info):
        self.close()

    def fileno(self):
        return self.fileobj.fileno()

    def rewind(self):
        self.seek(0)

    def readable(self):
        return self.mode == READ

    def writable(self):
        return self.mode == WRITE

    def seekable(self):
        return True

    def tell(self):
        return self._pos

    def seek(self, offset, whence=io.SEEK_SET):
        if self.mode == WRITE:
            if whence == io.SEEK_CUR:
                offset += self._pos
            elif whence != io.SEEK_SET:
                raise ValueError("Seek from end not supported")
            if offset < self._pos:
                raise OSError("Negative seek in write mode")
            self.write(bytes(offset - self._pos))
        else:
            base = {io.SEEK_SET: 0, io.SEEK_CUR: self._pos, io.SEEK_END: len(self._content())}[whence]
            self._pos = max(base + offset, 0)
        return self._pos


def _header(filename, mtime, level):
    flags, name = 0, b""
    if filename:
        name = os.path.basename(filename)
        if not isinstance(name, bytes):
            try:
                name = name.encode("latin-1")
            except UnicodeEncodeError:
                name = b""
        name = name.removesuffix(b".gz")
        if name:
            flags, name = 8, name + b"\0"
    extra = 2 if level == 9 else 4 if level == 1 else 0
    return b"\x1f\x8b\x08" + bytes([flags]) + struct.pack("<L", int(time.time() if mtime is None else mtime)) + bytes([extra, 255]) + name


def _read_members(data):
    """Return the content of all members of a file, and the time in the header of the last."""
    out, mtime = [], None
    pos = 0
    while pos < len(data):
        if data[pos:pos + 2] != b"\x1f\x8b":
            if out and not data[pos:].strip(b"\0"):
                break  # padding
            raise BadGzipFile("Not a gzipped file (%r)" % data[pos:pos + 2])
        if len(data) - pos < 10:
            raise EOFError("Compressed file ended before the end-of-stream marker was reached")
        method, flags, mtime = data[pos + 2], data[pos + 3], struct.unpack("<L", data[pos + 4:pos + 8])[0]
        if method != 8:
            raise BadGzipFile("Unknown compression method")
        start = pos + 10
        if flags & 4:
            start += 2 + struct.unpack("<H", data[start:start + 2])[0]
        for bit in (8, 16):
            if flags & bit:
                start = data.index(b"\0", start) + 1
        if flags & 2:
            start += 2
        d = zlib.decompressobj(-zlib.MAX_WBITS)
        content = d.decompress(data[start:])
        rest = d.unused_data
        if not d.eof or len(rest) < 8:
            raise EOFError("Compressed file ended before the end-of-stream marker was reached")
        crc, size = struct.unpack("<LL", rest[:8])
        if crc != zlib.crc32(content):
            raise BadGzipFile("CRC check failed %s != %s" % (hex(crc), hex(zlib.crc32(content))))
        if size != len(content) & 0xffffffff:
            raise BadGzipFile("Incorrect length of data produced")
        out.append(content)
        pos = len(data) - len(rest) + 8
    return b"".join(out), mtime


def compress(data, compresslevel=9, *, mtime=0):
    body = zlib.compressobj(compresslevel, zlib.DEFLATED, -zlib.MAX_WBITS)
    return (_header("", mtime, compresslevel) + body.compress(data) + body.flush()
            + struct.pack("<LL", zlib.crc32(data), len(data) & 0xffffffff))


def decompress(data):
    return _read_members(bytes(data))[0]
