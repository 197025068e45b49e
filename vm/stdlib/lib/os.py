"""The operating system: files, folders, the environment, processes."""

import abc
import sys
from posix import *
from posix import _environment, _exit, _rename, _replace, _scandir, _statvfs, _uname, _utime
import posixpath as path
from posixpath import altsep, curdir, defpath, devnull, extsep, pardir, pathsep, sep

sys.modules["os.path"] = path
_join = path.join

O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_APPEND, O_NONBLOCK, O_CLOEXEC = (
    0, 1, 2, 0o100, 0o200, 0o1000, 0o2000, 0o4000, 0o2000000)
SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
EX_OK, EX_USAGE, EX_SOFTWARE = 0, 64, 70
P_WAIT, P_NOWAIT = 0, 1
supports_follow_symlinks = {stat}
supports_dir_fd = supports_effective_ids = supports_fd = set()


class PathLike(abc.ABC):
    """What has a method __fspath__ stands for a path."""

    __slots__ = ()

    @abc.abstractmethod
    def __fspath__(self):
        raise NotImplementedError

    @classmethod
    def __subclasshook__(cls, subclass):
        if cls is PathLike:
            return any("__fspath__" in base.__dict__ and base.__dict__["__fspath__"] is not None for base in subclass.__mro__)
        return NotImplemented

    __class_getitem__ = classmethod(type(list[int]))


def fspath(path):
    if isinstance(path, (str, bytes)):
        return path
    kind = type(path)
    try:
        text = kind.__fspath__(path)
    except AttributeError:
        if hasattr(kind, "__fspath__"):
            raise
        raise TypeError("expected str, bytes or os.PathLike object, not " + kind.__name__) from None
    except TypeError:
        if kind.__fspath__ is None:
            raise TypeError("expected str, bytes or os.PathLike object, not " + kind.__name__) from None
        raise
    if isinstance(text, (str, bytes)):
        return text
    raise TypeError("expected {}.__fspath__() to return str or bytes, not {}".format(kind.__name__, type(text).__name__))


def fsencode(filename):
    filename = fspath(filename)
    return filename.encode("utf-8", "surrogateescape") if isinstance(filename, str) else filename


def fsdecode(filename):
    filename = fspath(filename)
    return filename.decode("utf-8", "surrogateescape") if isinstance(filename, bytes) else filename


def getcwdb():
    return fsencode(getcwd())


class _Environ:
    """The variables of the environment; a change is one of the process's, too. A collections.abc.MutableMapping."""

    def __init__(self, data, encode, decode):
        self._data = data
        self._encode = encode
        self._decode = decode

    def __getitem__(self, key):
        value = self._data.get(self._encode(key))
        if value is None:
            raise KeyError(key)
        return self._decode(value)

    def __setitem__(self, key, value):
        key, value = self._encode(key), self._encode(value)
        putenv(key, value)
        self._data[key] = value

    def __delitem__(self, key):
        name = self._encode(key)
        if name not in self._data:
            raise KeyError(key)
        unsetenv(name)
        del self._data[name]

    def __iter__(self):
        return map(self._decode, list(self._data))

    def __len__(self):
        return len(self._data)

    def __contains__(self, key):
        return self._encode(key) in self._data

    def get(self, key, default=None):
        value = self._data.get(self._encode(key))
        return default if value is None else self._decode(value)

    def keys(self):
        return self._view("KeysView")

    def values(self):
        return self._view("ValuesView")

    def items(self):
        return self._view("ItemsView")

    def _view(self, kind):
        import collections.abc
        return getattr(collections.abc, kind)(self)

    def setdefault(self, key, value):
        if key not in self:
            self[key] = value
        return self[key]

    def pop(self, key, *default):
        if len(default) > 1:
            raise TypeError(f"pop expected at most 2 arguments, got {1 + len(default)}")
        if default and key not in self:
            return default[0]
        value = self[key]
        del self[key]
        return value

    def popitem(self):
        for key in self:
            return key, self.pop(key)
        raise KeyError

    def clear(self):
        for key in self:
            del self[key]

    def update(self, other=(), /, **more):
        for key, value in dict(other, **more).items():
            self[key] = value

    def copy(self):
        return {key: self[key] for key in self}

    def __eq__(self, other):
        return self.copy() == (other.copy() if isinstance(other, _Environ) else other)

    __hash__ = None

    def __repr__(self):
        return "environ({%s})" % ", ".join(f"{key!r}: {self[key]!r}" for key in self)

    def __ior__(self, other):
        self.update(other)
        return self

    def __or__(self, other):
        return self.copy() | dict(other) if hasattr(other, "keys") else NotImplemented

    def __ror__(self, other):
        return dict(other) | self.copy() if hasattr(other, "keys") else NotImplemented


def _text_of(value):
    if not isinstance(value, str):
        raise TypeError(f"str expected, not {type(value).__name__}")
    return value


def _text_of_bytes(value):
    if not isinstance(value, bytes):
        raise TypeError(f"bytes expected, not {type(value).__name__}")
    return fsdecode(value)


_variables = environ
environ = _Environ(_variables, _text_of, _text_of)
environb = _Environ(_variables, _text_of_bytes, fsencode)
supports_bytes_environ = True
if "collections.abc" in sys.modules:
    sys.modules["collections.abc"].MutableMapping.register(_Environ)


def reload_environ():
    """Take the variables as they are now, after another part of the process has changed them."""
    _variables.clear()
    _variables.update(_environment())


def get_exec_path(env=None):
    searched = environ if env is None else env
    return searched.get("PATH", defpath).split(pathsep)


def getenv(key, default=None):
    return environ.get(key, default)


def getenvb(key, default=None):
    return environb.get(key, default)


def rename(src, dst, *, src_dir_fd=None, dst_dir_fd=None):
    _rename(src, dst)


def replace(src, dst, *, src_dir_fd=None, dst_dir_fd=None):
    _replace(src, dst)


def makedirs(name, mode=0o777, exist_ok=False):
    """Make a folder, and those above it."""
    above, own = _parent(name)
    if above and own and not path.exists(above):
        try:
            makedirs(above, exist_ok=exist_ok)
        except FileExistsError:
            pass  # made by another program in between
        if own in (curdir, curdir.encode()):
            return
    try:
        mkdir(name, mode)
    except OSError:
        there = exist_ok and path.isdir(name)
        if not there:
            raise


def _parent(name):
    """Split a path into the folder and what is in it; one slash at the end does not count."""
    above, own = path.split(name)
    return (above, own) if own else path.split(above)


def _remove_empty(folder, own):
    """Remove folders upward until one is not empty."""
    while folder and own:
        try:
            rmdir(folder)
        except OSError:
            return
        folder, own = path.split(folder)


def removedirs(name):
    rmdir(name)
    _remove_empty(*_parent(name))


def renames(old, new):
    above, own = path.split(new)
    if above and own:
        makedirs(above, exist_ok=True)
    rename(old, new)
    _remove_empty(*path.split(old))


def utime(path, times=None, *, ns=None, dir_fd=None, follow_symlinks=True):
    if times is not None and ns is not None:
        raise ValueError("utime: you may specify either 'times' or 'ns' but not both")
    if times is not None:
        if not isinstance(times, tuple) or len(times) != 2:
            raise TypeError("utime: 'times' must be either a tuple of two ints or None")
        ns = tuple(int(t * 1000000000) for t in times)
    _utime(path, *(ns or (None, None)))


class DirEntry:
    """An entry of a folder."""

    __slots__ = ("name", "path", "_kind")

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'posix.DirEntry' instances")

    def __repr__(self):
        return f"<DirEntry {self.name!r}>"

    def __fspath__(self):
        return self.path

    def stat(self, *, follow_symlinks=True):
        return stat(self.path, follow_symlinks=follow_symlinks)

    def inode(self):
        return lstat(self.path).st_ino

    def is_symlink(self):
        return self._kind == 3

    def is_dir(self, *, follow_symlinks=True):
        return self._kind == 2 or self._kind == 3 and follow_symlinks and path.isdir(self.path)

    def is_file(self, *, follow_symlinks=True):
        return self._kind == 1 or self._kind == 3 and follow_symlinks and path.isfile(self.path)

    def is_junction(self):
        return False

    __class_getitem__ = classmethod(type(list[int]))


class _ScandirIterator:
    def __init__(self, entries):
        self._entries = entries

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._entries)

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        self.close()

    def close(self):
        self._entries = iter(())


def scandir(path=None):
    """Iterate over the entries of a folder."""
    folder = "." if path is None else fspath(path)
    entries = _scandir(folder)

    def make():
        for name, kind in entries:
            entry = object.__new__(DirEntry)
            if isinstance(folder, bytes):
                name = fsencode(name)
            entry.name, entry.path, entry._kind = name, _join(folder, name), kind
            yield entry

    return _ScandirIterator(make())


def walk(top, topdown=True, onerror=None, followlinks=False):
    """Yield (folder, folders in it, files in it) for a tree; from the top down, the list of folders may be changed."""
    stack = [fspath(top)]
    while stack:
        top = stack.pop()
        if isinstance(top, tuple):
            yield top
            continue
        dirs, nondirs, inner = [], [], []
        try:
            entries = sorted(scandir(top), key=lambda e: e.name)
        except OSError as error:
            if onerror is not None:
                onerror(error)
            continue
        for entry in entries:
            if entry.is_dir():
                dirs.append(entry.name)
                if followlinks or not entry.is_symlink():
                    inner.append(entry.path)
            else:
                nondirs.append(entry.name)
        if topdown:
            yield top, dirs, nondirs
            for name in reversed(dirs):
                full = path.join(top, name)
                if followlinks or not path.islink(full):
                    stack.append(full)
        else:
            stack.append((top, dirs, nondirs))
            stack.extend(reversed(inner))


def system(command):
    """Run a command in a shell; return its wait status."""
    import subprocess
    status = subprocess.call(command, shell=True)
    return -status if status < 0 else status << 8


def waitstatus_to_exitcode(status):
    signal = status & 0x7f
    return -signal if signal else status >> 8


def WEXITSTATUS(status):
    return status >> 8 & 0xff


def WIFEXITED(status):
    return status & 0x7f == 0


def WIFSIGNALED(status):
    return status & 0x7f != 0


def WTERMSIG(status):
    return status & 0x7f


class _Pipe:
    """A pipe from or to a program, which is waited for when the pipe is closed."""

    def __init__(self, stream, process):
        self._stream, self._process = stream, process

    def __iter__(self):
        return iter(self._stream)

    def __getattr__(self, name):
        return getattr(self._stream, name)

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        self.close()

    def close(self):
        """Close the pipe; return None, the number of a signal, or the status as wait() gives it."""
        self._stream.close()
        status = self._process.wait()
        if status < 0:
            return -status
        return status << 8 or None


def popen(cmd, mode="r", buffering=-1):
    end = {"r": "stdout", "w": "stdin"}.get(mode)
    if not isinstance(cmd, str):
        raise TypeError(f"invalid cmd type ({type(cmd)}, expected string)")
    if end is None:
        raise ValueError(f"invalid mode {mode!r}")
    import subprocess
    process = subprocess.Popen(cmd, shell=True, text=True, **{end: subprocess.PIPE})
    return _Pipe(getattr(process, end), process)


def fdopen(fd, mode="r", buffering=-1, encoding=None, *args, **kwargs):
    if not isinstance(fd, int):
        raise TypeError("invalid fd type (%s, expected integer)" % type(fd))
    import io
    return io.open(fd, mode, buffering, encoding, *args, **kwargs)


def _structure(name, fields):
    from collections import namedtuple
    made = namedtuple(name.rpartition(".")[2], fields)
    made.__module__ = name.rpartition(".")[0]
    made.__repr__ = lambda self: name + "(" + ", ".join(f"{f}={v!r}" for f, v in zip(made._fields, self)) + ")"
    return made


def uname():
    return _structure("posix.uname_result", "sysname nodename release version machine")(*_uname())


class terminal_size(tuple):
    """Columns and lines."""

    __slots__ = ()
    columns = property(lambda self: self[0])
    lines = property(lambda self: self[1])

    def __repr__(self):
        return f"os.terminal_size(columns={self[0]!r}, lines={self[1]!r})"


def get_terminal_size(fd=1):
    raise OSError(25, "Inappropriate ioctl for device")


def getlogin():
    for name in ("LOGNAME", "USER"):
        if environ.get(name):
            return environ[name]
    raise OSError(6, "No such device or address")


def getloadavg():
    import io
    with io.open("/proc/loadavg") as f:
        return tuple(map(float, f.read().split()[:3]))


def statvfs(path):
    """The state of the file system that path is in, as far as it is known here: sizes and blocks."""
    size, blocks, free, available = _statvfs(path)
    return _structure("os.statvfs_result", "f_bsize f_frsize f_blocks f_bfree f_bavail")(size, size, blocks, free, available)


# Numbers of <bits/confname.h>.
sysconf_names = {"SC_CLK_TCK": 2, "SC_OPEN_MAX": 4, "SC_PAGESIZE": 30, "SC_PAGE_SIZE": 30, "SC_NPROCESSORS_CONF": 83, "SC_NPROCESSORS_ONLN": 84, "SC_PHYS_PAGES": 85,
                 "SC_AVPHYS_PAGES": 86}


def sysconf(name):
    """A limit of the system, by its name or number: ticks of /proc in a second, files that may be open, processors, bytes of a page, pages of memory."""
    import resource
    number = sysconf_names.get(name) if isinstance(name, str) else name
    if number is None:
        raise ValueError("unrecognized configuration name")
    if number == 2:
        return 100
    if number == 4:
        return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if number == 30:
        return resource.getpagesize()
    if number in (83, 84):
        return cpu_count()
    if number in (85, 86):
        import io
        with io.open("/proc/meminfo") as f:
            line = next(line for line in f if line.startswith("MemTotal" if number == 85 else "MemFree"))
        return int(line.split()[1]) * 1024 // resource.getpagesize()
    raise OSError(22, "Invalid argument")


def sched_getaffinity(pid):
    return set(range(cpu_count()))


def times():
    import time
    used = time.process_time()
    return _structure("posix.times_result", "user system children_user children_system elapsed")(used, 0.0, 0.0, 0.0, time.monotonic())


def abort():
    kill(getpid(), 6)
