"""Importing by name."""

import sys

__all__ = ["__import__", "import_module", "invalidate_caches", "reload"]

_import = __import__


def __import__(name, globals=None, locals=None, fromlist=(), level=0):
    return _import(name, globals, locals, fromlist, level)


def import_module(name, package=None):
    """Import a module; a relative name needs the package it is relative to."""
    if name.startswith("."):
        if not package:
            raise TypeError(f"the 'package' argument is required to perform a relative import for {name!r}")
        level = len(name) - len(name.lstrip("."))
        parts = package.split(".")
        if level > len(parts):
            raise ImportError("attempted relative import beyond top-level package")
        base = ".".join(parts[:len(parts) - level + 1])
        name = base + "." + name[level:] if name[level:] else base
    _import(name)
    return sys.modules[name]


def invalidate_caches():
    pass


def reload(module):
    """Execute a module's file again, in the module that is there."""
    name = module.__name__
    if sys.modules.get(name) is not module:
        raise ImportError(f"module {name} not in sys.modules", name=name)
    with open(module.__file__) as file:
        exec(compile(file.read(), module.__file__, "exec"), module.__dict__)
    return module
