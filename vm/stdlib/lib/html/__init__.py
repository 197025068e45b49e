"""Characters of HTML: escaping and its reverse."""

import re as _re

__all__ = ["escape", "unescape"]


def escape(s, quote=True):
    s = s.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    if quote:
        s = s.replace('"', "&quot;").replace("'", "&#x27;")
    return s


# What HTML 5 makes of numbers that Windows-1252 used for other characters.
_WINDOWS = {0x00: "\ufffd", 0x0d: "\r", **{code: bytes([code]).decode("latin-1") for code in (0x81, 0x8d, 0x8f, 0x90, 0x9d)},
            **dict(zip((code for code in range(0x80, 0xa0) if code not in (0x81, 0x8d, 0x8f, 0x90, 0x9d)),
                       "\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u017d\u2018\u2019\u201c\u201d\u2022\u2013\u2014"
                       "\u02dc\u2122\u0161\u203a\u0153\u017e\u0178"))}


def _replacement(match):
    text = match.group(1)
    if text[0] == "#":
        number = int(text[2:].rstrip(";"), 16) if text[1] in "xX" else int(text[1:].rstrip(";"))
        if number in _WINDOWS:
            return _WINDOWS[number]
        if 0xd800 <= number <= 0xdfff or number > 0x10ffff:
            return "\ufffd"
        if _invalid(number):
            return ""
        return chr(number)
    from _html import unescape_name  # some names need no semicolon and may be the beginning of a word
    return unescape_name("&" + text)


def _invalid(number):
    return (0x1 <= number <= 0x8 or 0xe <= number <= 0x1f or 0x7f <= number <= 0x9f or 0xfdd0 <= number <= 0xfdef or number == 0xb
            or number & 0xfffe == 0xfffe)


_reference = _re.compile(r"&(#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)")


def unescape(s):
    return _reference.sub(_replacement, s) if "&" in s else s
