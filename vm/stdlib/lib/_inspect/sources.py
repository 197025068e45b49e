"""Where objects come from: files, lines and text."""

import sys

from .kinds import isclass, iscode, isframe, isfunction, ismethod, ismodule, istraceback, unwrap

__name__ = "inspect"  # whose classes and functions these are


def getfile(object):
    if ismodule(object):
        if getattr(object, "__file__", None):
            return object.__file__
        raise TypeError(f"{object!r} is a built-in module")
    if isclass(object):
        module = sys.modules.get(object.__module__)
        if getattr(module, "__file__", None):
            return module.__file__
        raise TypeError(f"{object!r} is a built-in class")
    # From what has code to the code, in the order in which one leads to the other.
    for leads, attribute in ((ismethod, "__func__"), (isfunction, "__code__"), (istraceback, "tb_frame"), (isframe, "f_code")):
        object = getattr(object, attribute) if leads(object) else object
    if iscode(object):
        return object.co_filename
    raise TypeError(f"module, class, method, function, traceback, frame, or code object was expected, got {type(object).__name__}")


def getsourcefile(object):
    """Return the file that the source is in, None if there is none."""
    import linecache
    import os
    filename = getfile(object)
    if os.path.exists(filename) or linecache.getlines(filename):
        return filename
    return None


def getabsfile(object, _filename=None):
    import os
    return os.path.normcase(os.path.abspath(_filename or getsourcefile(object) or getfile(object)))


def getcomments(object):
    """Return the lines of comments right before the source of an object; None if there are none."""
    try:
        lines, number = findsource(object)
    except (OSError, TypeError):
        return None
    if ismodule(object):
        start = 1 if lines and lines[0].startswith("#!") else 0
        while start < len(lines) and lines[start].strip() in ("", "#"):
            start += 1
        if start >= len(lines) or not lines[start].startswith("#"):
            return None
        end = start
        while end < len(lines) and lines[end].startswith("#"):
            end += 1
        return "".join(line.expandtabs() for line in lines[start:end])
    indent = len(lines[number]) - len(lines[number].lstrip())
    start = number
    while start > 0 and lines[start - 1].lstrip().startswith("#") and len(lines[start - 1]) - len(lines[start - 1].lstrip()) == indent:
        start -= 1
    return "".join(line.expandtabs().lstrip() for line in lines[start:number]) or None


def getmodule(object, _filename=None):
    if ismodule(object):
        return object
    if hasattr(object, "__module__"):
        return sys.modules.get(object.__module__)
    try:
        filename = _filename or getfile(object)
    except TypeError:
        return None
    return next((m for m in list(sys.modules.values()) if ismodule(m) and getattr(m, "__file__", None) == filename), None)


def getmodulename(path):
    name = path.rsplit("/", 1)[-1]
    return name[:-3] if name.endswith(".py") else None


def findsource(object):
    import linecache
    lines = linecache.getlines(getfile(object))
    if not lines:
        raise OSError("could not get source code")
    if ismodule(object):
        return lines, 0
    if isclass(object):
        try:
            return lines, object.__firstlineno__ - 1
        except AttributeError:
            raise OSError("source code not available")
    if ismethod(object):
        object = object.__func__
    if isfunction(object):
        object = object.__code__
    if istraceback(object):
        object = object.tb_frame
    if isframe(object):
        object = object.f_code
    return lines, object.co_firstlineno - 1


class EndOfBlock(Exception):
    """The tokens of a definition are over."""


class BlockFinder:
    """Is fed the tokens of a definition and what follows; last is the number of its last line once EndOfBlock is raised."""

    def __init__(self):
        self.indent = 0
        self.islambda = False
        self.started = False
        self.passline = False
        self.indecorator = False
        self.last = 1
        self.body_col0 = None

    def tokeneater(self, type, token, srowcol, erowcol, line):
        import tokenize as t
        if not self.started and not self.indecorator:
            if type in (t.INDENT, t.COMMENT, t.NL):
                return
            if token == "async":
                return
            if token == "@":
                self.indecorator = True
            else:
                self.started = self.passline = True
                self.islambda = token not in ("def", "class")
        elif type == t.NEWLINE:
            self.last = srowcol[0]
            self.passline = self.indecorator = False
            if self.islambda:
                raise EndOfBlock
        elif self.passline:
            return
        elif type == t.INDENT:
            if self.body_col0 is None and self.started:
                self.body_col0 = erowcol[1]
            self.indent += 1
            self.passline = True
        elif type == t.DEDENT:
            self.indent -= 1
            if self.indent <= 0:
                raise EndOfBlock
        elif type == t.COMMENT:
            if self.body_col0 is not None and srowcol[1] >= self.body_col0:
                self.last = srowcol[0]
        elif self.indent == 0 and type != t.NL and not self.indecorator:
            raise EndOfBlock


def getblock(lines):
    """The lines of the definition that the first line begins."""
    depth = 0
    indent = None
    started = False
    last = 0
    quote = None
    for number, line in enumerate(lines):
        text = line.strip()
        if quote is None and depth == 0 and started and text and not text.startswith("#"):
            if len(line) - len(line.lstrip()) <= indent:
                break
        if indent is None:
            indent = len(line) - len(line.lstrip())
        i = 0
        while i < len(line):
            ch = line[i]
            if quote is not None:
                if ch == "\\":
                    i += 1
                elif line.startswith(quote, i):
                    i += len(quote) - 1
                    quote = None
            elif ch in "\"'":
                quote = line[i:i + 3] if line[i:i + 3] in ('"""', "'''") else ch
                i += len(quote) - 1
            elif ch == "#":
                break
            elif ch in "([{":
                depth += 1
            elif ch in ")]}":
                depth -= 1
            i += 1
        if quote is not None and len(quote) == 1 and not line.endswith(("\\\n", "\\\r\n")):
            quote = None
        if text and (quote is not None or not text.startswith("#") or len(line) - len(line.lstrip()) > indent):
            last = number
        if not started and depth == 0 and quote is None and not text.startswith("@") and text:
            started = True
    return lines[:last + 1]


def getsourcelines(object):
    object = unwrap(object)
    lines, lnum = findsource(object)
    if ismodule(object):
        return lines, 0
    return getblock(lines[lnum:]), lnum + 1


def getsource(object):
    lines, _ = getsourcelines(object)
    return "".join(lines)
