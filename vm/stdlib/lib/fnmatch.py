"""Shell patterns."""

import re as _re

__all__ = ["filter", "filterfalse", "fnmatch", "fnmatchcase", "translate"]

_compiled = {}
_COMPILED_MAX = 32768


def translate(pat):
    """Turn a pattern into a regular expression for whole names."""
    return f"(?s:{_joined(_parts(pat, '.'))})\\z"


_STAR = object()


def _parts(pat, any_char):
    """Return what a pattern consists of: regular expressions and _STAR, never two of the latter in a row."""
    parts = []
    i = 0
    while i < len(pat):
        c = pat[i]
        i += 1
        if c == "*":
            if not parts or parts[-1] is not _STAR:
                parts.append(_STAR)
        elif c == "?":
            parts.append(any_char)
        elif c == "[":
            j = i + (pat[i:i + 1] == "!")
            j = pat.find("]", j + (pat[j:j + 1] == "]"))
            if j < 0:
                parts.append("\\[")
            else:
                parts.append(_char_class(pat[i:j], any_char))
                i = j + 1
        else:
            parts.append(_re.escape(c))
    return parts


def _char_class(body, any_char):
    negated = body[:1] == "!"
    if negated:
        body = body[1:]
    out = []
    i = 0
    while i < len(body):
        if body[i + 1:i + 2] == "-" and i + 2 < len(body):
            if body[i] <= body[i + 2]:
                out.append(_literal(body[i]) + "-" + _literal(body[i + 2]))
            i += 3
        else:
            out.append(_literal(body[i]))
            i += 1
    text = "".join(out)
    if not text:
        return any_char if negated else "(?!)"
    if negated:
        return "[^" + text + "]"
    return "[" + ("\\" + text if text[0] in "^[" else text) + "]"


def _literal(c):
    """A character of a class; those that could be operators are escaped."""
    return "\\" + c if c in "\\-&~|" else c


def _joined(parts):
    """Join the parts. What stands between two stars is matched at its first place: to try others would be in vain."""
    stars = [i for i, part in enumerate(parts) if part is _STAR]
    if not stars:
        return "".join(parts)
    out = parts[:stars[0]]
    for i, j in zip(stars, stars[1:]):
        out.append(f"(?>.*?{''.join(parts[i + 1:j])})")
    return "".join(out) + ".*" + "".join(parts[stars[-1] + 1:])


def _matcher(pat):
    match = _compiled.get(pat)
    if match is None:
        if len(_compiled) >= _COMPILED_MAX:
            _compiled.clear()
        regex = translate(pat.decode("latin-1")).encode("latin-1") if isinstance(pat, bytes) else translate(pat)
        match = _compiled[pat] = _re.compile(regex).match
    return match


def fnmatchcase(name, pat):
    return _matcher(pat)(name) is not None


def fnmatch(name, pat):
    import os
    return fnmatchcase(os.path.normcase(name), os.path.normcase(pat))


def filter(names, pat):
    match = _matcher(pat)
    return [n for n in names if match(n)]


def filterfalse(names, pat):
    match = _matcher(pat)
    return [n for n in names if not match(n)]
