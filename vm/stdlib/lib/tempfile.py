"""Temporary files and folders."""

import io as _io
import os as _os
import shutil as _shutil
import types as _types
from random import SystemRandom as _SystemRandom

__all__ = ["NamedTemporaryFile", "TemporaryFile", "SpooledTemporaryFile", "TemporaryDirectory", "mkstemp", "mkdtemp", "mktemp", "TMP_MAX",
           "gettempprefix", "tempdir", "gettempdir", "gettempprefixb", "gettempdirb"]

TMP_MAX = 10000
template = "tmp"
tempdir = None
_letters = "abcdefghijklmnopqrstuvwxyz0123456789_"
_random = _SystemRandom()


def gettempprefix():
    return _os.fsdecode(template)


def gettempprefixb():
    return _os.fsencode(template)


def gettempdir():
    global tempdir
    if tempdir is None:
        candidates = [_os.environ.get(name) for name in ("TMPDIR", "TEMP", "TMP")] + ["/tmp", "/var/tmp", "/usr/tmp", _os.getcwd()]
        for folder in candidates:
            if folder and _os.path.isdir(folder) and _os.access(folder, _os.W_OK | _os.X_OK):
                tempdir = _os.path.abspath(folder)
                break
        else:
            raise FileNotFoundError(2, "No usable temporary directory found in %s" % candidates[3:])
    return _os.fsdecode(tempdir)


def gettempdirb():
    return _os.fsencode(gettempdir())


def _parts(prefix, suffix, dir):
    """Fill in what is not given, of the type of what is."""
    kinds = {type(_os.fspath(x)) for x in (prefix, suffix, dir) if x is not None}
    if len(kinds) > 1:
        raise TypeError("Can't mix bytes and non-bytes in path components.")
    binary = kinds == {bytes}
    if suffix is None:
        suffix = b"" if binary else ""
    if prefix is None:
        prefix = gettempprefixb() if binary else gettempprefix()
    if dir is None:
        dir = gettempdirb() if binary else gettempdir()
    return prefix, suffix, dir, binary


def _create(prefix, suffix, dir, make):
    """Call make with new names until one does not exist yet."""
    prefix, suffix, dir, binary = _parts(prefix, suffix, dir)
    for _ in range(TMP_MAX):
        name = "".join(_random.choices(_letters, k=8))
        path = _os.path.join(dir, prefix + (name.encode() if binary else name) + suffix)
        try:
            return make(path), _os.path.abspath(path)
        except FileExistsError:
            continue
    raise FileExistsError(17, "No usable temporary file name found")


def mkstemp(suffix=None, prefix=None, dir=None, text=False):
    return _create(prefix, suffix, dir, lambda path: _os.open(path, _os.O_RDWR | _os.O_CREAT | _os.O_EXCL, 0o600))


def mkdtemp(suffix=None, prefix=None, dir=None):
    return _create(prefix, suffix, dir, lambda path: _os.mkdir(path, 0o700))[1]


def mktemp(suffix="", prefix=template, dir=None):
    def free(path):
        if _os.path.lexists(path):
            raise FileExistsError

    return _create(prefix, suffix, dir, free)[1]


class _TemporaryFileWrapper:
    """A file that is removed when it is closed."""

    def __init__(self, file, name, delete=True, delete_on_close=True):
        self.file = file
        self.name = name
        self.delete = delete
        self._delete_on_close = delete_on_close

    def __getattr__(self, name):
        value = getattr(self.__dict__["file"], name)
        if not isinstance(value, (int, str, bytes, type(None))):
            setattr(self, name, value)
        return value

    def __enter__(self):
        self.file.__enter__()
        return self

    def __exit__(self, exc, value, tb):
        result = self.file.__exit__(exc, value, tb)
        self._cleanup()
        return result

    def _cleanup(self):
        if self.delete:
            self.delete = False
            try:
                _os.unlink(self.name)
            except FileNotFoundError:
                if not self._delete_on_close:
                    return
                raise

    def close(self):
        self.file.close()
        if self._delete_on_close:
            self._cleanup()

    def __iter__(self):
        for line in self.file:
            yield line

    def __repr__(self):
        return f"<{type(self).__module__}.{type(self).__qualname__} object at {id(self):#x}>"


def NamedTemporaryFile(mode="w+b", buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, delete=True, *,
                       errors=None, delete_on_close=True):
    fd, name = mkstemp(suffix, prefix, dir)
    try:
        file = _io.open(fd, mode, buffering, encoding, errors, newline)
    except BaseException:
        _os.unlink(name)
        _os.close(fd)
        raise
    file.name = name
    return _TemporaryFileWrapper(file, name, delete, delete_on_close)


def TemporaryFile(mode="w+b", buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, *, errors=None):
    fd, name = mkstemp(suffix, prefix, dir)
    _os.unlink(name)
    return _io.open(fd, mode, buffering, encoding, errors, newline)


class SpooledTemporaryFile(_io.IOBase):
    """A temporary file that is kept in memory while it is small."""

    _rolled = False

    def __init__(self, max_size=0, mode="w+b", buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, *, errors=None):
        if "b" in mode:
            self._file = _io.BytesIO()
        else:
            self._file = _io.TextIOWrapper(_io.BytesIO(), encoding, errors, newline)
        self._max_size = max_size
        self._options = {"mode": mode, "buffering": buffering, "suffix": suffix, "prefix": prefix, "encoding": encoding, "newline": newline,
                         "dir": dir, "errors": errors}

    __class_getitem__ = classmethod(_types.GenericAlias)

    def _check(self):
        if not self._rolled and self._max_size and self._file.tell() > self._max_size:
            self.rollover()

    def rollover(self):
        if self._rolled:
            return
        old, new = self._file, TemporaryFile(**self._options)
        here = old.tell()
        old.seek(0)
        new.write(old.read())
        new.seek(here)
        self._file, self._rolled = new, True

    def __iter__(self):
        return iter(self._file)

    def __enter__(self):
        if not self.closed:
            return self
        raise ValueError("Cannot enter context with closed file")

    def __exit__(self, *exc_info):
        self.close()

    def close(self):
        self._file.close()

    def fileno(self):
        self.rollover()
        return self._file.fileno()

    def write(self, s):
        result = self._file.write(s)
        self._check()
        return result

    def writelines(self, iterable):
        for line in iterable:
            self.write(line)

    def truncate(self, size=None):
        if size is None:
            return self._file.truncate()
        if size > self._max_size:
            self.rollover()
        return self._file.truncate(size)

    closed = property(lambda self: self._file.closed)
    mode = property(lambda self: getattr(self._file, "mode", self._options["mode"]))
    name = property(lambda self: getattr(self._file, "name", None))
    encoding = property(lambda self: self._file.encoding)
    errors = property(lambda self: self._file.errors)
    newlines = property(lambda self: self._file.newlines)


for _name in ("detach", "flush", "isatty", "read", "read1", "readinto", "readinto1", "readline", "readlines", "readable", "seek", "seekable",
              "tell", "writable"):
    setattr(SpooledTemporaryFile, _name, lambda self, *args, _name=_name: getattr(self._file, _name)(*args))


class TemporaryDirectory:
    """A folder that is removed with what is in it."""

    def __init__(self, suffix=None, prefix=None, dir=None, ignore_cleanup_errors=False, *, delete=True):
        self._delete, self._ignore_cleanup_errors = delete, ignore_cleanup_errors
        self.name = mkdtemp(suffix, prefix, dir)
        if delete:
            import atexit
            atexit.register(self._at_exit)

    def _at_exit(self):
        _shutil.rmtree(self.name, ignore_errors=True)

    def __enter__(self):
        return self.name

    def __exit__(self, *exc_info):
        if self._delete:
            self.cleanup()

    def __repr__(self):
        return f"<{type(self).__name__} {self.name!r}>"

    def cleanup(self):
        import atexit
        atexit.unregister(self._at_exit)
        if _os.path.exists(self.name):
            _shutil.rmtree(self.name, ignore_errors=self._ignore_cleanup_errors)

    __class_getitem__ = classmethod(_types.GenericAlias)
