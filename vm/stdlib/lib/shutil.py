"""Copying and removing files and trees."""

import os as _os
from tempfile import _remove


def copyfile(src, dst, *, follow_symlinks=True):
    with open(src, "rb") as f:
        data = f.read()
    with open(dst, "wb") as f:
        f.write(data)
    return dst


def copy(src, dst, *, follow_symlinks=True):
    if _os.path.isdir(dst):
        dst = _os.path.join(dst, _os.path.basename(src))
    return copyfile(src, dst)


copy2 = copy


def copytree(src, dst, *, dirs_exist_ok=False, **kwargs):
    _os.makedirs(dst, exist_ok=dirs_exist_ok)
    for name in _os.listdir(src):
        a, b = _os.path.join(src, name), _os.path.join(dst, name)
        if _os.path.isdir(a):
            copytree(a, b, dirs_exist_ok=dirs_exist_ok)
        else:
            copyfile(a, b)
    return dst


def rmtree(path, ignore_errors=False, onerror=None, *, onexc=None):
    try:
        _remove(_os.fspath(path))
    except OSError:
        if not ignore_errors:
            raise


def move(src, dst):
    if _os.path.isdir(dst):
        dst = _os.path.join(dst, _os.path.basename(src))
    _os.rename(src, dst)
    return dst


def which(cmd, mode=1, path=None):
    for folder in (path or _os.environ.get("PATH", "")).split(":"):
        full = _os.path.join(folder, cmd)
        if _os.path.isfile(full) and _os.access(full, mode):
            return full
    return None


def get_terminal_size(fallback=(80, 24)):
    from collections import namedtuple
    size = namedtuple("terminal_size", "columns lines")
    try:
        return size(int(_os.environ["COLUMNS"]), int(_os.environ.get("LINES", fallback[1])))
    except (KeyError, ValueError):
        return size(*fallback)
