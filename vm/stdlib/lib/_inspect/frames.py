"""Frames, generators and closures."""

import sys
from collections import namedtuple

from .kinds import CO_VARARGS, CO_VARKEYWORDS, iscode, isframe, isfunction, ismethod, istraceback

__name__ = "inspect"  # whose classes and functions these are


def currentframe():
    return sys._getframe(1)


class Traceback(namedtuple("Traceback", ["filename", "lineno", "function", "code_context", "index"])):
    """Where a frame or a traceback is, with lines of source around it."""

    positions = None

    def __new__(cls, filename, lineno, function, code_context, index, *, positions=None):
        self = super().__new__(cls, filename, lineno, function, code_context, index)
        self.positions = positions
        return self


class FrameInfo(namedtuple("FrameInfo", ["frame", "filename", "lineno", "function", "code_context", "index"])):
    """A frame and where it is, with lines of source around that."""

    positions = None

    def __new__(cls, frame, filename, lineno, function, code_context, index, *, positions=None):
        self = super().__new__(cls, frame, filename, lineno, function, code_context, index)
        self.positions = positions
        return self


def getframeinfo(frame, context=1):
    if istraceback(frame):
        lineno, frame = frame.tb_lineno, frame.tb_frame
    else:
        lineno = frame.f_lineno
    if not isframe(frame):
        raise TypeError(f"{frame!r} is not a frame or traceback object")
    import linecache
    filename = frame.f_code.co_filename
    lines = linecache.getlines(filename, frame.f_globals) if context > 0 else []
    context_lines = index = None
    if lines:
        start = max(0, min(lineno - 1 - context // 2, len(lines) - context))
        context_lines = lines[start:start + context]
        index = lineno - 1 - start
    return Traceback(filename, lineno, frame.f_code.co_name, context_lines, index)


def getlineno(frame):
    return frame.f_lineno


def getinnerframes(tb, context=1):
    """Return what is known of the frames of a traceback, the innermost last."""
    out = []
    while tb:
        out.append(FrameInfo(tb.tb_frame, *getframeinfo(tb, context)))
        tb = tb.tb_next
    return out


def trace(context=1):
    """Return what is known of the frames between this one and where the exception was raised."""
    error = sys.exception()
    return getinnerframes(None if error is None else error.__traceback__, context)


Arguments = namedtuple("Arguments", "args, varargs, varkw")
ArgInfo = namedtuple("ArgInfo", "args varargs keywords locals")


def getargs(co):
    """Return the names of the parameters of a code object."""
    if not iscode(co):
        raise TypeError(f"{co!r} is not a code object")
    names = list(co.co_varnames)
    count = co.co_argcount + co.co_kwonlyargcount
    varargs = varkw = None
    position = count
    if co.co_flags & CO_VARARGS:
        varargs = names[position]
        position += 1
    if co.co_flags & CO_VARKEYWORDS:
        varkw = names[position]
    return Arguments(names[:count], varargs, varkw)


def getargvalues(frame):
    """Return the names of the parameters of a frame, and its variables."""
    return ArgInfo(*getargs(frame.f_code), frame.f_locals)


def formatargvalues(args, varargs, varkw, locals, formatarg=str, formatvarargs=lambda name: "*" + name,
                    formatvarkw=lambda name: "**" + name, formatvalue=lambda value: "=" + repr(value)):
    parts = [formatarg(name) + formatvalue(locals[name]) for name in args]
    if varargs:
        parts.append(formatvarargs(varargs) + formatvalue(locals[varargs]))
    if varkw:
        parts.append(formatvarkw(varkw) + formatvalue(locals[varkw]))
    return "(" + ", ".join(parts) + ")"


def getouterframes(frame, context=1):
    out = []
    while frame:
        out.append(FrameInfo(frame, *getframeinfo(frame, context)))
        frame = frame.f_back
    return out


def stack(context=1):
    return getouterframes(sys._getframe(1), context)


def getgeneratorstate(generator):
    if generator.gi_running:
        return GEN_RUNNING
    if generator.gi_suspended:
        return GEN_SUSPENDED
    if generator.gi_frame is None:
        return GEN_CLOSED
    return GEN_CREATED


GEN_CREATED, GEN_RUNNING, GEN_SUSPENDED, GEN_CLOSED = "GEN_CREATED", "GEN_RUNNING", "GEN_SUSPENDED", "GEN_CLOSED"


def getgeneratorlocals(generator):
    return generator.gi_frame.f_locals if generator.gi_frame is not None else {}


ClosureVars = namedtuple("ClosureVars", "nonlocals globals builtins unbound")


def getclosurevars(func):
    if ismethod(func):
        func = func.__func__
    if not isfunction(func):
        raise TypeError(f"{func!r} is not a Python function")
    code = func.__code__
    nonlocals = {n: c.cell_contents for n, c in zip(code.co_freevars, func.__closure__ or ())}
    import builtins
    found, built, unbound = {}, {}, set()
    for name in code.co_names:
        if name in func.__globals__:
            found[name] = func.__globals__[name]
        elif hasattr(builtins, name):
            built[name] = getattr(builtins, name)
        else:
            unbound.add(name)
    return ClosureVars(nonlocals, found, built, unbound)
