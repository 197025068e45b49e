"""Patterns for the names of modules and the paths of files."""

import re

GlobPattern = str | list


class GlobGroup:
    """Names that match one of some patterns and none of others. In a pattern, * is any text within a segment, and ** any number of segments."""

    def __init__(self, include, *, exclude=(), separator="."):
        self._text = f"GlobGroup(include={include}, exclude={exclude})"
        self.separator = separator
        self.include, self.exclude = self._glob_list(include, separator), self._glob_list(exclude, separator)

    def __repr__(self):
        return self._text

    __str__ = __repr__

    def matches(self, candidate):
        name = self.separator + candidate
        hit = lambda patterns: any(p.fullmatch(name) for p in patterns)
        return hit(self.include) and not hit(self.exclude)

    @staticmethod
    def _glob_list(elems, separator="."):
        return [GlobGroup._glob_to_re(e, separator) for e in ([elems] if isinstance(elems, str) else elems)]

    @staticmethod
    def _glob_to_re(pattern, separator="."):
        start, inside = re.escape(separator), f"[^{separator}]"

        def segment(text):
            if text == "**":
                return f"({start}{inside}+)*"
            if "**" in text:
                raise ValueError("** can only appear as an entire path segment")
            return start + f"{inside}*".join(map(re.escape, text.split("*")))

        return re.compile("".join(map(segment, pattern.split(separator))))
