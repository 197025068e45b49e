"""Regular expressions with properties of Unicode, as packages that prepare text take them from the package regex: what re has, and \\p{...} with a general category
or a script. Of the rest of that package there is nothing."""

import re as _re
from re import *

__version__ = "2.5"

_PROPERTIES = 1 << 20

VERSION0 = V0 = 0
VERSION1 = V1 = 0


def compile(pattern, flags=0):
    return pattern if isinstance(pattern, _re.Pattern) and not flags else _re.compile(pattern, flags | _PROPERTIES)


def _forward(name):
    method = getattr(_re.Pattern, name)

    def function(pattern, *args, flags=0, **kwargs):
        return method(compile(pattern, flags), *args, **kwargs)

    function.__name__ = function.__qualname__ = name
    return function


search, match, fullmatch, split, findall, finditer, sub, subn = map(
    _forward, ["search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn"])
