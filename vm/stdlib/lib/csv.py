"""Tables as text: rows of fields between delimiters."""

import re
import types
from io import StringIO

__all__ = ["QUOTE_MINIMAL", "QUOTE_ALL", "QUOTE_NONNUMERIC", "QUOTE_NONE", "QUOTE_STRINGS", "QUOTE_NOTNULL", "Error", "Dialect",
           "excel", "excel_tab", "field_size_limit", "reader", "writer", "register_dialect", "get_dialect", "list_dialects", "Sniffer",
           "unregister_dialect", "DictReader", "DictWriter", "unix_dialect"]

QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE, QUOTE_STRINGS, QUOTE_NOTNULL = range(6)

_dialects = {}
_field_limit = 128 * 1024


class Error(Exception):
    __module__ = "_csv"


class Dialect:
    """Describes a form of tables; derived classes set the attributes."""

    _name = ""
    _valid = False
    delimiter = quotechar = escapechar = doublequote = skipinitialspace = lineterminator = quoting = None

    def __init__(self):
        if self.__class__ != Dialect:
            self._valid = True
        try:
            _Format(self)
        except TypeError as e:
            raise Error(str(e)) from None


class excel(Dialect):
    delimiter = ","
    quotechar = '"'
    doublequote = True
    skipinitialspace = False
    lineterminator = "\r\n"
    quoting = QUOTE_MINIMAL


class excel_tab(excel):
    delimiter = "\t"


class unix_dialect(Dialect):
    delimiter = ","
    quotechar = '"'
    doublequote = True
    skipinitialspace = False
    lineterminator = "\n"
    quoting = QUOTE_ALL


_DEFAULTS = {"delimiter": ",", "doublequote": True, "escapechar": None, "lineterminator": "\r\n", "quotechar": '"', "quoting": QUOTE_MINIMAL,
             "skipinitialspace": False, "strict": False}


class _Format:
    """A dialect whose parts are checked and fit each other."""

    __slots__ = tuple(_DEFAULTS)

    def __init__(self, dialect=None, **options):
        if isinstance(dialect, str):
            dialect = get_dialect(dialect)
        for name in options:
            if name not in _DEFAULTS:
                raise TypeError(f"'{name}' is an invalid keyword argument for this function" if name != "dialect" else name)
        for name, default in _DEFAULTS.items():
            value = options.get(name, getattr(dialect, name, default) if dialect is not None else default)
            self._set(name, value)
        if self.quoting not in range(6):
            raise TypeError('bad "quoting" value')
        if self.quotechar is None and "quoting" not in options and not hasattr(dialect, "quoting"):
            self.quoting = QUOTE_NONE
        if self.quoting != QUOTE_NONE and self.quotechar is None:
            raise TypeError("quotechar must be set if quoting enabled")
        for name in ("delimiter", "escapechar", "quotechar"):
            char = getattr(self, name)
            if char is not None and (char in "\r\n" or char == " " and name != "delimiter" and self.skipinitialspace):
                raise ValueError(f"bad {name} value")
        for first, second in (("delimiter", "escapechar"), ("delimiter", "quotechar"), ("escapechar", "quotechar")):
            if getattr(self, first) is not None and getattr(self, first) == getattr(self, second):
                raise ValueError(f"bad {first} or {second} value")
        for name in ("delimiter", "escapechar", "quotechar"):
            char = getattr(self, name)
            if char is not None and char in self.lineterminator:
                raise ValueError(f"bad {name} or lineterminator value")

    def __reduce_ex__(self, protocol):
        raise TypeError("cannot pickle 'Dialect' instances")

    def _set(self, name, value):
        if name in ("delimiter", "quotechar", "escapechar"):
            optional = name != "delimiter"
            if not (isinstance(value, str) or optional and value is None):
                raise TypeError(f'"{name}" must be a unicode character{" or None" if optional else ""}, not {type(value).__name__}')
            if isinstance(value, str) and len(value) != 1:
                raise TypeError(f'"{name}" must be a unicode character{" or None" if optional else ""}, not a string of length {len(value)}')
        elif name == "lineterminator":
            if not isinstance(value, str):
                raise TypeError(f'"lineterminator" must be a string, not {type(value).__name__}')
        elif name == "quoting":
            if type(value) is not int:
                raise TypeError(f'"quoting" must be an integer, not {type(value).__name__}')
        else:
            value = bool(value)
        setattr(self, name, value)


def register_dialect(name, dialect=None, /, **fmtparams):
    if not isinstance(name, str):
        raise TypeError("dialect name must be a string")
    _dialects[name] = _Format(dialect, **fmtparams)


def unregister_dialect(name):
    if _dialects.pop(name, None) is None:
        raise Error("unknown dialect")


def get_dialect(name):
    if name not in _dialects:
        raise Error("unknown dialect")
    return _dialects[name]


def list_dialects():
    return list(_dialects)


def field_size_limit(limit=_DEFAULTS, /):
    global _field_limit
    old = _field_limit
    if limit is not _DEFAULTS:
        if not isinstance(limit, int):
            raise TypeError("limit must be an integer")
        _field_limit = limit
    return old


register_dialect("excel", excel)
register_dialect("excel-tab", excel_tab)
register_dialect("unix", unix_dialect)

_START_RECORD, _START_FIELD, _ESCAPED, _IN_FIELD, _IN_QUOTES, _ESCAPED_IN_QUOTES, _QUOTE_IN_QUOTES, _AFTER_RECORD, _AFTER_ESCAPED_END = range(9)


class _reader:
    """Makes lists of fields of an iterable of lines."""

    __module__, __qualname__ = "_csv", "reader"

    def __init__(self, iterable, dialect=None, **fmtparams):
        self._lines = iter(iterable)
        self.dialect = _Format(dialect, **fmtparams)
        self.line_num = 0

    def __iter__(self):
        return self

    def __next__(self):
        self._fields = []
        self._begin()
        self._state = _START_RECORD
        while True:
            try:
                line = next(self._lines)
            except StopIteration:
                if self._field or self._state == _IN_QUOTES:
                    if self.dialect.strict:
                        raise Error("unexpected end of data") from None
                    self._save()
                    return self._fields
                raise
            if not isinstance(line, str):
                raise Error(f"iterator should return strings, not {type(line).__name__} (the file should be opened in text mode)")
            self.line_num += 1
            self._read(line)
            if self._state == _START_RECORD:
                return self._fields

    def _begin(self):
        self._field = []
        self._quoted = False

    def _save(self):
        text = "".join(self._field)
        quoting = self.dialect.quoting
        value = text
        if not self._quoted:
            if quoting == QUOTE_NOTNULL and text == "":
                value = None
            elif quoting == QUOTE_STRINGS:
                value = None if text == "" else float(text)
            elif quoting == QUOTE_NONNUMERIC:
                value = float(text) if text else text
        self._fields.append(value)
        self._begin()

    def _add(self, c):
        if len(self._field) >= _field_limit:
            raise Error(f"field larger than field limit ({_field_limit})")
        self._field.append(c)

    def _read(self, line):
        d = self.dialect
        delimiter, quotechar, escapechar = d.delimiter, d.quotechar, d.escapechar
        if self._state == _START_RECORD and (quotechar is None or quotechar not in line) and (escapechar is None or escapechar not in line) and (
                d.quoting in (QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONE)) and not d.skipinitialspace:
            # The usual line: fields between delimiters.
            text = line.rstrip("\r\n")
            if "\n" not in text and "\r" not in text:
                if text:
                    self._fields = text.split(delimiter)
                    if max(map(len, self._fields)) > _field_limit:
                        raise Error(f"field larger than field limit ({_field_limit})")
                return
        for c in line:
            self._step(c)
        self._step(None)

    def _step(self, c):
        """Go on with a character, None for the end of a line."""
        d = self.dialect
        state = self._state
        if state == _START_RECORD:
            if c is None:
                return
            if c in "\r\n":
                self._state = _AFTER_RECORD
                return
            state = self._state = _START_FIELD
        ends = c is None or c in "\r\n"
        if state == _START_FIELD:
            if ends:
                self._save()
                self._end(c)
            elif c == d.quotechar and d.quoting != QUOTE_NONE:
                self._quoted = True
                self._state = _IN_QUOTES
            elif c == d.escapechar:
                self._state = _ESCAPED
            elif c == " " and d.skipinitialspace:
                pass
            elif c == d.delimiter:
                self._save()
            else:
                self._add(c)
                self._state = _IN_FIELD
        elif state == _ESCAPED:
            self._add("\n" if c is None else c)
            self._state = _AFTER_ESCAPED_END if c is not None and c in "\r\n" else _IN_FIELD
        elif state == _AFTER_ESCAPED_END and c is None:
            pass  # the escaped end of a line is not that of the record
        elif state in (_IN_FIELD, _AFTER_ESCAPED_END):
            self._state = _IN_FIELD
            if ends:
                self._save()
                self._end(c)
            elif c == d.escapechar:
                self._state = _ESCAPED
            elif c == d.delimiter:
                self._save()
                self._state = _START_FIELD
            else:
                self._add(c)
        elif state == _IN_QUOTES:
            if c is None:
                pass
            elif c == d.escapechar:
                self._state = _ESCAPED_IN_QUOTES
            elif c == d.quotechar and d.quoting != QUOTE_NONE:
                self._state = _QUOTE_IN_QUOTES if d.doublequote else _IN_FIELD
            else:
                self._add(c)
        elif state == _ESCAPED_IN_QUOTES:
            self._add("\n" if c is None else c)
            self._state = _IN_QUOTES
        elif state == _QUOTE_IN_QUOTES:
            if d.quoting != QUOTE_NONE and c == d.quotechar:
                self._add(c)
                self._state = _IN_QUOTES
            elif c == d.delimiter and c is not None:
                self._save()
                self._state = _START_FIELD
            elif ends:
                self._save()
                self._end(c)
            elif not d.strict:
                self._add(c)
                self._state = _IN_FIELD
            else:
                raise Error(f"'{d.delimiter}' expected after '{d.quotechar}'")
        elif state == _AFTER_RECORD:
            if c is None:
                self._state = _START_RECORD
            elif c not in "\r\n":
                raise Error("new-line character seen in unquoted field - do you need to open the file with newline=''?")

    def _end(self, c):
        self._state = _START_RECORD if c is None else _AFTER_RECORD


class _writer:
    """Writes rows to what has a method write."""

    __module__, __qualname__ = "_csv", "writer"

    def __init__(self, fileobj, dialect=None, **fmtparams):
        self._write = getattr(fileobj, "write", None)
        if not callable(self._write):
            raise TypeError("argument 1 must have a \"write\" method")
        self.dialect = _Format(dialect, **fmtparams)

    def writerow(self, row, /):
        try:
            fields = iter(row)
        except TypeError:
            raise Error(f"iterable expected, not {type(row).__name__}") from None
        d = self.dialect
        out = []
        quoted = False
        for field in fields:
            if d.quoting == QUOTE_NONNUMERIC:
                quoted = not isinstance(field, (int, float, complex)) and not hasattr(type(field), "__float__")
            elif d.quoting == QUOTE_STRINGS:
                quoted = isinstance(field, str)
            elif d.quoting == QUOTE_NOTNULL:
                quoted = field is not None
            else:
                quoted = d.quoting == QUOTE_ALL
            text = "" if field is None else field if isinstance(field, str) else str(field)
            null = field is None
            if text == "" and d.skipinitialspace and d.delimiter == " " and not quoted:
                if d.quoting == QUOTE_NONE or null and d.quoting in (QUOTE_STRINGS, QUOTE_NOTNULL):
                    raise Error("empty field must be quoted if delimiter is a space and skipinitialspace is true")
                quoted = True
            out.append(self._quote(text, quoted, null))
        if len(out) == 1 and out[0] == "" and not quoted:
            if d.quoting == QUOTE_NONE or null and d.quoting in (QUOTE_STRINGS, QUOTE_NOTNULL):
                raise Error("single empty field record must be quoted")
            out[0] = d.quotechar * 2
        return self._write(d.delimiter.join(out) + d.lineterminator)

    def _quote(self, text, quoted, null):
        d = self.dialect
        special = d.delimiter + "\r\n" + d.lineterminator + (d.quotechar or "") + (d.escapechar or "")
        if not quoted and text.isalnum() and not any(c in text for c in special):
            return text
        parts = []
        may_quote = d.quoting != QUOTE_NONE and not (null and d.quoting in (QUOTE_STRINGS, QUOTE_NOTNULL))
        for c in text:
            if c in special:
                escape = False
                if d.quoting == QUOTE_NONE:
                    escape = True
                elif c == d.quotechar:
                    if d.doublequote:
                        parts.append(d.quotechar)
                    else:
                        escape = True
                elif c == d.escapechar:
                    escape = True
                if escape:
                    if d.escapechar is None:
                        raise Error("need to escape, but no escapechar set")
                    parts.append(d.escapechar)
                else:
                    quoted = True
            elif c == " " and may_quote and d.skipinitialspace and not parts:
                quoted = True
            parts.append(c)
        text = "".join(parts)
        return d.quotechar + text + d.quotechar if quoted else text

    def writerows(self, rows, /):
        for row in rows:
            self.writerow(row)


def reader(iterable, /, dialect=None, **fmtparams):
    return _reader(iterable, dialect, **fmtparams)


def writer(fileobj, /, dialect=None, **fmtparams):
    return _writer(fileobj, dialect, **fmtparams)


def _lasting(names):
    """Return names that can be gone over more than once."""
    return [*names] if names is not None and iter(names) is names else names


class DictReader:
    """Rows as dictionaries; the first one has the names unless they are given."""

    __class_getitem__ = classmethod(types.GenericAlias)

    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect="excel", *args, **kwds):
        self.reader = reader(f, dialect, *args, **kwds)
        self.restkey, self.restval, self.dialect, self.line_num = restkey, restval, dialect, 0
        self._fieldnames = _lasting(fieldnames)

    def _get_names(self):
        if self._fieldnames is None:
            self._fieldnames = next(self.reader, None)
        self.line_num = self.reader.line_num
        return self._fieldnames

    def _set_names(self, names):
        self._fieldnames = names

    fieldnames = property(_get_names, _set_names)

    def __iter__(self):
        return self

    def __next__(self):
        names = self.fieldnames if self.line_num == 0 else self._fieldnames
        row = next(filter(None, self.reader))
        self.line_num = self.reader.line_num
        named = dict.fromkeys(names, self.restval) | dict(zip(names, row))
        if len(row) > len(names):
            named[self.restkey] = row[len(names):]
        return named


class DictWriter:
    """Writes dictionaries as rows."""

    def __init__(self, f, fieldnames, restval="", extrasaction="raise", dialect="excel", *args, **kwds):
        self.extrasaction = extrasaction.lower()
        if self.extrasaction not in {"raise", "ignore"}:
            raise ValueError(f"extrasaction ({self.extrasaction}) must be 'raise' or 'ignore'")
        self.fieldnames, self.restval = _lasting(fieldnames), restval
        self.writer = writer(f, dialect, *args, **kwds)

    def writeheader(self):
        return self.writerow({name: name for name in self.fieldnames})

    def _row(self, rowdict):
        unknown = rowdict.keys() - self.fieldnames if self.extrasaction == "raise" else ()
        if unknown:
            raise ValueError("dict contains fields not in fieldnames: " + ", ".join(map(repr, unknown)))
        return (rowdict.get(name, self.restval) for name in self.fieldnames)

    def writerow(self, rowdict):
        return self.writer.writerow(self._row(rowdict))

    def writerows(self, rowdicts):
        return self.writer.writerows(map(self._row, rowdicts))

    __class_getitem__ = classmethod(types.GenericAlias)


class Sniffer:
    """Guesses the form of a table."""

    def __init__(self):
        self.preferred = [",", "\t", ";", " ", ":"]

    def sniff(self, sample, delimiters=None):
        quotechar, doublequote, delimiter, skipinitialspace = self._by_quotes(sample, delimiters)
        if not delimiter:
            delimiter, skipinitialspace = self._by_counts(sample, delimiters)
        if not delimiter:
            raise Error("Could not determine delimiter")

        class dialect(Dialect):
            _name = "sniffed"
            lineterminator = "\r\n"
            quoting = QUOTE_MINIMAL

        dialect.doublequote = doublequote
        dialect.delimiter = delimiter
        dialect.quotechar = quotechar or '"'
        dialect.skipinitialspace = skipinitialspace
        return dialect

    def _by_quotes(self, data, delimiters):
        """Look at what stands beside quoted fields."""
        quotes, delims, spaces = {}, {}, 0
        pattern = re.compile(r"""(?:^|(?<=[\r\n])|(?P<before>[^\w\r\n"']))(?P<space> ?)(?P<quote>["']).*?(?P=quote)(?=(?P<after>[^\w\r\n"'])|$|[\r\n])""", re.S | re.M)
        for m in pattern.finditer(data):
            quotes[m["quote"]] = quotes.get(m["quote"], 0) + 1
            delim = m["before"] or m["after"]
            if delim and (delimiters is None or delim in delimiters):
                delims[delim] = delims.get(delim, 0) + 1
            if m["space"]:
                spaces += 1
        if not quotes:
            return "", False, None, 0
        quotechar = max(quotes, key=quotes.get)
        delim = max(delims, key=delims.get) if delims else ""
        skip = bool(delims) and delims[delim] == spaces
        return quotechar, self._doubles(data, quotechar, delim), delim, skip

    def _doubles(self, data, quote, delim):
        """Tell whether a quoted field has the quote in it, doubled."""
        ends = delim + "\r\n"
        i, starts = 0, True
        while i < len(data):
            if starts and data[i] == quote:
                i = data.find(quote, i + 1)
                if i < 0:
                    return False
                if data[i + 1:i + 2] == quote:
                    return True
            starts = data[i] in ends or starts and data[i] == " "
            i += 1
        return False

    def _by_counts(self, data, delimiters):
        """Look for a character that is on each line as often as on others."""
        lines = [line for line in data.split("\n") if line]
        candidates = {}
        for char in map(chr, range(127)):
            if delimiters is not None and char not in delimiters or delimiters is None and (char.isalnum() or char in "\r\n\"'"):
                continue
            counts = [line.count(char) for line in lines]
            usual = max(set(counts), key=counts.count, default=0)
            if usual > 0 and counts.count(usual) >= 0.9 * len(counts):
                candidates[char] = usual
        for char in self.preferred + list(candidates):
            if char in candidates:
                return char, bool(lines) and lines[0].count(char) == lines[0].count(char + " ")
        return "", 0

    def has_header(self, sample):
        """Tell whether the first row differs from the others in the kinds or lengths of fields."""
        rows = reader(StringIO(sample), self.sniff(sample))
        header = next(rows)
        kinds = {i: None for i in range(len(header))}
        for checked, row in enumerate(rows):
            if checked > 20:
                break
            if len(row) != len(header):
                continue
            for i in list(kinds):
                try:
                    complex(row[i])
                    kind = complex
                except (ValueError, OverflowError):
                    kind = len(row[i])
                if kind != kinds[i]:
                    if kinds[i] is None:
                        kinds[i] = kind
                    else:
                        del kinds[i]
        votes = 0
        for i, kind in kinds.items():
            if isinstance(kind, int):
                votes += 1 if len(header[i]) != kind else -1
            else:
                try:
                    complex(header[i])
                    votes -= 1
                except (ValueError, TypeError):
                    votes += 1
        return votes > 0
