"""Packages: names to objects, and the modules in a folder."""

import os
import sys
from collections import namedtuple
from importlib import import_module

__all__ = ["ModuleInfo", "extend_path", "get_data", "iter_modules", "resolve_name", "walk_packages"]

ModuleInfo = namedtuple("ModuleInfo", "module_finder name ispkg")


def resolve_name(name):
    """Return what a name such as "package.module:attribute" or "package.module.attribute" stands for."""
    if not isinstance(name, str):
        raise TypeError(f"expected str, got {type(name).__name__}")
    module_name, colon, attributes = name.partition(":")
    if not all(part.isidentifier() for part in module_name.split(".")) or colon and attributes and not all(
            part.isidentifier() for part in attributes.split(".")):
        raise ValueError(f"invalid format: {name!r}")
    if colon:
        result = import_module(module_name)
        parts = attributes.split(".") if attributes else []
    else:
        parts = module_name.split(".")
        module_name = parts.pop(0)
        result = import_module(module_name)
        while parts:
            try:
                result = import_module(f"{module_name}.{parts[0]}")
            except ImportError:
                break
            module_name = f"{module_name}.{parts.pop(0)}"
    for part in parts:
        result = getattr(result, part)
    return result


def iter_modules(path=None, prefix=""):
    """Yield what is in folders: modules, and packages."""
    seen = set()
    for folder in sys.path if path is None else path:
        try:
            entries = sorted(os.listdir(folder or "."))
        except OSError:
            continue
        for entry in entries:
            full = os.path.join(folder, entry)
            if os.path.isdir(full):
                name, package = entry, os.path.isfile(os.path.join(full, "__init__.py"))
                if not package:
                    continue
            else:
                name, extension = os.path.splitext(entry)
                package = False
                if extension != ".py" or name == "__init__":
                    continue
            if name.isidentifier() and name not in seen:
                seen.add(name)
                yield ModuleInfo(None, prefix + name, package)


def walk_packages(path=None, prefix="", onerror=None):
    """Yield modules and packages, and those in the packages, which are imported for that."""
    for info in iter_modules(path, prefix):
        yield info
        if not info.ispkg:
            continue
        try:
            module = import_module(info.name)
        except Exception as e:
            if onerror is not None:
                onerror(info.name)
            elif not isinstance(e, ImportError):
                raise
        else:
            yield from walk_packages(list(getattr(module, "__path__", [])), info.name + ".", onerror)


def extend_path(path, name):
    """Add the folders of sys.path that hold parts of a package."""
    if not isinstance(path, list):
        return path
    path = path[:]
    for folder in sys.path:
        part = os.path.join(folder, *name.split("."))
        if part not in path and os.path.isfile(os.path.join(part, "__init__.py")):
            path.append(part)
    return path


def get_data(package, resource):
    """Return the content of a file in a package's folder."""
    file = getattr(import_module(package), "__file__", None)
    if file is None:
        return None
    with open(os.path.join(os.path.dirname(file), *resource.split("/")), "rb") as f:
        return f.read()
