"""Tracebacks as text."""

import linecache
import sys
from collections.abc import Sequence
from _source import excerpt as _excerpt, keyword_typo as _keyword_typo, positions as _positions, suggestion as _suggestion

__all__ = ["extract_stack", "extract_tb", "format_exception", "format_exception_only", "format_list", "format_stack", "format_tb",
           "print_exc", "format_exc", "print_exception", "print_last", "print_stack", "print_tb", "clear_frames", "FrameSummary",
           "StackSummary", "TracebackException", "walk_stack", "walk_tb", "print_list"]

_HEADER = "Traceback (most recent call last):\n"
_CAUSE = "\nThe above exception was the direct cause of the following exception:\n\n"
_CONTEXT = "\nDuring handling of the above exception, another exception occurred:\n\n"
_RECURSIVE_CUTOFF = 3  # entries shown of a run of equal ones

_sentinel = object()


def _parse_value_tb(exc, value, tb):
    """Return exception and traceback of a call that gives either an exception or all three."""
    alone = value is _sentinel
    if alone is not (tb is _sentinel):
        raise ValueError("Both or neither of value and tb must be given")
    if not alone:
        return value, tb
    if exc is not None and not isinstance(exc, BaseException):
        raise TypeError(f"Exception expected for value, {type(exc).__name__} found")
    return exc, getattr(exc, "__traceback__", None)


def _described(exc, value, tb, **options):
    value, tb = _parse_value_tb(exc, value, tb)
    return TracebackException(type(value), value, tb, compact=True, **options)


def print_exception(exc, /, value=_sentinel, tb=_sentinel, limit=None, file=None, chain=True, **kwargs):
    _described(exc, value, tb, limit=limit).print(file=file, chain=chain)


def format_exception(exc, /, value=_sentinel, tb=_sentinel, limit=None, chain=True, **kwargs):
    return [*_described(exc, value, tb, limit=limit).format(chain=chain)]


def format_exception_only(exc, /, value=_sentinel, *, show_group=False, **kwargs):
    shown = exc if value is _sentinel else value
    return [*_described(shown, shown, None).format_exception_only(show_group=show_group)]


def format_exc(limit=None, chain=True):
    handled = sys.exception()
    return "".join(format_exception(handled, limit=limit, chain=chain))


def print_exc(limit=None, file=None, chain=True):
    handled = sys.exception()
    print_exception(handled, limit=limit, file=file, chain=chain)


def print_last(limit=None, file=None, chain=True):
    if not {"last_exc", "last_type"} & vars(sys).keys():
        raise ValueError("no last exception")
    print_exception(sys.last_exc, limit=limit, file=file, chain=chain)


def extract_tb(tb, limit=None):
    return StackSummary._of(_tb_entries(tb), limit=limit)


def format_list(extracted_list):
    return StackSummary.from_list(extracted_list).format()


def print_list(extracted_list, file=None):
    out = file or sys.stderr
    for entry in format_list(extracted_list):
        out.write(entry)


def format_tb(tb, limit=None):
    return format_list(extract_tb(tb, limit))


def print_tb(tb, limit=None, file=None):
    print_list(extract_tb(tb, limit), file)


def extract_stack(f=None, limit=None):
    innermost = sys._getframe(1) if f is None else f
    return StackSummary(reversed(StackSummary.extract(walk_stack(innermost), limit=limit)))


def format_stack(f=None, limit=None):
    return extract_stack(sys._getframe(1) if f is None else f, limit).format()


def print_stack(f=None, limit=None, file=None):
    print_list(extract_stack(sys._getframe(1) if f is None else f, limit), file)


def _linked(first, name):
    """Go along a chain: what is first, then what its attribute leads to, and so on."""
    while first is not None:
        yield first
        first = getattr(first, name)


def walk_stack(f):
    start = sys._getframe(1) if f is None else f
    return ((frame, frame.f_lineno) for frame in _linked(start, "f_back"))


def walk_tb(tb):
    return ((entry.tb_frame, entry.tb_lineno) for entry in _linked(tb, "tb_next"))


def clear_frames(tb):
    """Forget the local variables of the frames of a traceback."""
    for entry in _linked(tb, "tb_next"):
        try:
            entry.tb_frame.clear()
        except RuntimeError:
            continue  # it still runs


def _tb_entries(tb):
    for entry in _linked(tb, "tb_next"):
        positions = _positions(entry.tb_frame.f_code, entry.tb_lasti)
        if positions[0] != entry.tb_lineno:
            positions = entry.tb_lineno, None, None, None
        yield entry.tb_frame, positions


class FrameSummary:
    """An entry of a traceback: where, and the source there."""

    __slots__ = ("filename", "lineno", "end_lineno", "colno", "end_colno", "name", "_lines", "locals")

    def __init__(self, filename, lineno, name, *, lookup_line=True, locals=None, line=None, end_lineno=None, colno=None, end_colno=None,
                 **kwargs):
        self.filename, self.name, self.lineno, self.colno = filename, name, lineno, colno
        self.end_lineno, self.end_colno = end_lineno if end_lineno is not None else lineno, end_colno
        self.locals = None
        if locals:
            self.locals = {local: _safe_string(locals[local], "local", func=repr) for local in locals}
        self._lines = line
        if lookup_line:
            self._source()

    def _as_tuple(self):
        return self.filename, self.lineno, self.name, self.line

    def __len__(self):
        return len(self._as_tuple())

    def __iter__(self):
        return iter(self._as_tuple())

    def __getitem__(self, pos):
        return self._as_tuple()[pos]

    def __eq__(self, other):
        if isinstance(other, tuple):
            return self._as_tuple() == other
        if not isinstance(other, FrameSummary):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in ("filename", "lineno", "name", "locals"))

    def __repr__(self):
        return f"<FrameSummary file {self.filename}, line {self.lineno} in {self.name}>"

    def _source(self):
        """Return the lines from lineno to end_lineno, or None where the line is not known."""
        if self._lines is None and self.lineno is not None:
            numbers = range(self.lineno, max(self.end_lineno, self.lineno) + 1)
            self._lines = "\n".join(linecache.getline(self.filename, n).rstrip() for n in numbers) + "\n"
        return self._lines

    @property
    def line(self):
        lines = self._source()
        return None if lines is None else lines.partition("\n")[0].strip()


class StackSummary(list):
    """The entries of a traceback, outermost first."""

    @classmethod
    def extract(klass, frame_gen, *, limit=None, lookup_lines=True, capture_locals=False):
        return klass._of(((f, (lineno, None, None, None)) for f, lineno in frame_gen), limit=limit, lookup_lines=lookup_lines,
                         capture_locals=capture_locals)

    @classmethod
    def _of(klass, entries, *, limit=None, lookup_lines=True, capture_locals=False):
        if limit is None:
            limit = getattr(sys, "tracebacklimit", None)
            if limit is not None and limit < 0:
                limit = 0
        if limit is not None:
            if limit >= 0:
                entries = [entry for entry, _ in zip(entries, range(limit))]
            else:
                entries = list(entries)[limit:]
        result = klass()
        for f, (lineno, end_lineno, colno, end_colno) in entries:
            code = f.f_code
            result.append(FrameSummary(code.co_filename, lineno, code.co_name, lookup_line=False,
                                       locals=f.f_locals if capture_locals else None, end_lineno=end_lineno, colno=colno, end_colno=end_colno))
        if lookup_lines:
            for f in result:
                f.line
        return result

    @classmethod
    def from_list(klass, a_list):
        result = StackSummary()
        for frame in a_list:
            if not isinstance(frame, FrameSummary):
                filename, lineno, name, line = frame
                frame = FrameSummary(filename, lineno, name, line=line)
            result.append(frame)
        return result

    def format_frame_summary(self, frame_summary, **kwargs):
        """Return the lines of an entry; a class of one's own may return None to leave it out."""
        f = frame_summary
        filename = "<stdin>" if f.filename.startswith("<stdin-") and f.filename.endswith(">") else f.filename
        text = '  File "{}", line {}, in {}\n'.format(filename, f.lineno, f.name)
        lines = f._source()
        if lines and lines.strip():
            if f.colno is None or f.end_colno is None:
                text += f"    {f.line}\n"
            else:
                text += _excerpt(lines.removesuffix("\n"), f.colno, f.end_colno)
        if f.locals:
            for name, value in sorted(f.locals.items()):
                text += f"    {name} = {value}\n"
        return text

    def format(self, **kwargs):
        result = []
        last = None
        count = 0
        for frame in self:
            text = self.format_frame_summary(frame)
            if text is None:
                continue
            here = frame.filename, frame.lineno, frame.name
            if here != last:
                if count > _RECURSIVE_CUTOFF:
                    result.append(_repeated(count))
                last, count = here, 0
            count += 1
            if count <= _RECURSIVE_CUTOFF:
                result.append(text)
        if count > _RECURSIVE_CUTOFF:
            result.append(_repeated(count))
        return result


def _repeated(count):
    count -= _RECURSIVE_CUTOFF
    return f"  [Previous line repeated {count} more time{'s' if count > 1 else ''}]\n"


def _safe_string(value, what, func=str):
    try:
        return func(value)
    except:
        return f"<{what} {func.__name__}() failed>"


class TracebackException:
    """What there is to tell of an exception, as text, apart from the exception."""

    def __init__(self, exc_type, exc_value, exc_traceback, *, limit=None, lookup_lines=True, capture_locals=False, compact=False,
                 max_group_width=15, max_group_depth=10, save_exc_type=True, _seen=None):
        options = dict(limit=limit, lookup_lines=lookup_lines, capture_locals=capture_locals, max_group_width=max_group_width,
                       max_group_depth=max_group_depth)
        seen = set() if _seen is None else _seen
        seen.add(id(exc_value))
        self.max_group_width = max_group_width
        self.max_group_depth = max_group_depth
        self.stack = StackSummary._of(_tb_entries(exc_traceback), limit=limit, lookup_lines=lookup_lines, capture_locals=capture_locals)
        self._exc_type = exc_type if save_exc_type else None
        self._str = _safe_string(exc_value, "exception")
        try:
            self.__notes__ = getattr(exc_value, "__notes__", None)
        except Exception as e:
            self.__notes__ = [f"Ignored error getting __notes__: {_safe_string(e, '__notes__', repr)}"]
        self._is_syntax_error = False
        self._have_exc_type = exc_type is not None
        self.exc_type_qualname = exc_type.__qualname__ if exc_type is not None else None
        self.exc_type_module = exc_type.__module__ if exc_type is not None else None
        if exc_type and issubclass(exc_type, SyntaxError):
            self._is_syntax_error = True
            self.filename = exc_value.filename
            for name in ("lineno", "end_lineno"):
                number = getattr(exc_value, name)
                setattr(self, name, str(number) if number is not None else None)
            for name in ("text", "offset", "end_offset", "msg"):
                setattr(self, name, getattr(exc_value, name))
            typo = _keyword_typo(exc_value)
            if typo is not None:
                self.msg, self.text, lineno, self.offset, self.end_offset = typo
                self.lineno = self.end_lineno = str(lineno)
        elif exc_value is not None:
            self._str += _suggestion(exc_value, exc_traceback)
        self.__suppress_context__ = exc_value.__suppress_context__ if exc_value is not None else False

        def related(exc):
            if exc is None or id(exc) in seen:
                return None
            return TracebackException(type(exc), exc, exc.__traceback__, _seen=seen, **options)

        self.__cause__ = self.__context__ = self.exceptions = None
        if exc_value is not None:
            self.__cause__ = related(exc_value.__cause__)
            if not compact or self.__cause__ is None and not exc_value.__suppress_context__:
                self.__context__ = related(exc_value.__context__)
            if isinstance(exc_value, BaseExceptionGroup):
                self.exceptions = [TracebackException(type(e), e, e.__traceback__, _seen=seen, **options) for e in exc_value.exceptions]

    @classmethod
    def from_exception(cls, exc, *args, **kwargs):
        return cls(type(exc), exc, exc.__traceback__, *args, **kwargs)

    @property
    def exc_type(self):
        import warnings
        warnings.warn("Deprecated in 3.13. Use exc_type_str instead.", DeprecationWarning, stacklevel=2)
        return self._exc_type

    @property
    def exc_type_str(self):
        if not self._have_exc_type:
            return None
        if self.exc_type_module in ("__main__", "builtins"):
            return self.exc_type_qualname
        module = self.exc_type_module
        return (module if isinstance(module, str) else "<unknown>") + "." + self.exc_type_qualname

    def __eq__(self, other):
        if isinstance(other, TracebackException):
            return self.__dict__ == other.__dict__
        return NotImplemented

    __hash__ = None

    def __str__(self):
        return self._str

    def format_exception_only(self, *, show_group=False, _depth=0, **kwargs):
        indent = 3 * _depth * " "
        if not self._have_exc_type:
            yield indent + _final_line(None, self._str)
            return
        if self._is_syntax_error:
            for text in self._format_syntax_error(self.exc_type_str):
                yield indent + text
        elif _depth > 0:
            for text in _final_line(self.exc_type_str, self._str).splitlines(keepends=True):
                yield indent + text
        else:
            yield _final_line(self.exc_type_str, self._str)
        notes = self.__notes__
        if isinstance(notes, Sequence) and not isinstance(notes, (str, bytes)):
            for note in notes:
                for line in _safe_string(note, "note").split("\n"):
                    yield indent + line + "\n"
        elif notes is not None:
            yield indent + "{}\n".format(_safe_string(notes, "__notes__", func=repr))
        if self.exceptions and show_group:
            for e in self.exceptions:
                yield from e.format_exception_only(show_group=show_group, _depth=_depth + 1)

    def _format_syntax_error(self, name):
        suffix = ""
        if self.lineno is not None:
            yield '  File "{}", line {}\n'.format(self.filename or "<string>", self.lineno)
        elif self.filename is not None:
            suffix = " ({})".format(self.filename)
        text = self.text
        if isinstance(text, str):
            stripped = text.rstrip("\n").lstrip(" \n\f")
            indent = len(text.rstrip("\n")) - len(stripped)
            if self.offset is None:
                yield "    {}\n".format(stripped)
            elif isinstance(self.lineno, str):
                offset = self.offset
                if self.lineno == self.end_lineno:
                    end_offset = self.end_offset if self.end_offset not in (None, 0) else offset
                else:
                    end_offset = len(text.rstrip("\n")) + 1
                if offset > len(text):
                    offset = len(text.rstrip("\n")) + 1
                if offset == end_offset or end_offset == -1:
                    end_offset = offset + 1
                start, end = offset - 1 - indent, end_offset - 1 - indent
                if start >= 0:
                    space = "".join(c if c.isspace() else " " for c in stripped[:start])
                    yield "    {}\n".format(stripped)
                    yield "    {}{}\n".format(space, "^" * (end - start))
                else:
                    yield "    {}\n".format(stripped)
        yield "{}: {}{}\n".format(name, self.msg or "<no detail available>", suffix)

    def format(self, *, chain=True, **kwargs):
        yield from _Layout().exception(self, chain)

    def print(self, *, file=None, chain=True, **kwargs):
        file = sys.stderr if file is None else file
        for line in self.format(chain=chain):
            print(line, file=file, end="")


def _final_line(name, text):
    return "%s: %s\n" % (name, text) if text else "%s\n" % name


class _Layout:
    """Puts exceptions below each other, those of groups behind a margin."""

    def __init__(self):
        self.depth = 0  # of groups
        self.open = False  # the innermost group wants a line that ends it

    def indent(self):
        return "  " * self.depth

    def emit(self, text, margin="|"):
        texts = [text] if isinstance(text, str) else text
        for text in texts:
            if not self.depth:
                yield text
                continue
            lead = self.indent() + margin + " "
            yield "".join(lead + line for line in text.splitlines(keepends=True))

    def exception(self, exc, chain):
        links = [(None, exc)]
        while chain:
            last = links[-1][1]
            if last.__cause__ is not None:
                message, previous = _CAUSE, last.__cause__
            elif last.__context__ is not None and not last.__suppress_context__:
                message, previous = _CONTEXT, last.__context__
            else:
                break
            links[-1] = message, last
            links.append((None, previous))
        for i in range(len(links) - 1, -1, -1):
            message, e = links[i]
            if message is not None:
                yield from self.emit(message)
            if e.exceptions is not None:
                yield from self.group(e, chain)
                continue
            if e.stack:
                yield from self.emit(_HEADER)
                yield from self.emit(e.stack.format())
            yield from self.emit(e.format_exception_only())

    def group(self, group, chain):
        if self.depth > group.max_group_depth:
            yield from self.emit(f"... (max_group_depth is {group.max_group_depth})\n")
            return
        outermost = self.depth == 0
        if outermost:
            self.depth = 1
        if group.stack:
            yield from self.emit("Exception Group " + _HEADER, "+" if outermost else "|")
            yield from self.emit(group.stack.format())
        yield from self.emit(group.format_exception_only())
        count, width = len(group.exceptions), group.max_group_width
        shown = count if count <= width else width + 1
        self.open = False
        for i in range(shown):
            last = i == shown - 1
            if last:
                self.open = True
            title = str(i + 1) if i < width else "..."
            yield self.indent() + ("+-" if i == 0 else "  ") + f"+---------------- {title} ----------------\n"
            self.depth += 1
            if i < width:
                yield from self.exception(group.exceptions[i], chain)
            else:
                rest = count - width
                yield from self.emit(f"and {rest} more exception{'s' if rest > 1 else ''}\n")
            if last and self.open:
                yield self.indent() + "+------------------------------------\n"
                self.open = False
            self.depth -= 1
        if outermost:
            self.depth = 0
