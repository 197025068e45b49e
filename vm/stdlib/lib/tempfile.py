"""Temporary files and directories."""

import os as _os
from random import SystemRandom as _SystemRandom

_rng = _SystemRandom()
tempdir = None
template = "tmp"


def gettempdir():
    return tempdir or _os.environ.get("TMPDIR") or "/tmp"


def _name(suffix, prefix, dir):
    letters = "abcdefghijklmnopqrstuvwxyz0123456789_"
    while True:
        path = _os.path.join(dir or gettempdir(), (template if prefix is None else prefix) + "".join(_rng.choices(letters, k=8)) + (suffix or ""))
        if not _os.path.exists(path):
            return path


def mkdtemp(suffix=None, prefix=None, dir=None):
    path = _name(suffix, prefix, dir)
    _os.mkdir(path)
    return path


def mkstemp(suffix=None, prefix=None, dir=None, text=False):
    path = _name(suffix, prefix, dir)
    file = open(path, "x")
    _open_descriptors.append(file)
    return file.fileno(), path


def mktemp(suffix="", prefix=template, dir=None):
    return _name(suffix, prefix, dir)


_open_descriptors = []


def _remove(path):
    for name in _os.listdir(path):
        full = _os.path.join(path, name)
        if _os.path.isdir(full) and not _os.path.islink(full):
            _remove(full)
        else:
            _os.remove(full)
    _os.rmdir(path)


class TemporaryDirectory:
    def __init__(self, suffix=None, prefix=None, dir=None, ignore_cleanup_errors=False, *, delete=True):
        self.name = mkdtemp(suffix, prefix, dir)
        self._delete = delete
        import atexit
        atexit.register(self.cleanup)

    def cleanup(self):
        if self._delete and _os.path.isdir(self.name):
            _remove(self.name)

    def __enter__(self):
        return self.name

    def __exit__(self, *exc_info):
        self.cleanup()

    def __repr__(self):
        return f"<TemporaryDirectory {self.name!r}>"


class _TemporaryFile:
    def __init__(self, file, name, delete):
        self.file = file
        self.name = name
        self._delete = delete

    def __getattr__(self, attribute):
        return getattr(self.file, attribute)

    def __iter__(self):
        return iter(self.file)

    def close(self):
        self.file.close()
        if self._delete and _os.path.exists(self.name):
            _os.remove(self.name)

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        self.close()


def NamedTemporaryFile(mode="w+b", buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, delete=True, *, errors=None, delete_on_close=True):
    path = _name(suffix, prefix, dir)
    return _TemporaryFile(open(path, mode, encoding=encoding), path, delete)


def TemporaryFile(mode="w+b", buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, *, errors=None):
    return NamedTemporaryFile(mode, encoding=encoding, suffix=suffix, prefix=prefix, dir=dir)


def SpooledTemporaryFile(max_size=0, mode="w+b", **kwargs):
    import io
    return io.BytesIO() if "b" in mode else io.StringIO()
