"""File names by the patterns of shells."""

import fnmatch
import os
import re

__all__ = ["escape", "glob", "iglob", "translate"]

_magic = re.compile(r"([*?[])")
_magic_bytes = re.compile(rb"([*?[])")


def glob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    return list(iglob(pathname, root_dir=root_dir, dir_fd=dir_fd, recursive=recursive, include_hidden=include_hidden))


def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    """Yield the names that fit; "**" stands for any number of folders where recursive is true."""
    pathname = os.fspath(pathname)
    root = pathname[:0] if root_dir is None else os.fspath(root_dir)
    paths = _find(root, pathname, recursive, include_hidden, False)
    if not pathname or recursive and _is_recursive(pathname[:2]):
        first = next(paths, None)
        if first:
            yield first
    yield from paths


def has_magic(s):
    return (_magic_bytes if isinstance(s, bytes) else _magic).search(s) is not None


def _is_recursive(pattern):
    return pattern == (b"**" if isinstance(pattern, bytes) else "**")


def _hidden(name):
    return name[:1] in (".", b".")


def _find(root, pathname, recursive, include_hidden, dirs_only):
    folder, name = os.path.split(pathname)
    if not has_magic(pathname):
        full = os.path.join(root, pathname)
        if os.path.lexists(full) if name else os.path.isdir(os.path.join(root, folder)):
            yield pathname
        return
    if not folder:
        yield from _names(root, folder, name, recursive, include_hidden, dirs_only)
        return
    if folder != pathname and has_magic(folder):
        folders = _find(root, folder, recursive, include_hidden, True)
    else:
        folders = [folder]
    for folder in folders:
        for found in _names(os.path.join(root, folder), folder, name, recursive, include_hidden, dirs_only):
            yield os.path.join(folder, found)


def _names(full, folder, pattern, recursive, include_hidden, dirs_only):
    """Yield the names in a folder, those deeper for "**", that fit the last part of a pattern."""
    if not has_magic(pattern):
        if os.path.lexists(os.path.join(full, pattern)) if pattern else os.path.isdir(full):
            yield pattern
        return
    if recursive and _is_recursive(pattern):
        if not full or os.path.isdir(full):
            yield pattern[:0]
            yield from _below(full, pattern, include_hidden, dirs_only)
        return
    names = [name for name, is_dir in _entries(full, pattern) if is_dir or not dirs_only]
    if not include_hidden and not _hidden(pattern):
        names = [name for name in names if not _hidden(name)]
    yield from fnmatch.filter(names, pattern)


def _below(full, like, include_hidden, dirs_only):
    for name, is_dir in _entries(full, like):
        if dirs_only and not is_dir or not include_hidden and _hidden(name):
            continue
        yield name
        if is_dir:
            path = os.path.join(full, name) if full else name
            for inner in _below(path, like, include_hidden, dirs_only):
                yield os.path.join(name, inner)


def _entries(folder, like):
    try:
        with os.scandir(folder or (b"." if isinstance(like, bytes) else ".")) as entries:
            return [(entry.name, entry.is_dir()) for entry in entries]
    except OSError:
        return []


def escape(pathname):
    if isinstance(pathname, bytes):
        return _magic_bytes.sub(rb"[\1]", pathname)
    return _magic.sub(r"[\1]", pathname)


def translate(pat, *, recursive=False, include_hidden=False, seps=None):
    """Turn a pattern for paths into a regular expression."""
    seps = seps or "/"
    any_sep = "[" + "".join(map(re.escape, seps)) + "]" if len(seps) > 1 else re.escape(seps)
    not_sep = "[^" + "".join(re.escape(c) for c in seps) + "]"
    if include_hidden:
        one = not_sep + "+"
        some = f"(?:.+{any_sep})?"
        last = ".*"
    else:
        one = f"[^{''.join(re.escape(c) for c in seps)}.]{not_sep}*"
        some = f"(?:{one}{any_sep})*"
        last = f"{some}(?:{one})?"
    out = []
    parts = re.split(any_sep, pat)
    for i, part in enumerate(parts):
        is_last = i == len(parts) - 1
        if part == "*":
            out.append(one if is_last else one + any_sep)
        elif recursive and part == "**":
            if not is_last:
                if parts[i + 1] != "**":
                    out.append(some)
            else:
                out.append(last)
        else:
            if part:
                if not include_hidden and part[0] in "*?":
                    out.append(r"(?!\.)")
                out.extend(not_sep + "*" if p is fnmatch._STAR else p for p in fnmatch._parts(part, not_sep))
            if not is_last:
                out.append(any_sep)
    return rf"(?s:{''.join(out)})\z"
