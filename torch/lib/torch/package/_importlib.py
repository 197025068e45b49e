"""The rules of import statements."""

import os.path


def _resolve_name(name, package, level):
    """The absolute name of a module that a package knows by a relative one."""
    parts = package.rsplit(".", level - 1)
    if len(parts) < level:
        raise ValueError("attempted relative import beyond top-level package")
    return f"{parts[0]}.{name}" if name else parts[0]


def _sanity_check(name, package, level):
    if not isinstance(name, str):
        raise TypeError(f"module name must be str, not {type(name)}")
    if level < 0:
        raise ValueError("level must be >= 0")
    if level == 0:
        if not name:
            raise ValueError("Empty module name")
        return
    if not isinstance(package, str):
        raise TypeError("__package__ not set to a string")
    if not package:
        raise ImportError("attempted relative import with no known parent package")


def _calc___package__(globals):
    """The package that a module's globals say it is in."""
    package, spec = globals.get("__package__"), globals.get("__spec__")
    if package is not None:
        return package
    if spec is not None:
        return spec.parent
    name = globals["__name__"]
    return name if "__path__" in globals else name.rpartition(".")[0]


def _normalize_path(path):
    folder, name = os.path.split(path)
    if folder:
        raise ValueError(f"{path!r} must be only a file name")
    return name
