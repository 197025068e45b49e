"""Importing by name."""

import sys as _sys

from builtins import __import__

__all__ = ["__import__", "import_module", "reload", "invalidate_caches"]


def import_module(name, package=None):
    level = len(name) - len(name.lstrip("."))
    if level:
        if not package:
            raise TypeError(f"the 'package' argument is required to perform a relative import for {name!r}")
        parts = package.split(".")
        if level > len(parts):
            raise ImportError("attempted relative import beyond top-level package")
        base = ".".join(parts[:len(parts) - level + 1])
        name = f"{base}.{name[level:]}" if name[level:] else base
    __import__(name)
    return _sys.modules[name]


def reload(module):
    name = module.__name__
    if _sys.modules.get(name) is not module:
        raise ImportError(f"module {name} not in sys.modules", name=name)
    del _sys.modules[name]
    try:
        fresh = import_module(name)
    except BaseException:
        _sys.modules[name] = module
        raise
    module.__dict__.update(fresh.__dict__)
    _sys.modules[name] = module
    return module


def invalidate_caches():
    pass


def __getattr__(name):
    """Submodules that the start of CPython, or the import of torch there, has always imported already."""
    if name in ("util", "machinery", "abc"):
        return import_module("importlib." + name)
    raise AttributeError(f"module 'importlib' has no attribute {name!r}")
