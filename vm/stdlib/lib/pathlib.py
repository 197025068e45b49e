"""Paths as objects."""

import os

__all__ = ["Path", "PosixPath", "PurePath", "PurePosixPath", "PureWindowsPath", "UnsupportedOperation"]


class UnsupportedOperation(NotImplementedError):
    """What the kind of path, or the system, cannot do."""


class _Parents:
    """The folders above a path, the nearest first; a sequence that makes them when they are asked for."""

    def __init__(self, path):
        self._path = path

    def __len__(self):
        return len(self._path._tail)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(len(self))))
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        if index < 0:
            index += len(self)
        return self._path._with_tail(self._path._tail[:len(self) - 1 - index])

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def __reversed__(self):
        return (self[i] for i in reversed(range(len(self))))

    def __contains__(self, value):
        return any(value == path for path in self)

    def index(self, value, *bounds):
        return tuple(self).index(value, *bounds)

    def count(self, value):
        return tuple(self).count(value)

    def __repr__(self):
        return "<%s.parents>" % type(self._path).__name__


class PurePath:
    """A path as text: nothing here looks at files."""

    __slots__ = ("_root", "_tail", "_text", "__weakref__")
    parser = os.path

    def __new__(cls, *args, **kwargs):
        return object.__new__(PurePosixPath if cls is PurePath else cls)

    def __init__(self, *args):
        texts = []
        for arg in args:
            text = arg if isinstance(arg, str) else os.fspath(arg)
            if not isinstance(text, str):
                raise TypeError("argument should be a str or an os.PathLike object where __fspath__ returns a str, "
                                f"not {type(text).__name__!r}")
            texts.append(text)
        text = texts[0] if len(texts) == 1 else os.path.join(*texts) if texts else ""
        self._root = ""
        if text.startswith("/"):
            # Exactly two slashes may mean something else than one (POSIX, 4.13).
            self._root = "//" if text.startswith("//") and not text.startswith("///") else "/"
        self._tail = [part for part in text.split("/") if part and part != "."]
        self._text = None

    def with_segments(self, *pathsegments):
        """Make a path of the same kind; the one method that subclasses need to change for what is made from them."""
        return type(self)(*pathsegments)

    def _with_tail(self, tail):
        return self.with_segments(self._root + "/".join(tail))

    def __str__(self):
        if self._text is None:
            self._text = self._root + "/".join(self._tail) or "."
        return self._text

    __fspath__ = as_posix = __str__

    def __bytes__(self):
        return os.fsencode(self)

    def __repr__(self):
        return f"{type(self).__name__}({self.as_posix()!r})"

    def __reduce__(self):
        return type(self), self.parts

    def __hash__(self):
        return hash(str(self))

    def __eq__(self, other):
        return str(self) == str(other) if isinstance(other, PurePath) else NotImplemented

    def __lt__(self, other):
        return self._order() < other._order() if isinstance(other, PurePath) else NotImplemented

    def __le__(self, other):
        return self._order() <= other._order() if isinstance(other, PurePath) else NotImplemented

    def __gt__(self, other):
        return self._order() > other._order() if isinstance(other, PurePath) else NotImplemented

    def __ge__(self, other):
        return self._order() >= other._order() if isinstance(other, PurePath) else NotImplemented

    def _order(self):
        return str(self).split("/")

    def _joined(self, *parts):
        try:
            return self.with_segments(*parts)
        except TypeError:
            return NotImplemented

    def __truediv__(self, key):
        return self._joined(self, key)

    def __rtruediv__(self, key):
        return self._joined(key, self)

    def joinpath(self, *pathsegments):
        return self.with_segments(self, *pathsegments)

    drive = property(lambda self: "")

    @property
    def root(self):
        return self._root

    anchor = root

    @property
    def parts(self):
        return ((self._root,) if self._root else ()) + tuple(self._tail)

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

    @property
    def parent(self):
        return self._with_tail(self._tail[:-1]) if self._tail else self

    @property
    def parents(self):
        return _Parents(self)

    def is_absolute(self):
        return bool(self._root)

    def with_name(self, name):
        if not name or "/" in name or name == ".":
            raise ValueError(f"Invalid name {name!r}")
        if not self.name:
            raise ValueError(f"{self!r} has an empty name")
        return self._with_tail(self._tail[:-1] + [name])

    def with_stem(self, stem):
        if self.suffix and not stem:
            raise ValueError(f"{self!r} has a non-empty suffix")
        return self.with_name(stem + self.suffix)

    def with_suffix(self, suffix):
        if not self.stem:
            raise ValueError(f"{self!r} has an empty name")
        if suffix and not suffix.startswith("."):
            raise ValueError(f"Invalid suffix {suffix!r}")
        return self.with_name(self.stem + suffix)

    def _other(self, other):
        return other if isinstance(other, PurePath) else self.with_segments(other)

    def relative_to(self, other, *, walk_up=False):
        other = self._other(other)
        up = 0
        base = list(other._tail)
        while self._root != other._root or self._tail[:len(base)] != base:
            if not walk_up:
                raise ValueError(f"{str(self)!r} is not in the subpath of {str(other)!r}")
            if not base:
                raise ValueError(f"{str(self)!r} and {str(other)!r} have different anchors")
            if base.pop() == "..":
                raise ValueError(f"'..' segment in {str(other)!r} cannot be walked")
            up += 1
        return self.with_segments("/".join([".."] * up + self._tail[len(base):]))

    def is_relative_to(self, other):
        other = self._other(other)
        return self._root == other._root and self._tail[:len(other._tail)] == other._tail

    def as_uri(self):
        if not isinstance(self, Path):
            import warnings
            warnings.warn("pathlib.PurePath.as_uri() is deprecated and scheduled for removal in Python 3.19. Use pathlib.Path.as_uri().",
                          DeprecationWarning, stacklevel=2)
        if not self.is_absolute():
            raise ValueError("relative paths can't be expressed as file URIs")
        from urllib.parse import quote_from_bytes
        return "file://" + quote_from_bytes(bytes(self))

    def match(self, path_pattern, *, case_sensitive=None):
        """Tell whether the end of the path fits a pattern, part by part; all of it has to if the pattern is absolute."""
        wanted = self._other(path_pattern).parts
        if not wanted:
            raise ValueError("empty pattern")
        parts = self.parts
        if len(parts) < len(wanted) or len(parts) > len(wanted) and wanted[0].startswith("/"):
            return False
        return all(_matcher(w, case_sensitive)(p) for p, w in zip(reversed(parts), reversed(wanted)))

    def full_match(self, pattern, *, case_sensitive=None):
        """Tell whether the whole path fits a pattern; "**" stands for any number of folders."""
        import re
        from glob import translate
        regex = translate(str(self._other(pattern)), recursive=True, include_hidden=True, seps="/")
        return re.compile(regex, re.IGNORECASE if case_sensitive is False else 0).match(str(self) if self._tail or self._root else "") is not None


class PurePosixPath(PurePath):
    __slots__ = ()


os.PathLike.register(PurePath)


def _matcher(pattern, case_sensitive):
    """Return the function that tells whether a name fits a pattern."""
    import re
    from fnmatch import translate
    return re.compile(translate(pattern), re.IGNORECASE if case_sensitive is False else 0).match


class _Info:
    """What kind of file a path is, asked once."""

    __slots__ = ("_path", "_modes")

    def __init__(self, path):
        self._path = path
        self._modes = {}

    def _mode(self, follow_symlinks):
        if follow_symlinks not in self._modes:
            try:
                self._modes[follow_symlinks] = os.stat(self._path, follow_symlinks=follow_symlinks).st_mode
            except (OSError, ValueError):
                self._modes[follow_symlinks] = None
        return self._modes[follow_symlinks]

    def exists(self, *, follow_symlinks=True):
        return self._mode(follow_symlinks) is not None

    def is_dir(self, *, follow_symlinks=True):
        return (self._mode(follow_symlinks) or 0) & 0o170000 == 0o040000

    def is_file(self, *, follow_symlinks=True):
        return (self._mode(follow_symlinks) or 0) & 0o170000 == 0o100000

    def is_symlink(self):
        return (self._mode(False) or 0) & 0o170000 == 0o120000

    def __repr__(self):
        return "<PosixPath.info>"


class Path(PurePath):
    """A path of the file system."""

    __slots__ = ("_info",)

    def __new__(cls, *args, **kwargs):
        return object.__new__(PosixPath if cls is Path else cls)

    def __init__(self, *args):
        super().__init__(*args)
        self._info = None

    @classmethod
    def cwd(cls):
        return cls(os.getcwd())

    @classmethod
    def home(cls):
        home = os.path.expanduser("~")
        if home == "~":
            raise RuntimeError("Could not determine home directory.")
        return cls(home)

    @classmethod
    def from_uri(cls, uri):
        if not uri.startswith("file:"):
            raise ValueError("URL is missing a 'file:' scheme")
        from urllib.parse import unquote_to_bytes
        path = os.fsdecode(unquote_to_bytes(uri[5:]))
        if path[:3] == "///":
            path = path[2:]
        elif path[:12] == "//localhost/":
            path = path[11:]
        elif path[:2] == "//":
            raise ValueError(f"URI is not local: {uri!r}")
        if not path.startswith("/"):
            raise ValueError(f"URI is not absolute: {uri!r}")
        return cls(path)

    def expanduser(self):
        if self._root or not self._tail or not self._tail[0].startswith("~"):
            return self
        home = os.path.expanduser(self._tail[0])
        if home.startswith("~"):
            raise RuntimeError("Could not determine home directory.")
        return self.with_segments(home, *self._tail[1:])

    def absolute(self):
        return self if self._root else self.with_segments(os.getcwd(), self)

    def resolve(self, strict=False):
        return self.with_segments(os.path.realpath(self, strict=strict))

    def readlink(self):
        return self.with_segments(os.readlink(self))

    # What a file is.

    def stat(self, *, follow_symlinks=True):
        return os.stat(self, follow_symlinks=follow_symlinks)

    def lstat(self):
        return os.lstat(self)

    @property
    def info(self):
        if self._info is None:
            self._info = _Info(self)
        return self._info

    def _is(self, kind, follow_symlinks=True):
        try:
            return os.stat(self, follow_symlinks=follow_symlinks).st_mode & 0o170000 == kind
        except (OSError, ValueError):
            return False

    def exists(self, *, follow_symlinks=True):
        return os.path.exists(self) if follow_symlinks else os.path.lexists(self)

    def is_dir(self, *, follow_symlinks=True):
        return self._is(0o040000, follow_symlinks)

    def is_file(self, *, follow_symlinks=True):
        return self._is(0o100000, follow_symlinks)

    def is_symlink(self):
        return self._is(0o120000, False)

    def is_block_device(self):
        return self._is(0o060000)

    def is_char_device(self):
        return self._is(0o020000)

    def is_fifo(self):
        return self._is(0o010000)

    def is_socket(self):
        return self._is(0o140000)

    def is_mount(self):
        return os.path.ismount(self)

    def is_junction(self):
        return os.path.isjunction(self)

    def samefile(self, other_path):
        other = other_path.stat() if hasattr(other_path, "stat") else os.stat(other_path)
        return os.path.samestat(self.stat(), other)

    def owner(self, *, follow_symlinks=True):
        return _name_of_id("/etc/passwd", "getpwuid(): uid", self.stat(follow_symlinks=follow_symlinks).st_uid)

    def group(self, *, follow_symlinks=True):
        return _name_of_id("/etc/group", "getgrgid(): gid", self.stat(follow_symlinks=follow_symlinks).st_gid)

    # Contents.

    def open(self, mode="r", buffering=-1, encoding=None, errors=None, newline=None):
        return open(self, mode, buffering, encoding, errors, newline)

    def read_bytes(self):
        with open(self, "rb") as file:
            return file.read()

    def read_text(self, encoding=None, errors=None, newline=None):
        with open(self, encoding=encoding, errors=errors, newline=newline) as file:
            return file.read()

    def write_bytes(self, data):
        view = memoryview(data)  # refuses str before the file is touched
        with open(self, "wb") as file:
            return file.write(view)

    def write_text(self, data, encoding=None, errors=None, newline=None):
        if not isinstance(data, str):
            raise TypeError("data must be str, not %s" % type(data).__name__)
        with open(self, "w", encoding=encoding, errors=errors, newline=newline) as file:
            return file.write(data)

    # Folders.

    def iterdir(self):
        names = os.listdir(self)
        folder = str(self)
        if folder == ".":
            return (self.with_segments(name) for name in names)
        return (self.with_segments(folder, name) for name in names)

    def glob(self, pattern, *, case_sensitive=None, recurse_symlinks=False):
        return self._glob(os.fspath(pattern), [], case_sensitive, recurse_symlinks)

    def rglob(self, pattern, *, case_sensitive=None, recurse_symlinks=False):
        return self._glob(os.fspath(pattern), ["**"], case_sensitive, recurse_symlinks)

    def _glob(self, pattern, parts, case_sensitive, recurse_symlinks):
        if pattern.startswith("/"):
            raise NotImplementedError("Non-relative patterns are unsupported")
        named = [part for part in pattern.split("/") if part and part != "."]
        if not named and not parts:
            raise ValueError(f"Unacceptable pattern: {pattern!r}")
        parts = parts + named
        if not named or pattern.endswith("/"):
            parts.append("")
        base = "" if str(self) == "." else str(self).rstrip("/") + "/"
        found = _select(base, parts, case_sensitive, recurse_symlinks)
        if parts.count("**") > 1:
            found = dict.fromkeys(found)  # several ways may lead to one path
        return (self.with_segments(path) for path in found)

    def walk(self, top_down=True, on_error=None, follow_symlinks=False):
        """Yield (path, names of folders, names of the rest) for each folder; links to folders are of the rest unless they are followed."""
        pending = [self]
        while pending:
            path = pending.pop()
            if isinstance(path, tuple):
                yield path
                continue
            folders, files = [], []
            try:
                with os.scandir(path) as entries:
                    for entry in entries:
                        (folders if _is_folder(entry, follow_symlinks) else files).append(entry.name)
            except OSError as e:
                if on_error is not None:
                    on_error(e)
                continue
            if top_down:
                yield path, folders, files
            else:
                pending.append((path, folders, files))
            pending += [path / name for name in reversed(folders)]

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        try:
            os.mkdir(self, mode)
        except FileNotFoundError:
            above = self.parent
            if above == self or not parents:
                raise
            above.mkdir(parents=True, exist_ok=True)
            self.mkdir(mode, exist_ok=exist_ok)
        except OSError:
            if not (exist_ok and self.is_dir()):
                raise

    def rmdir(self):
        os.rmdir(self)

    # Changes.

    def touch(self, mode=0o666, exist_ok=True):
        if exist_ok:
            try:
                os.utime(self, None)
                return
            except OSError:
                pass  # not there, or another's
        os.close(os.open(self, os.O_CREAT | os.O_WRONLY | (0 if exist_ok else os.O_EXCL), mode))

    def chmod(self, mode, *, follow_symlinks=True):
        os.chmod(self, mode, follow_symlinks=follow_symlinks)

    def lchmod(self, mode):
        self.chmod(mode, follow_symlinks=False)

    def unlink(self, missing_ok=False):
        try:
            os.unlink(self)
        except FileNotFoundError:
            if not missing_ok:
                raise

    def rename(self, target):
        os.rename(self, target)
        return self._target(target)

    def replace(self, target):
        os.replace(self, target)
        return self._target(target)

    def _target(self, target):
        return target if hasattr(target, "with_segments") else self.with_segments(target)

    def symlink_to(self, target, target_is_directory=False):
        os.symlink(target, self, target_is_directory)

    def hardlink_to(self, target):
        os.link(target, self)

    def copy(self, target, *, follow_symlinks=True, preserve_metadata=False):
        """Copy the file or the tree, and return the path of the copy."""
        import shutil
        target = self._target(target)
        self._check_apart(target)
        if not follow_symlinks and self.is_symlink():
            target.symlink_to(os.readlink(self))
        elif self.is_dir():
            target.mkdir()
            for child in self.iterdir():
                child.copy(target / child.name, follow_symlinks=follow_symlinks, preserve_metadata=preserve_metadata)
        else:
            shutil.copyfile(self, target)
        if preserve_metadata:
            shutil.copystat(self, target, follow_symlinks=follow_symlinks)
        return target

    def _check_apart(self, target):
        """Refuse a target that is the path itself or in it."""
        import errno
        if self == target or self in target.parents:
            text = "Source and target are the same file" if self == target else "Source path is a parent of target path"
            raise OSError(errno.EINVAL, text, str(self), None, str(target))
        try:
            same = self.samefile(target)
        except OSError:
            return
        if same and not self.is_symlink() and not target.is_symlink():
            raise OSError(errno.EINVAL, "Source and target are the same file", str(self), None, str(target))

    def _inside(self, folder):
        if not self.name:
            raise ValueError(f"{self!r} has an empty name")
        return self._target(folder) / self.name

    def copy_into(self, target_dir, **kwargs):
        return self.copy(self._inside(target_dir), **kwargs)

    def move(self, target):
        """Move the file or the tree, over what is there, and return the new path."""
        import errno
        target = self._target(target)
        self._check_apart(target)
        try:
            os.replace(self, target)
            return target
        except OSError as e:
            if e.errno != errno.EXDEV:
                raise
        import shutil
        self.copy(target, follow_symlinks=False, preserve_metadata=True)
        if self.is_dir() and not self.is_symlink():
            shutil.rmtree(self)
        else:
            self.unlink()
        return target

    def move_into(self, target_dir):
        return self.move(self._inside(target_dir))


class PosixPath(Path, PurePosixPath):
    __slots__ = ()


def _name_of_id(file, what, number):
    """Look a number up in /etc/passwd or /etc/group."""
    with open(file) as lines:
        for line in lines:
            fields = line.split(":")
            if len(fields) > 2 and fields[2] == str(number):
                return fields[0]
    raise KeyError(f"{what} not found: {number}")


def _entries(folder):
    try:
        with os.scandir(folder or ".") as entries:
            return list(entries)
    except OSError:
        return []


def _is_folder(entry, follow_symlinks):
    try:
        return entry.is_dir(follow_symlinks=follow_symlinks)
    except OSError:
        return False


def _select(base, parts, case_sensitive, recurse_symlinks):
    """Yield the paths below base, a folder with its slash, that fit the parts of a pattern; "" at the end wants folders."""
    head, rest = parts[0], parts[1:]
    folders_only = rest == [""]
    if head == "**":
        while rest[:1] == ["**"]:
            rest = rest[1:]
        yield from _below(base, rest, case_sensitive, recurse_symlinks)
    elif not any(c in head for c in "*?[") and case_sensitive is None:
        path = base + head
        if rest and not folders_only:
            yield from _select(path + "/", rest, case_sensitive, recurse_symlinks)
        elif os.path.isdir(path) if folders_only else os.path.lexists(path):
            yield path
    else:
        match = _matcher(head, case_sensitive)
        for entry in _entries(base):
            if not match(entry.name):
                continue
            path = base + entry.name
            if not rest:
                yield path
            elif _is_folder(entry, True):
                if folders_only:
                    yield path
                else:
                    yield from _select(path + "/", rest, case_sensitive, recurse_symlinks)


def _below(base, rest, case_sensitive, recurse_symlinks):
    """Yield what fits the rest of a pattern in base and in all folders below."""
    if rest and rest != [""]:
        yield from _select(base, rest, case_sensitive, recurse_symlinks)
    elif os.path.isdir(base or "."):
        yield base
    stack = [base]
    while stack:
        folder = stack.pop()
        deeper = []
        for entry in _entries(folder):
            path = folder + entry.name
            if _is_folder(entry, recurse_symlinks):
                if rest and rest != [""]:
                    yield from _select(path + "/", rest, case_sensitive, recurse_symlinks)
                else:
                    yield path
                deeper.append(path + "/")
            elif not rest:
                yield path
        stack.extend(reversed(deeper))


def __getattr__(name):
    if name == "PureWindowsPath":
        from _windows_paths import PureWindowsPath
        return PureWindowsPath
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
