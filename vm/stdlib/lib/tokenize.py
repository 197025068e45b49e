"""Programs to tokens, with comments and line ends, and back."""

import token
from collections import namedtuple
from token import *

__all__ = token.__all__ + ["tokenize", "generate_tokens", "detect_encoding", "untokenize", "open", "TokenInfo", "TokenError"]


class TokenError(Exception):
    """The text is no program, from some place on."""


class TokenInfo(namedtuple("TokenInfo", "type string start end line")):
    __slots__ = ()

    def __repr__(self):
        return (f"TokenInfo(type={self.type} ({tok_name[self.type]}), string={self.string!r}, start={self.start!r}, end={self.end!r}, line={self.line!r})")

    @property
    def exact_type(self):
        return EXACT_TOKEN_TYPES[self.string] if self.type == OP and self.string in EXACT_TOKEN_TYPES else self.type


def generate_tokens(readline):
    """Yield the tokens of a program whose lines, as str, readline() gives."""
    return _tokens("".join(_lines(readline)))


def tokenize(readline):
    """Yield the tokens of a program whose lines, as bytes, readline() gives; the first is the encoding."""
    encoding, consumed = detect_encoding(readline)
    if encoding == "utf-8-sig":
        encoding = "utf-8"
    text = b"".join([*consumed, *_lines(readline)]).decode(encoding)
    yield TokenInfo(ENCODING, encoding, (0, 0), (0, 0), "")
    yield from _tokens(text)


def _lines(readline):
    while True:
        try:
            line = readline()
        except StopIteration:
            return
        if not line:
            return
        yield line


def _tokens(text):
    from _lexemes import lexemes
    text = text.replace("\r\n", "\n")
    *lines, rest = text.split("\n")
    lines = [line + "\n" for line in lines] + ([rest] if rest else [])
    found, wrong = lexemes(text)
    for kind, string, line, col, end_line, end_col in found:
        yield TokenInfo(getattr(token, kind), string, (line, col), (end_line, end_col), "".join(lines[line - 1:end_line]))
    if wrong is not None:
        kind, message, line, col = wrong
        if kind == "IndentationError":
            raise IndentationError(message, ("<string>", line, col, "".join(lines[line - 1:line])))
        raise TokenError(message, (line, col))


def detect_encoding(readline):
    """Return the encoding that the first two lines tell (PEP 263), and those of them that were read."""
    import codecs
    import re
    read, encoding = [], None
    bom = False
    for _ in range(2):
        try:
            line = readline()
        except StopIteration:
            line = b""
        if not read and line.startswith(codecs.BOM_UTF8):
            bom, line = True, line[3:]
        if not line:
            break
        read.append(line)
        match = re.match(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", line)
        if match:
            encoding = match.group(1).decode()
            break
        if not re.match(rb"[ \t\f]*(?:[#\r\n]|$)", line):
            break
    if encoding is not None:
        normal = encoding[:12].lower().replace("_", "-")
        if normal == "utf-8" or normal.startswith("utf-8-"):
            encoding = "utf-8"
        elif normal in ("latin-1", "iso-8859-1", "iso-latin-1") or normal.startswith(("latin-1-", "iso-8859-1-", "iso-latin-1-")):
            encoding = "iso-8859-1"
        try:
            codecs.lookup(encoding)
        except LookupError:
            raise SyntaxError("unknown encoding: " + encoding) from None
        if bom and encoding != "utf-8":
            raise SyntaxError("encoding problem: utf-8")
    else:
        for line in read:
            try:
                line.decode("utf-8")
            except UnicodeDecodeError:
                raise SyntaxError("invalid or missing encoding declaration") from None
    return ("utf-8-sig" if bom else encoding or "utf-8"), read


def open(filename):
    """Open a program for reading, in the encoding that it tells."""
    import builtins
    import io
    buffer = builtins.open(filename, "rb")
    try:
        encoding, _ = detect_encoding(buffer.readline)
        buffer.seek(0)
        text = io.TextIOWrapper(buffer, encoding, line_buffering=True)
        text.mode = "r"
        return text
    except BaseException:
        buffer.close()
        raise


def untokenize(iterable):
    """Return a program for tokens: with their places the same text, but for trailing blanks; with type and text alone one that gives the same tokens."""
    encoding, out, line, col = None, [], 1, 0
    tokens = iter(iterable)
    for info in tokens:
        if len(info) == 2:
            text = _compact([info, *tokens], out)
            break
        kind, string, start, end, _ = info
        if kind == ENCODING:
            encoding = string
            continue
        if kind == ENDMARKER:
            break
        if start[0] < line or start[0] == line and start[1] < col:
            raise ValueError(f"start ({start[0]},{start[1]}) precedes previous end ({line},{col})")
        if start[0] > line:
            out.append("\\\n" * (start[0] - line))
            line, col = start[0], 0
        if kind == INDENT:
            out.append(string)
            line, col = end
            continue
        out.append(" " * (start[1] - col))
        if kind == FSTRING_MIDDLE:
            out.append(string.replace("{", "{{").replace("}", "}}"))
            line, col = end[0], end[1] + string.endswith(("{", "}"))
            continue
        out.append(string)
        line, col = end
        if kind in (NEWLINE, NL):
            line, col = line + 1, 0
    text = "".join(out)
    return text.encode(encoding) if encoding is not None else text


def _compact(tokens, out):
    """Put blanks between tokens without places."""
    indents, fresh, previous = [], True, None
    for kind, string in ((info[0], info[1]) for info in tokens):
        if kind == ENCODING:
            continue
        if kind == INDENT:
            indents.append(string)
            continue
        if kind == DEDENT:
            indents.pop()
            continue
        if kind in (NEWLINE, NL):
            out.append(string or "\n")
            fresh = True
            continue
        if fresh and indents and kind != ENDMARKER:
            out.append(indents[-1])
        if kind in (NAME, NUMBER):
            string += " "
        if kind == STRING and previous == STRING:
            string = " " + string
        if kind == FSTRING_MIDDLE:
            string = string.replace("{", "{{").replace("}", "}}")
        out.append(string)
        fresh, previous = False, kind
