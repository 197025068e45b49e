"""Lines of source files."""

from _source import lines as _lines

cache = {}


def getlines(filename, module_globals=None):
    if filename in cache:
        return cache[filename][2]
    return _lines(filename)


def getline(filename, lineno, module_globals=None):
    lines = getlines(filename, module_globals)
    return lines[lineno - 1] if 1 <= lineno <= len(lines) else ""


def clearcache():
    cache.clear()


def checkcache(filename=None):
    pass


def lazycache(filename, module_globals):
    return False
