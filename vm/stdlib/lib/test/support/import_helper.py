"""Importing in tests."""

import contextlib
import importlib
import sys
import unittest
import warnings


def import_module(name, deprecated=False, *, required_on=()):
    """The module, or a skipped test."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise unittest.SkipTest(str(error))


def import_fresh_module(name, fresh=(), blocked=(), *, deprecated=False, usefrozen=False):
    """A new copy of a module. Those that it is to do without are the parts in C of CPython's modules, which are one here."""
    if blocked:
        return importlib.import_module(name)
    saved = {m: sys.modules.pop(m) for m in list(sys.modules) if m == name or m.startswith(name + ".")}
    try:
        return importlib.import_module(name)
    except ImportError:
        return None
    finally:
        sys.modules.update(saved)


def unload(name):
    sys.modules.pop(name, None)


def forget(modname):
    unload(modname)


@contextlib.contextmanager
def isolated_modules():
    saved = dict(sys.modules)
    try:
        yield
    finally:
        sys.modules.clear()
        sys.modules.update(saved)


class CleanImport:
    """Imports in the block make new modules of these names."""

    def __init__(self, *module_names, usefrozen=False):
        self.original = dict(sys.modules)
        for name in module_names:
            sys.modules.pop(name, None)

    def __enter__(self):
        return self

    def __exit__(self, *ignore):
        sys.modules.update(self.original)


class DirsOnSysPath:
    def __init__(self, *paths):
        self.original = sys.path[:]
        sys.path.extend(paths)

    def __enter__(self):
        return self

    def __exit__(self, *ignore):
        sys.path[:] = self.original
