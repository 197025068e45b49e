"""Lines of source files."""

from _source import lines as _lines

__all__ = ["getline", "clearcache", "checkcache", "lazycache"]

cache = {}  # file name: (size, time, lines, full name), as others may fill it in


def getlines(filename, module_globals=None):
    if filename in cache:
        entry = cache[filename]
        if len(entry) != 1:
            return entry[2]
    return updatecache(filename, module_globals)


def getline(filename, lineno, module_globals=None):
    lines = getlines(filename, module_globals)
    return lines[lineno - 1] if 1 <= lineno <= len(lines) else ""


def updatecache(filename, module_globals=None):
    """Read the lines of a file, or those of a module whose loader knows them."""
    lines = _read(filename) if isinstance(filename, str) else []
    if not lines and lazycache(filename, module_globals):
        try:
            text = cache.pop(filename)[0]()
        except (ImportError, OSError):
            return []
        lines = [line + "\n" for line in text.splitlines()] if text else []
    if lines:
        size, time = _state(filename)
        cache[filename] = (sum(map(len, lines)) if size is None else size, time, lines, filename)
    return lines


def clearcache():
    cache.clear()


def checkcache(filename=None):
    """Forget what was read from files that have changed since, or are gone."""
    for name in list(cache) if filename is None else [filename]:
        entry = cache.get(name)
        if entry is not None and len(entry) != 1 and entry[1] is not None and entry[:2] != _state(name):
            cache.pop(name, None)
            _changed.add(name)


_changed = set()  # files that were written to after the interpreter had read them


def _state(filename):
    """Size and time of a file; None twice where there is none."""
    import os

    try:
        found = os.stat(filename)
    except (OSError, ValueError):
        return None, None
    return found.st_size, found.st_mtime


def _read(filename):
    """The lines of a file as they are now; the interpreter reads a source once."""
    if filename not in _changed:
        return _lines(filename)
    try:
        with open(filename, encoding="utf-8", errors="replace") as file:
            return file.readlines()
    except OSError:
        return []


def lazycache(filename, module_globals):
    """Note where the lines of a module come from, to be read when they are asked for; tell whether they can be."""
    if filename in cache:
        return len(cache[filename]) == 1
    if not filename or not module_globals:
        return False
    name, get_source = module_globals.get("__name__"), getattr(module_globals.get("__loader__"), "get_source", None)
    if not name or get_source is None:
        return False
    cache[filename] = (lambda: get_source(name),)
    return True
