"""Shell patterns."""

import re as _re

__all__ = ["filter", "fnmatch", "fnmatchcase", "translate"]


def translate(pat):
    out = []
    i = 0
    while i < len(pat):
        c = pat[i]
        i += 1
        if c == "*":
            out.append(".*")
        elif c == "?":
            out.append(".")
        elif c == "[":
            j = i + 1 if pat[i:i + 1] in ("!", "]") else i
            j = pat.find("]", j + (pat[i:i + 2] == "!]"))
            if j < 0:
                out.append("\\[")
            else:
                body = pat[i:j].replace("\\", "\\\\")
                i = j + 1
                out.append("[" + ("^" + body[1:] if body[0] == "!" else body) + "]")
        else:
            out.append(_re.escape(c))
    return "(?s:" + "".join(out) + r")\Z"


def fnmatchcase(name, pat):
    return _re.match(translate(pat), name) is not None


fnmatch = fnmatchcase


def filter(names, pat):
    match = _re.compile(translate(pat)).match
    return [n for n in names if match(n)]
