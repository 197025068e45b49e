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
    lines = _lines(filename) if isinstance(filename, str) else []
    if not lines and lazycache(filename, module_globals):
        try:
            text = cache.pop(filename)[0]()
        except (ImportError, OSError):
            return []
        lines = [line + "\n" for line in text.splitlines()] if text else []
    if lines:
        cache[filename] = (sum(map(len, lines)), None, lines, filename)
    return lines


def clearcache():
    cache.clear()


def checkcache(filename=None):
    """Forget what was read from files that have changed since; the interpreter reads a source once."""


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
