"""Paths as objects."""

import os
from fnmatch import fnmatchcase as _fnmatch

__all__ = ["Path", "PosixPath", "PurePath", "PurePosixPath"]


class PurePath:
    def __init__(self, *args):
        path = os.path.join(*map(os.fspath, args)) if args else ""
        root = "/" if path.startswith("/") else ""
        parts = [p for p in path.split("/") if p and p != "."]
        self._root = root
        self._tail = parts

    def __str__(self):
        return self._root + "/".join(self._tail) or "."

    def __fspath__(self):
        return str(self)

    def as_posix(self):
        return str(self)

    def __repr__(self):
        return f"{type(self).__name__}({str(self)!r})"

    def __hash__(self):
        return hash(str(self))

    def __eq__(self, other):
        return str(self) == str(other) if isinstance(other, PurePath) else NotImplemented

    def __lt__(self, other):
        return self.parts < other.parts if isinstance(other, PurePath) else NotImplemented

    def __le__(self, other):
        return self.parts <= other.parts if isinstance(other, PurePath) else NotImplemented

    def __gt__(self, other):
        return self.parts > other.parts if isinstance(other, PurePath) else NotImplemented

    def __truediv__(self, key):
        try:
            return type(self)(self, key)
        except TypeError:
            return NotImplemented

    def __rtruediv__(self, key):
        try:
            return type(self)(key, self)
        except TypeError:
            return NotImplemented

    def joinpath(self, *others):
        return type(self)(self, *others)

    @property
    def parts(self):
        return ((self._root,) if self._root else ()) + tuple(self._tail)

    @property
    def root(self):
        return self._root

    anchor = root
    drive = ""

    @property
    def name(self):
        return self._tail[-1] if self._tail else ""

    @property
    def suffix(self):
        return os.path.splitext(self.name)[1]

    @property
    def suffixes(self):
        return ["." + s for s in self.name.lstrip(".").split(".")[1:]]

    @property
    def stem(self):
        return os.path.splitext(self.name)[0]

    def _with(self, tail):
        return type(self)(self._root + "/".join(tail))

    @property
    def parent(self):
        return self._with(self._tail[:-1]) if self._tail else self

    @property
    def parents(self):
        out = []
        path = self
        while path.parent != path:
            path = path.parent
            out.append(path)
        return tuple(out)

    def is_absolute(self):
        return bool(self._root)

    def with_name(self, name):
        if not self.name:
            raise ValueError(f"{self!r} has an empty name")
        return self._with(self._tail[:-1] + [name])

    def with_stem(self, stem):
        return self.with_name(stem + self.suffix)

    def with_suffix(self, suffix):
        if suffix and not suffix.startswith("."):
            raise ValueError(f"Invalid suffix {suffix!r}")
        return self.with_name(self.stem + suffix)

    def relative_to(self, other, *, walk_up=False):
        other = PurePath(other)
        n = len(other._tail)
        if self._root != other._root or self._tail[:n] != other._tail:
            raise ValueError(f"{str(self)!r} is not in the subpath of {str(other)!r}")
        return type(self)("/".join(self._tail[n:]))

    def is_relative_to(self, other):
        other = PurePath(other)
        return self._root == other._root and self._tail[:len(other._tail)] == other._tail

    def match(self, pattern):
        wanted = PurePath(pattern)._tail
        return len(wanted) <= len(self._tail) and all(map(_fnmatch, self._tail[-len(wanted):], wanted))


PurePosixPath = PurePath


class Path(PurePath):
    def __repr__(self):
        return f"PosixPath({str(self)!r})"

    @classmethod
    def cwd(cls):
        return cls(os.getcwd())

    @classmethod
    def home(cls):
        return cls(os.path.expanduser("~"))

    def expanduser(self):
        return type(self)(os.path.expanduser(str(self)))

    def absolute(self):
        return type(self)(os.path.abspath(str(self)))

    def resolve(self, strict=False):
        return type(self)(os.path.realpath(str(self)))

    def exists(self):
        return os.path.exists(str(self))

    def is_file(self):
        return os.path.isfile(str(self))

    def is_dir(self):
        return os.path.isdir(str(self))

    def is_symlink(self):
        return os.path.islink(str(self))

    def stat(self):
        return os.stat(str(self))

    def open(self, mode="r", buffering=-1, encoding=None, errors=None, newline=None):
        return open(str(self), mode, encoding=encoding, errors=errors, newline=newline)

    def read_text(self, encoding=None, errors=None):
        with self.open(encoding=encoding) as f:
            return f.read()

    def write_text(self, data, encoding=None, errors=None, newline=None):
        with self.open("w", encoding=encoding) as f:
            return f.write(data)

    def read_bytes(self):
        with self.open("rb") as f:
            return f.read()

    def write_bytes(self, data):
        with self.open("wb") as f:
            return f.write(data)

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        if parents:
            os.makedirs(str(self), exist_ok=exist_ok)
        elif not (exist_ok and self.is_dir()):
            os.mkdir(str(self))

    def rmdir(self):
        os.rmdir(str(self))

    def unlink(self, missing_ok=False):
        try:
            os.remove(str(self))
        except FileNotFoundError:
            if not missing_ok:
                raise

    def rename(self, target):
        os.rename(str(self), os.fspath(target))
        return type(self)(target)

    replace = rename

    def touch(self, mode=0o666, exist_ok=True):
        self.open("a" if exist_ok else "x").close()

    def iterdir(self):
        for name in os.listdir(str(self)):
            yield self / name

    def glob(self, pattern):
        yield from _select(self, PurePath(pattern)._tail)

    def rglob(self, pattern):
        yield from _select(self, ["**"] + PurePath(pattern)._tail)

    def samefile(self, other):
        return os.path.samefile(str(self), os.fspath(other))


PosixPath = Path


def _select(path, parts):
    if not parts:
        yield path
        return
    head, rest = parts[0], parts[1:]
    if head == "**":
        yield from _select(path, rest)
        for child in sorted(path.iterdir()):
            if child.is_dir():
                yield from _select(child, parts)
        return
    if not path.is_dir():
        return
    for child in sorted(path.iterdir()):
        if _fnmatch(child.name, head) and (not rest or child.is_dir()):
            yield from _select(child, rest)
