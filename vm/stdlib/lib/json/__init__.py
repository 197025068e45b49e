"""JSON; the encoder and decoder are in Go (_json)."""

from _json import encode as _encode, scan as _scan

__all__ = ["dump", "dumps", "load", "loads", "JSONDecoder", "JSONDecodeError", "JSONEncoder"]


class JSONDecodeError(ValueError):
    def __init__(self, msg, doc, pos):
        lineno = doc.count("\n", 0, pos) + 1
        colno = pos - doc.rfind("\n", 0, pos)
        super().__init__(f"{msg}: line {lineno} column {colno} (char {pos})")
        self.msg, self.doc, self.pos, self.lineno, self.colno = msg, doc, pos, lineno, colno

    def __reduce__(self):
        return type(self), (self.msg, self.doc, self.pos)


JSONDecodeError.__module__ = "json.decoder"


def _fail(msg, doc, pos):
    raise JSONDecodeError(msg, doc, pos)


class JSONDecoder:
    def __init__(self, *, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, strict=True, object_pairs_hook=None):
        self.object_hook = object_hook
        self.parse_float = parse_float
        self.parse_int = parse_int
        self.parse_constant = parse_constant
        self.strict = strict
        self.object_pairs_hook = object_pairs_hook

    def _scan(self, s, pos):
        return _scan(s, pos, self.object_hook, self.object_pairs_hook, self.parse_float, self.parse_int, self.parse_constant, self.strict, _fail)

    def decode(self, s):
        start = len(s) - len(s.lstrip(" \t\n\r"))
        obj, _, end = self._scan(s, start)
        if end != len(s):
            raise JSONDecodeError("Extra data", s, end)
        return obj

    def raw_decode(self, s, idx=0):
        if idx < 0:
            raise ValueError("idx cannot be negative")
        obj, end, _ = self._scan(s, idx)
        return obj, end


class JSONEncoder:
    item_separator = ", "
    key_separator = ": "

    def __init__(self, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, sort_keys=False, indent=None, separators=None, default=None):
        self.indent, self.sort_keys, self.skipkeys = indent, sort_keys, skipkeys
        self.ensure_ascii, self.allow_nan, self.check_circular = ensure_ascii, allow_nan, check_circular
        if separators is None and indent is not None:
            self.item_separator = ","
        elif separators is not None:
            self.item_separator, self.key_separator = separators
        if default is not None:
            self.default = default

    def default(self, o):
        raise TypeError(f"Object of type {o.__class__.__name__} is not JSON serializable")

    def encode(self, o):
        for number, separator in (5, self.key_separator), (6, self.item_separator):
            if not isinstance(separator, str):
                raise TypeError(f"make_encoder() argument {number} must be str, not {type(separator).__name__}")
        return _encode(o, self.indent, self.item_separator, self.key_separator, self.sort_keys, self.ensure_ascii, self.allow_nan, self.skipkeys, self.default)

    def iterencode(self, o, _one_shot=False):
        yield self.encode(o)


def dumps(obj, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None, indent=None, separators=None, default=None, sort_keys=False, **kw):
    encoder = (cls or JSONEncoder)(indent=indent, separators=separators, sort_keys=sort_keys, skipkeys=skipkeys, default=default,
                                   ensure_ascii=ensure_ascii, allow_nan=allow_nan, check_circular=check_circular, **kw)
    return encoder.encode(obj)


def dump(obj, fp, **kw):
    fp.write(dumps(obj, **kw))


def detect_encoding(b):
    """Return the encoding of a document, by its mark or by the zeros of its first two characters, which are of ASCII."""
    if b.startswith((b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")):
        return "utf-32"
    if b.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    if b.startswith(b"\xef\xbb\xbf"):
        return "utf-8-sig"
    if len(b) >= 4:
        if not b[0]:
            return "utf-16-be" if b[1] else "utf-32-be"
        if not b[1]:
            return "utf-16-le" if b[2] or b[3] else "utf-32-le"
    elif len(b) == 2:
        if not b[0]:
            return "utf-16-be"
        if not b[1]:
            return "utf-16-le"
    return "utf-8"


def loads(s, *, cls=None, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, object_pairs_hook=None, **kw):
    if isinstance(s, str):
        if s.startswith("\ufeff"):
            raise JSONDecodeError("Unexpected UTF-8 BOM (decode using utf-8-sig)", s, 0)
    else:
        if not isinstance(s, (bytes, bytearray)):
            raise TypeError(f"the JSON object must be str, bytes or bytearray, not {s.__class__.__name__}")
        s = s.decode(detect_encoding(s), "surrogatepass")
    if cls is None:
        cls = JSONDecoder
    for name, value in (("object_hook", object_hook), ("object_pairs_hook", object_pairs_hook), ("parse_float", parse_float),
                        ("parse_int", parse_int), ("parse_constant", parse_constant)):
        if value is not None:
            kw[name] = value
    return cls(**kw).decode(s)


def load(fp, **kw):
    return loads(fp.read(), **kw)


JSONDecoder.__module__ = "json.decoder"
JSONEncoder.__module__ = "json.encoder"

from . import decoder, encoder
