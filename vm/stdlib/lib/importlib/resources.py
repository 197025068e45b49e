"""Files that lie in the folders of packages."""

import contextlib
import os
import pathlib
import sys
from importlib import import_module

__all__ = ["as_file", "contents", "files", "is_resource", "open_binary", "open_text", "path", "read_binary", "read_text"]


def files(anchor=None):
    """Return the folder of a package, or of the package a module is in; the caller's where there is no anchor."""
    if anchor is None:
        anchor = sys._getframe(1).f_globals["__name__"]
    module = import_module(anchor) if isinstance(anchor, str) else anchor
    folders = list(getattr(module, "__path__", ()))
    if folders:
        return pathlib.Path(folders[0])
    file = getattr(module, "__file__", None)
    if file is None:
        raise TypeError(f"{module.__name__!r} has no folder")
    return pathlib.Path(file).parent


@contextlib.contextmanager
def as_file(path):
    """Give a path in the file system to a resource: resources lie there already."""
    yield path


def _resource(anchor, names):
    target = files(anchor)
    for name in names:
        name = os.fspath(name)
        if os.path.isabs(name):
            raise ValueError(f"{name!r} must be relative")
        target = target / name
    return target


def open_binary(anchor, *path_names):
    return open(_resource(anchor, path_names), "rb")


def open_text(anchor, *path_names, encoding="utf-8", errors="strict"):
    return open(_resource(anchor, path_names), encoding=encoding, errors=errors)


def read_binary(anchor, *path_names):
    return _resource(anchor, path_names).read_bytes()


def read_text(anchor, *path_names, encoding="utf-8", errors="strict"):
    return _resource(anchor, path_names).read_text(encoding=encoding, errors=errors)


def path(anchor, *path_names):
    return as_file(_resource(anchor, path_names))


def is_resource(anchor, *path_names):
    return _resource(anchor, path_names).is_file()


def contents(anchor, *path_names):
    return (entry.name for entry in _resource(anchor, path_names).iterdir())
