"""Paths of files, of texts or bytes: os.path."""

import os
import stat as _stat

__all__ = ["ALLOW_MISSING", "abspath", "altsep", "basename", "commonpath", "commonprefix", "curdir", "defpath", "devnull",
           "dirname", "exists", "expanduser", "expandvars", "extsep", "getatime", "getctime", "getmtime", "getsize", "isabs",
           "isdevdrive", "isdir", "isfile", "isjunction", "islink", "ismount", "isreserved", "join", "lexists", "normcase",
           "normpath", "pardir", "pathsep", "realpath", "relpath", "samefile", "sameopenfile", "samestat", "sep", "split",
           "splitdrive", "splitext", "splitroot", "supports_unicode_filenames"]

curdir, pardir, extsep, sep, pathsep = ".", "..", ".", "/", ":"
defpath, altsep, devnull = "/bin:/usr/bin", None, "/dev/null"
supports_unicode_filenames = False


def _like(path, text):
    return text.encode() if isinstance(path, bytes) else text


def _check_types(name, paths):
    """Raise what is wrong with arguments that could not be put together."""
    has_str = has_bytes = False
    for path in paths:
        if isinstance(path, str):
            has_str = True
        elif isinstance(path, bytes):
            has_bytes = True
        else:
            raise TypeError(f"{name}() argument must be str, bytes, or os.PathLike object, not {type(path).__name__!r}") from None
    if has_str and has_bytes:
        raise TypeError("Can't mix strings and bytes in path components") from None


def normcase(s):
    return os.fspath(s)


def isabs(s):
    s = os.fspath(s)
    return s.startswith(_like(s, "/"))


def join(a, /, *p):
    """Put parts of a path together; an absolute part makes those before it vanish."""
    path = os.fspath(a)
    slash = _like(path, "/")
    try:
        for part in p:
            part = os.fspath(part)
            if part.startswith(slash) or not path:
                path = part
            elif path.endswith(slash):
                path += part
            else:
                path += slash + part
    except (TypeError, AttributeError, BytesWarning):
        _check_types("join", (a, *p) if not hasattr(a, "__fspath__") else (path, *p))
        raise
    return path


def split(p):
    p = os.fspath(p)
    slash = _like(p, "/")
    i = p.rfind(slash) + 1
    head, tail = p[:i], p[i:]
    if head and head != slash * len(head):
        head = head.rstrip(slash)
    return head, tail


def splitext(p):
    p = os.fspath(p)
    dot, slash = _like(p, "."), _like(p, "/")
    start = p.rfind(slash) + 1
    at = p.rfind(dot)
    if at > start and p[start:at].strip(dot):
        return p[:at], p[at:]
    return p, p[:0]


def splitdrive(p):
    p = os.fspath(p)
    return p[:0], p


def splitroot(p):
    p = os.fspath(p)
    slash, empty = _like(p, "/"), p[:0]
    if p[:1] != slash:
        return empty, empty, p
    if p[1:2] != slash or p[2:3] == slash:
        return empty, slash, p[1:]
    return empty, p[:2], p[2:]  # two slashes may mean something else


def basename(p):
    p = os.fspath(p)
    return p[p.rfind(_like(p, "/")) + 1:]


def dirname(p):
    return split(p)[0]


def islink(path):
    try:
        return _stat.S_ISLNK(os.lstat(path).st_mode)
    except (OSError, ValueError, AttributeError):
        return False


def _mode(path):
    try:
        return os.stat(path).st_mode
    except (OSError, ValueError):
        return None


def exists(path):
    return _mode(path) is not None


def lexists(path):
    try:
        os.lstat(path)
    except (OSError, ValueError):
        return False
    return True


def isfile(path):
    mode = _mode(path)
    return mode is not None and _stat.S_ISREG(mode)


def isdir(path):
    mode = _mode(path)
    return mode is not None and _stat.S_ISDIR(mode)


def isjunction(path):
    os.fspath(path)
    return False


isdevdrive = isjunction


def isreserved(path):
    return False


def ismount(path):
    try:
        own = os.lstat(path)
        if _stat.S_ISLNK(own.st_mode):
            return False
        parent = os.lstat(realpath(join(path, _like(os.fspath(path), ".."))))
    except (OSError, ValueError):
        return False
    return own.st_dev != parent.st_dev or own.st_ino == parent.st_ino


def _from_stat(name, field):
    """Make the function that returns a field of os.stat()."""

    def get(filename):
        return getattr(os.stat(filename), field)

    get.__name__ = get.__qualname__ = name
    return get


getsize, getatime, getctime, getmtime = (_from_stat("get" + field, "st_" + field) for field in ("size", "atime", "ctime", "mtime"))


def samestat(s1, s2):
    return s1.st_ino == s2.st_ino and s1.st_dev == s2.st_dev


def samefile(f1, f2):
    return samestat(os.stat(f1), os.stat(f2))


def sameopenfile(fp1, fp2):
    return samestat(os.fstat(fp1), os.fstat(fp2))


def commonprefix(m, /):
    """Return what texts or lists begin with."""
    if not m:
        return ""
    if not isinstance(m[0], (list, tuple)):
        m = tuple(map(os.fspath, m))
    first, last = min(m), max(m)
    for i, c in enumerate(first):
        if c != last[i]:
            return first[:i]
    return first


def commonpath(paths):
    """Return the folder in which all paths are."""
    paths = tuple(map(os.fspath, paths))
    if not paths:
        raise ValueError("commonpath() arg is an empty sequence")
    _check_types("commonpath", paths)
    slash, dot = _like(paths[0], "/"), _like(paths[0], ".")
    if len({p.startswith(slash) for p in paths}) > 1:
        raise ValueError("Can't mix absolute and relative paths")
    parts = [[c for c in p.split(slash) if c and c != dot] for p in paths]
    first, last = min(parts), max(parts)
    common = first
    for i, c in enumerate(first):
        if c != last[i]:
            common = first[:i]
            break
    return (slash if paths[0].startswith(slash) else slash[:0]) + slash.join(common)


def expanduser(path):
    path = os.fspath(path)
    slash = _like(path, "/")
    if not path.startswith(_like(path, "~")):
        return path
    end = path.find(slash, 1)
    if end < 0:
        end = len(path)
    if end != 1:
        home = _home_of(os.fsdecode(path[1:end]))
    else:
        home = os.environ.get("HOME") or _home_of(str(os.getuid()))
    if home is None:
        return path
    home = (os.fsencode(home) if isinstance(path, bytes) else home).rstrip(slash)
    return home + path[end:] or slash


def _home_of(user):
    """Look a user up by name or number."""
    try:
        with open("/etc/passwd") as f:
            for line in f:
                fields = line.rstrip("\n").split(":")
                if len(fields) > 5 and user in (fields[0], fields[2]):
                    return fields[5]
    except OSError:
        pass
    return None


def expandvars(path):
    import re
    path = os.fspath(path)
    text = os.fsdecode(path)
    text = re.sub(r"\$(\w+|\{[^}]*\}?)", lambda m: os.environ.get(m[1].removeprefix("{").removesuffix("}") if m[1][0] != "{" or m[1][-1] == "}"
                                                               else "\0", m[0]), text, flags=re.ASCII)
    return os.fsencode(text) if isinstance(path, bytes) else text


def normpath(path):
    path = os.fspath(path)
    slash, dot, up = _like(path, "/"), _like(path, "."), _like(path, "..")
    if not path:
        return dot
    _, root, rest = splitroot(path)
    kept = []
    for part in rest.split(slash):
        if not part or part == dot:
            continue
        if part != up or not root and not kept or kept and kept[-1] == up:
            kept.append(part)
        elif kept:
            kept.pop()
    return root + slash.join(kept) or dot


def abspath(path):
    path = os.fspath(path)
    if not path.startswith(_like(path, "/")):
        here = os.getcwd()
        path = join(os.fsencode(here) if isinstance(path, bytes) else here, path)
    return normpath(path)


class _AllowMissing:
    def __repr__(self):
        return "os.path.ALLOW_MISSING"

    def __reduce__(self):
        return "ALLOW_MISSING"


# For realpath(strict=...): what does not exist is no error, all else is.
ALLOW_MISSING = _AllowMissing()


def realpath(filename, /, *, strict=False):
    """Return a path without links in it. What cannot be looked at is left as it is, unless strict."""
    path = os.fspath(filename)
    slash, dot, up = _like(path, "/"), _like(path, "."), _like(path, "..")
    ignored = () if strict is True else FileNotFoundError if strict is ALLOW_MISSING else OSError
    here = slash if path.startswith(slash) else (os.getcwdb() if isinstance(path, bytes) else os.getcwd())
    rest = path.split(slash)[::-1]  # the parts to come, last first; None stands before a link whose target ends there
    targets = {}  # the links met, and what they lead to; None while that is not known
    while rest:
        name = rest.pop()
        if name is None:
            targets[rest.pop()] = here
            continue
        if not name or name == dot:
            continue
        if name == up:
            here = dirname(here)
            continue
        full = join(here, name)
        try:
            mode = os.lstat(full).st_mode
            if not _stat.S_ISLNK(mode):
                if strict and not _stat.S_ISDIR(mode) and rest and rest[-1] is not None:
                    raise NotADirectoryError(20, "Not a directory", full)
                here = full
                continue
            if full in targets:
                here = targets[full]
                if here is None:  # a loop
                    here = full
                    if strict:
                        os.stat(full)
                continue
            target = os.readlink(full)
        except ignored:
            here = full
            continue
        targets[full] = None
        rest += [full, None]
        if target.startswith(slash):
            here = slash
        rest.extend(target.split(slash)[::-1])
    return here


def relpath(path, start=None):
    """Return a path as seen from another one."""
    path = os.fspath(path)
    if not path:
        raise ValueError("no path specified")
    slash, dot, up = _like(path, "/"), _like(path, "."), _like(path, "..")
    start = dot if start is None else os.fspath(start)
    try:
        start_parts = [part for part in abspath(start).split(slash) if part]
        path_parts = [part for part in abspath(path).split(slash) if part]
    except (TypeError, AttributeError):
        _check_types("relpath", (path, start))
        raise
    common = 0
    while common < min(len(start_parts), len(path_parts)) and start_parts[common] == path_parts[common]:
        common += 1
    return slash.join([up] * (len(start_parts) - common) + path_parts[common:]) or dot
