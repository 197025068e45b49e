"""Finding modules without importing them, and making them of files."""

import os
import sys
from importlib.machinery import SOURCE_SUFFIXES, BuiltinImporter, ModuleSpec, SourceFileLoader

__all__ = ["cache_from_source", "find_spec", "module_from_spec", "resolve_name", "spec_from_file_location", "spec_from_loader"]

_POPULATE = object()


def resolve_name(name, package):
    """Return the absolute name of a module that a package knows by a relative one."""
    if not name.startswith("."):
        return name
    if not package:
        raise ImportError(f"no package specified for {name!r} (required for relative module names)")
    level = len(name) - len(name.lstrip("."))
    parts = package.rsplit(".", level - 1)
    if len(parts) < level:
        raise ImportError("attempted relative import beyond top-level package")
    return f"{parts[0]}.{name[level:]}" if name[level:] else parts[0]


def spec_from_file_location(name, location=None, *, loader=None, submodule_search_locations=_POPULATE):
    """Describe the module that a file holds; None if nothing can load such files."""
    if location is None:
        location = "<unknown>"
        if hasattr(loader, "get_filename"):
            location = loader.get_filename(name)
    else:
        location = os.fspath(location)
        location = location if location.startswith("<") else os.path.abspath(location)
    if loader is None:
        if not location.endswith(tuple(SOURCE_SUFFIXES)):
            return None
        loader = SourceFileLoader(name, location)
    spec = ModuleSpec(name, loader, origin=location)
    spec.has_location = True
    if submodule_search_locations is not _POPULATE:
        spec.submodule_search_locations = submodule_search_locations
    elif hasattr(loader, "is_package") and loader.is_package(name):
        spec.submodule_search_locations = []
    if spec.submodule_search_locations == []:
        spec.submodule_search_locations.append(os.path.dirname(location))
    return spec


def spec_from_loader(name, loader, *, origin=None, is_package=None):
    if origin is None and hasattr(loader, "get_filename"):
        if is_package is None:
            return spec_from_file_location(name, loader=loader)
        return spec_from_file_location(name, loader=loader, submodule_search_locations=[] if is_package else None)
    if is_package is None:
        is_package = hasattr(loader, "is_package") and loader.is_package(name)
    return ModuleSpec(name, loader, origin=origin, is_package=is_package)


def module_from_spec(spec):
    """Make the module that a spec describes; its loader has yet to fill it."""
    module = None
    if hasattr(spec.loader, "create_module"):
        module = spec.loader.create_module(spec)
    elif hasattr(spec.loader, "exec_module"):
        raise ImportError("loaders that define exec_module() must also define create_module()")
    if module is None:
        module = type(sys)(spec.name)
    module.__name__ = spec.name
    module.__loader__ = spec.loader
    module.__package__ = spec.parent
    module.__spec__ = spec
    if spec.submodule_search_locations is not None:
        module.__path__ = spec.submodule_search_locations
    if spec.has_location:
        module.__file__ = spec.origin
    return module


def find_spec(name, package=None):
    """Return what is known of a module, which is not imported; the packages above it are. None if there is none."""
    from _source import find_module
    name = resolve_name(name, package)
    module = sys.modules.get(name)
    if module is not None:
        spec = getattr(module, "__spec__", None)
        return spec if spec is not None else _spec_of(name, getattr(module, "__file__", None), getattr(module, "__path__", None))
    if name in sys.modules:
        return None
    parent = name.rpartition(".")[0]
    if parent:
        import importlib
        try:
            importlib.import_module(parent).__path__
        except AttributeError as e:
            raise ModuleNotFoundError(f"__path__ attribute not found on {parent!r} while trying to find {name!r}", name=name) from e
    origin = find_module(name)
    return None if origin is None else _spec_of(name, origin, None)


def _spec_of(name, origin, path):
    if origin is None or not origin.endswith(".py"):
        spec = ModuleSpec(name, BuiltinImporter if path is None else None, origin="built-in" if path is None else None)
        spec.submodule_search_locations = path
        return spec
    return spec_from_file_location(name, origin)


def cache_from_source(path, debug_override=None, *, optimization=None):
    """Return where CPython would keep the compiled form of a source file; nothing is kept there."""
    folder, name = os.path.split(os.fspath(path))
    suffix = f".opt-{optimization}" if optimization not in (None, "") else ""
    return os.path.join(folder, "__pycache__", f"{name.rpartition('.')[0] or name}.{sys.implementation.cache_tag}{suffix}.pyc")
