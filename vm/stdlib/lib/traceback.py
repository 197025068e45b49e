"""Tracebacks as text; the layout is in Go (_source)."""

import sys
from _source import format_exception as _format, format_exception_only as _format_only, format_tb as _format_tb

__all__ = ["extract_stack", "extract_tb", "format_exception", "format_exception_only", "format_exc", "format_list", "format_stack", "format_tb",
           "print_exc", "print_exception", "print_stack", "print_tb", "clear_frames", "FrameSummary", "StackSummary", "TracebackException", "walk_stack", "walk_tb"]

_sentinel = object()


def _value(exc, value):
    if value is not _sentinel:
        return value
    if exc is not None and not isinstance(exc, BaseException):
        raise TypeError(f"Exception expected for value, {type(exc).__name__} found")
    return exc


def format_exception(exc, /, value=_sentinel, tb=_sentinel, limit=None, chain=True, **kwargs):
    e = _value(exc, value)
    if e is not None and (not chain or limit is not None or tb is not _sentinel and tb is not e.__traceback__):
        trace = e.__traceback__ if tb is _sentinel else tb
        head = ["Traceback (most recent call last):\n"] + _format_tb(trace, limit) if trace is not None else []
        return head + _format_only(e).splitlines(keepends=True)
    return _format(e).splitlines(keepends=True)


def format_exception_only(exc, /, value=_sentinel, *, show_group=False, **kwargs):
    return _format_only(_value(exc, value)).splitlines(keepends=True)


def print_exception(exc, /, value=_sentinel, tb=_sentinel, limit=None, file=None, chain=True, **kwargs):
    print("".join(format_exception(exc, value, tb, limit, chain)), file=sys.stderr if file is None else file, end="")


def format_exc(limit=None, chain=True):
    return "".join(format_exception(sys.exception(), limit=limit, chain=chain))


def print_exc(limit=None, file=None, chain=True):
    print_exception(sys.exception(), limit=limit, file=file, chain=chain)


def print_last(limit=None, file=None, chain=True):
    print_exception(sys.last_exc, limit=limit, file=file, chain=chain)


def format_tb(tb, limit=None):
    return _format_tb(tb, limit)


def print_tb(tb, limit=None, file=None):
    print("".join(format_tb(tb, limit)), file=sys.stderr if file is None else file, end="")


class FrameSummary:
    def __init__(self, filename, lineno, name, *, lookup_line=True, locals=None, line=None, **kwargs):
        self.filename = filename
        self.lineno = lineno
        self.name = name
        self._line = line
        self.locals = None if locals is None else {k: repr(v) for k, v in locals.items()}

    @property
    def line(self):
        if self._line is None:
            import linecache
            self._line = linecache.getline(self.filename, self.lineno)
        return self._line.strip()

    def __iter__(self):
        return iter([self.filename, self.lineno, self.name, self.line])

    def __getitem__(self, i):
        return (self.filename, self.lineno, self.name, self.line)[i]

    def __len__(self):
        return 4

    def __eq__(self, other):
        if isinstance(other, FrameSummary):
            return tuple(self) == tuple(other)
        return tuple(self) == other

    def __repr__(self):
        return f"<FrameSummary file {self.filename}, line {self.lineno} in {self.name}>"


class StackSummary(list):
    @classmethod
    def extract(cls, frames, *, limit=None, lookup_lines=True, capture_locals=False):
        return cls(FrameSummary(f.f_code.co_filename, n, f.f_code.co_name) for f, n in frames)

    @classmethod
    def from_list(cls, frames):
        return cls(f if isinstance(f, FrameSummary) else FrameSummary(f[0], f[1], f[2], line=f[3]) for f in frames)

    def format(self):
        out = []
        for f in self:
            text = f'  File "{f.filename}", line {f.lineno}, in {f.name}\n'
            if f.line:
                text += f"    {f.line}\n"
            out.append(text)
        return out


def walk_tb(tb):
    while tb is not None:
        yield tb.tb_frame, tb.tb_lineno
        tb = tb.tb_next


def walk_stack(f):
    if f is None:
        f = sys._getframe(1)
    while f is not None:
        yield f, f.f_lineno
        f = f.f_back


def _limited(entries, limit):
    if limit is None:
        return entries
    return entries[:limit] if limit >= 0 else entries[limit:]


def extract_tb(tb, limit=None):
    return StackSummary.extract(_limited(list(walk_tb(tb)), limit))


def extract_stack(f=None, limit=None):
    if f is None:
        f = sys._getframe(1)
    stack = StackSummary.extract(list(walk_stack(f)))
    stack.reverse()
    if limit is not None:
        stack[:] = stack[-limit:] if limit >= 0 else stack[:-limit]
    return stack


def format_list(extracted_list):
    return StackSummary.from_list(extracted_list).format()


def print_list(extracted_list, file=None):
    print("".join(format_list(extracted_list)), file=sys.stderr if file is None else file, end="")


def format_stack(f=None, limit=None):
    if f is None:
        f = sys._getframe(1)
    return format_list(extract_stack(f, limit))


def print_stack(f=None, limit=None, file=None):
    if f is None:
        f = sys._getframe(1)
    print_list(extract_stack(f, limit), file)


def clear_frames(tb):
    while tb is not None:
        tb.tb_frame.clear()
        tb = tb.tb_next


class TracebackException:
    def __init__(self, exc_type, exc_value, exc_traceback, *, limit=None, lookup_lines=True, capture_locals=False, compact=False, **kwargs):
        self._exc = exc_value
        self.exc_type = exc_type
        self.stack = extract_tb(exc_traceback, limit)
        self.__cause__ = None
        self.__context__ = None
        self.__suppress_context__ = exc_value.__suppress_context__ if exc_value is not None else False

    @classmethod
    def from_exception(cls, exc, *args, **kwargs):
        return cls(type(exc), exc, exc.__traceback__, *args, **kwargs)

    @property
    def exc_type_str(self):
        return self.exc_type.__qualname__

    def __str__(self):
        return str(self._exc)

    def format(self, *, chain=True, **kwargs):
        yield from format_exception(self._exc, chain=chain)

    def format_exception_only(self, **kwargs):
        yield from format_exception_only(self._exc)

    def print(self, *, file=None, chain=True, **kwargs):
        print("".join(self.format(chain=chain)), file=sys.stderr if file is None else file, end="")
