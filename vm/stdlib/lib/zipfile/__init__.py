"""Archives in the format of ZIP, stored or deflated, with the 64-bit forms for large ones."""

import io
import os
import shutil
import time
import zlib
from zipfile._records import _CENTRAL, _END, _END64, _LOCAL, _LOCATOR64, _NAMES, _find_end, _read_large
from zipfile._records import BadZipFile, LargeZipFile, ZIP64_LIMIT, ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipInfo
from zlib import crc32

__all__ = ["BadZipFile", "BadZipfile", "error", "LargeZipFile", "ZIP_STORED", "ZIP_DEFLATED", "ZIP_BZIP2", "ZIP_LZMA", "ZipFile", "ZipInfo", "is_zipfile"]

error = BadZipfile = BadZipFile
for _class in (BadZipFile, LargeZipFile, ZipInfo):
    _class.__module__ = "zipfile"


def is_zipfile(filename):
    """Return whether a file, by its name or open, ends as an archive does."""
    try:
        if hasattr(filename, "read"):
            place = filename.tell()
            found = _find_end(filename) is not None
            filename.seek(place)
            return found
        with open(filename, "rb") as f:
            return _find_end(f) is not None
    except OSError:
        return False


class _Reader(io.BufferedIOBase):
    """The content of a file in an archive, which is checked when it has been read to the end."""

    def __init__(self, archive, info):
        content = archive._content(info)
        self.name, self.mode = info.filename, "r"
        self._buffer = io.BytesIO(content)

    def readable(self):
        return True

    def seekable(self):
        return True

    def read(self, n=-1):
        return self._buffer.read(-1 if n is None else n)

    read1 = read

    def readinto(self, b):
        return self._buffer.readinto(b)

    def peek(self, n=1):
        place = self._buffer.tell()
        data = self._buffer.read(max(n, 1))
        self._buffer.seek(place)
        return data

    def readline(self, limit=-1):
        return self._buffer.readline(limit)

    def seek(self, offset, whence=0):
        return self._buffer.seek(offset, whence)

    def tell(self):
        return self._buffer.tell()


class _Writer(io.BufferedIOBase):
    """A file in an archive while it is written."""

    def __init__(self, archive, info):
        self._archive, self._info, self._parts = archive, info, []
        self.name, self.mode = info.filename, "w"

    def writable(self):
        return True

    def write(self, data):
        if self.closed:
            raise ValueError("I/O operation on closed file.")
        data = bytes(data)
        self._parts.append(data)
        return len(data)

    def close(self):
        if self.closed:
            return
        super().close()
        self._archive._writing = False
        self._archive._add(self._info, b"".join(self._parts))


class ZipFile:
    """An archive that is read, written or added to."""

    fp = None

    def __init__(self, file, mode="r", compression=ZIP_STORED, allowZip64=True, compresslevel=None, *, strict_timestamps=True, metadata_encoding=None):
        if mode not in ("r", "w", "x", "a"):
            raise ValueError("ZipFile requires mode 'r', 'w', 'x', or 'a'")
        _check_compression(compression)
        self.mode, self.compression, self.compresslevel = mode, compression, compresslevel
        self._allow_large, self._strict, self._encoding = allowZip64, strict_timestamps, metadata_encoding
        self.debug = 0
        self.filelist, self.NameToInfo = [], {}
        self._comment, self._changed, self._writing, self.pwd = b"", False, False, None
        self._own = isinstance(file, (str, os.PathLike))
        if self._own:
            self.filename = os.fspath(file)
            self.fp = self._open(self.filename, mode)
        else:
            self.fp = file
            self.filename = getattr(file, "name", None)
        try:
            if mode == "r":
                self._read_directory()
            elif mode == "a":
                self.fp.seek(0, 2)
                if self.fp.tell() and _find_end(self.fp) is not None:
                    self._read_directory()
                else:
                    self.start_dir = self.fp.seek(0, 2)
                    self._changed = True
            else:
                self._changed = True
                self.start_dir = self.fp.tell()
        except BaseException:
            if self._own:
                self.fp.close()
            self.fp = None
            raise

    @staticmethod
    def _open(name, mode):
        if mode == "a":
            try:
                return open(name, "r+b")
            except FileNotFoundError:
                return open(name, "w+b")
        return open(name, {"r": "rb", "w": "w+b", "x": "x+b"}[mode])

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        self.close()

    def __repr__(self):
        parts = [f"<{type(self).__module__}.{type(self).__qualname__}"]
        if self.fp is None:
            return parts[0] + " [closed]>"
        parts.append(f"filename={self.filename!r}" if self._own or self.filename is not None else f"file={self.fp!r}")
        return " ".join(parts + [f"mode={self.mode!r}"]) + ">"

    def _read_directory(self):
        try:
            end = _find_end(self.fp)
        except OSError:
            raise BadZipFile("File is not a zip file") from None
        if end is None:
            raise BadZipFile("File is not a zip file")
        offset, fields, self._comment = end
        size, start = fields[5], fields[6]
        ahead = offset - size - start  # what lies before the archive in the file
        if offset - size < 0:
            raise BadZipFile("Bad offset for central directory")
        self.start_dir = offset - size
        self.fp.seek(self.start_dir)
        data, at = self.fp.read(size), 0
        while at < size:
            if size - at < _CENTRAL.size:
                raise BadZipFile("Truncated central directory")
            values = _CENTRAL.unpack(data[at:at + _CENTRAL.size])
            if values[0] != b"PK\1\2":
                raise BadZipFile("Bad magic number for central directory")
            at += _CENTRAL.size
            flags, n, extra, comment = values[5], *values[12:15]
            encoding = "utf-8" if flags & 0x800 else self._encoding or "cp437"
            name = data[at:at + n]
            info = ZipInfo(name.decode("ascii") if name.isascii() else name.decode(encoding))
            info.extra, info.comment = data[at + n:at + n + extra], data[at + n + extra:at + n + extra + comment]
            at += n + extra + comment
            info.create_version, info.create_system, info.extract_version, info.flag_bits, info.compress_type = values[1], values[2], values[3], flags, values[6]
            clock, day = values[7:9]
            info.date_time = ((day >> 9) + 1980, day >> 5 & 15, day & 31, clock >> 11, clock >> 5 & 63, (clock & 31) * 2)
            info.CRC, info.compress_size, info.file_size = values[9:12]
            info.volume, info.internal_attr, info.external_attr, info.header_offset = values[15:19]
            _read_large(info)
            info.header_offset += ahead
            self.filelist.append(info)
            self.NameToInfo[info.filename] = info

    def namelist(self):
        return [info.filename for info in self.filelist]

    def infolist(self):
        return self.filelist

    def printdir(self, file=None):
        print("%-46s %19s %12s" % ("File Name", "Modified    ", "Size"), file=file)
        for info in self.filelist:
            print("%-46s %s %12d" % (info.filename, "%d-%02d-%02d %02d:%02d:%02d" % info.date_time[:6], info.file_size), file=file)

    def getinfo(self, name):
        info = self.NameToInfo.get(name)
        if info is None:
            raise KeyError(f"There is no item named {name!r} in the archive")
        return info

    def setpassword(self, pwd):
        if pwd and not isinstance(pwd, bytes):
            raise TypeError(f"pwd: expected bytes, got {type(pwd).__name__}")
        self.pwd = pwd or None

    @property
    def comment(self):
        return self._comment

    @comment.setter
    def comment(self, comment):
        if not isinstance(comment, bytes):
            raise TypeError(f"comment: expected bytes, got {type(comment).__name__}")
        self._comment = comment[:65535]
        self._changed = True

    def testzip(self):
        for info in self.filelist:
            try:
                self._content(info)
            except BadZipFile:
                return info.filename

    def read(self, name, pwd=None):
        with self.open(name, "r", pwd) as f:
            return f.read()

    def open(self, name, mode="r", pwd=None, *, force_zip64=False):
        if mode not in ("r", "w"):
            raise ValueError('open() requires mode "r" or "w"')
        if self.fp is None:
            raise ValueError("Attempt to use ZIP archive that was already closed")
        if mode == "r":
            if self._writing:
                raise ValueError("Can't read from the ZIP file while there is an open writing handle on it. Close the writing handle before trying to read.")
            return _Reader(self, name if isinstance(name, ZipInfo) else self.getinfo(name))
        if self._writing:
            raise ValueError("Can't write to the ZIP file while there is another write handle open on it. Close the first handle before opening another.")
        info = name if isinstance(name, ZipInfo) else self._new_info(name)
        self._check_writable()
        if not info.external_attr:
            info.external_attr = 0o600 << 16
        self._writing = True
        return _Writer(self, info)

    def _content(self, info):
        if info.flag_bits & 1:
            raise RuntimeError(f"File {info.filename!r} is encrypted, password required for extraction" if not self.pwd
                               else "encrypted archives are not supported")
        self.fp.seek(info.header_offset)
        header = self.fp.read(_LOCAL.size)
        if len(header) != _LOCAL.size:
            raise BadZipFile("Truncated file header")
        values = _LOCAL.unpack(header)
        if values[0] != b"PK\3\4":
            raise BadZipFile("Bad magic number for file header")
        name = self.fp.read(values[9])
        if name != info.orig_filename.encode("utf-8" if values[2] & 0x800 else self._encoding or "cp437"):
            raise BadZipFile(f"File name in directory {info.orig_filename!r} and header {name!r} differ.")
        self.fp.seek(values[10], 1)
        data = self.fp.read(info.compress_size)
        if len(data) < info.compress_size:
            raise EOFError
        if info.compress_type == ZIP_DEFLATED:
            data = zlib.decompress(data, -15)
        elif info.compress_type != ZIP_STORED:
            _check_compression(info.compress_type)
        if crc32(data) != info.CRC:
            raise BadZipFile(f"Bad CRC-32 for file {info.orig_filename!r}")
        return data

    def extract(self, member, path=None, pwd=None):
        info = member if isinstance(member, ZipInfo) else self.getinfo(member)
        parts = [part for part in info.filename.split("/") if part not in ("", os.curdir, os.pardir)]
        target = os.path.normpath(os.path.join(os.getcwd() if path is None else os.fspath(path), *parts))
        if info.is_dir():
            os.makedirs(target, exist_ok=True)
            return target
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with self.open(info, pwd=pwd) as source, open(target, "wb") as out:
            shutil.copyfileobj(source, out)
        return target

    def extractall(self, path=None, members=None, pwd=None):
        for member in self.namelist() if members is None else members:
            self.extract(member, path, pwd)

    def _check_writable(self):
        if self.mode not in ("w", "x", "a"):
            raise ValueError("write() requires mode 'w', 'x', or 'a'")
        if self.fp is None:
            raise ValueError("Attempt to write ZIP archive that was already closed")

    def _new_info(self, name):
        info = ZipInfo(name, time.localtime(time.time())[:6])
        info.compress_type, info.compress_level = self.compression, self.compresslevel
        info.external_attr = 0o40775 << 16 | 0x10 if name.endswith("/") else 0o600 << 16
        return info

    def write(self, filename, arcname=None, compress_type=None, compresslevel=None):
        self._check_writable()
        if self._writing:
            raise ValueError("Can't write to ZIP archive while an open writing handle exists")
        info = ZipInfo.from_file(filename, arcname, strict_timestamps=self._strict)
        if info.is_dir():
            self._add(info, b"")
            return
        info.compress_type = self.compression if compress_type is None else compress_type
        info.compress_level = self.compresslevel if compresslevel is None else compresslevel
        with open(filename, "rb") as source:
            self._add(info, source.read())

    def writestr(self, zinfo_or_arcname, data, compress_type=None, compresslevel=None):
        if isinstance(data, str):
            data = data.encode("utf-8")
        info = zinfo_or_arcname if isinstance(zinfo_or_arcname, ZipInfo) else self._new_info(zinfo_or_arcname)
        self._check_writable()
        if self._writing:
            raise ValueError("Can't write to ZIP archive while an open writing handle exists.")
        if not info.external_attr:
            info.external_attr = 0o600 << 16
        if compress_type is not None:
            info.compress_type = compress_type
        if compresslevel is not None:
            info.compress_level = compresslevel
        self._add(info, bytes(data))

    def mkdir(self, zinfo_or_directory_name, mode=511):
        if isinstance(zinfo_or_directory_name, ZipInfo):
            info = zinfo_or_directory_name
            if not info.is_dir():
                raise ValueError("The given ZipInfo does not describe a directory")
        else:
            info = ZipInfo(zinfo_or_directory_name.rstrip("/") + "/")
            info.external_attr = (0o40000 | mode) << 16 | 0x10
        self._check_writable()
        self._add(info, b"")

    def _add(self, info, data):
        _check_compression(info.compress_type)
        if info.filename in self.NameToInfo:
            import warnings
            warnings.warn(f"Duplicate name: {info.filename!r}", stacklevel=3)
        info.file_size, info.CRC = len(data), crc32(data)
        if info.compress_type == ZIP_DEFLATED:
            packer = zlib.compressobj(-1 if info.compress_level is None else info.compress_level, zlib.DEFLATED, -15)
            data = packer.compress(data) + packer.flush()
        info.compress_size = len(data)
        if info._large() and not self._allow_large:
            raise LargeZipFile("Filesize would require ZIP64 extensions")
        self.fp.seek(self.start_dir)
        info.header_offset = self.start_dir
        self.fp.write(info._header())
        self.fp.write(data)
        self.start_dir = self.fp.tell()
        self.filelist.append(info)
        self.NameToInfo[info.filename] = info
        self._changed = True

    def close(self):
        if self.fp is None:
            return
        if self._writing:
            raise ValueError("Can't close the ZIP file while there is an open writing handle on it. Close the writing handle before closing the zip.")
        try:
            if self.mode != "r" and self._changed:
                self._write_directory()
        finally:
            fp, self.fp = self.fp, None
            if self._own:
                fp.close()

    def _write_directory(self):
        self.fp.seek(self.start_dir)
        for info in self.filelist:
            self.fp.write(info._entry())
        n, start, size = len(self.filelist), self.start_dir, self.fp.tell() - self.start_dir
        if n > 65535 or start > ZIP64_LIMIT or size > ZIP64_LIMIT:
            if not self._allow_large:
                raise LargeZipFile("Files count or central directory size would require ZIP64 extensions")
            self.fp.write(_END64.pack(b"PK\6\6", _END64.size - 12, 45, 45, 0, 0, n, n, size, start))
            self.fp.write(_LOCATOR64.pack(b"PK\6\7", 0, start + size, 1))
            n, start, size = min(n, 0xffff), min(start, 0xffffffff), min(size, 0xffffffff)
        self.fp.write(_END.pack(b"PK\5\6", 0, 0, n, n, size, start, len(self._comment)) + self._comment)
        if self.mode == "a":
            self.fp.truncate()
        self.fp.flush()

    def __del__(self):
        self.close()


def _check_compression(compression):
    if compression in (ZIP_BZIP2, ZIP_LZMA):
        raise NotImplementedError(f"compression by {_NAMES[compression]} is not supported")
    if compression not in (ZIP_STORED, ZIP_DEFLATED):
        raise NotImplementedError("That compression method is not supported")
