"""Checks that a text has certain parts in a certain order."""

import re


class FileCheck:
    """FileCheck().check("a").check_not("b").check("c").run(text)"""

    __module__ = "torch"

    def __init__(self):
        self._steps = []

    def _add(self, kind, text, *more):
        if not isinstance(text, str):
            raise TypeError(f"{kind}(): incompatible function arguments: expected a str, got {type(text).__name__}")
        self._steps.append((kind, text, *more))
        return self

    def check(self, text):
        return self._add("check", text)

    def check_not(self, text):
        return self._add("not", text)

    def check_same(self, text):
        return self._add("same", text)

    def check_next(self, text):
        return self._add("next", text)

    def check_dag(self, text):
        return self._add("dag", text)

    def check_regex(self, text):
        return self._add("regex", text)

    def check_count(self, str, count, exactly=False):
        text = str
        if count == 0 and not exactly:
            raise RuntimeError("Count == 0 && !exactly doesn't do anything")
        if count:
            self._add("count", text, count)
        return self._add("not", text) if exactly else self

    def check_source_highlighted(self, text):
        return self._add("highlighted", text)

    def run(self, text, test_file=None):
        """Checks a text; with two, the first has the checks in its comments."""
        if test_file is not None:
            checks = FileCheck()
            checks._steps = [*self._steps, *_of_comments(str(text))]
            return checks.run(str(test_file))
        if isinstance(text, (int, float, type(None))):
            raise TypeError(f"run(): incompatible function arguments: expected a str or a Graph, got {type(text).__name__}")
        if not self._steps:
            raise RuntimeError("No checks have been added to this instance ofFilecheck! Check for bad input.")
        _Search(str(text)).run(self._steps)


class _Search:
    """A text with the place that the checks have come to."""

    def __init__(self, text):
        self.text, self.at = text, 0

    def run(self, steps):
        forbidden, i = [], 0
        while i < len(steps):
            kind, wanted, *more = steps[i]
            i += 1
            if kind == "not":
                forbidden.append(wanted)
                continue
            group = [wanted]
            while kind == "dag" and i < len(steps) and steps[i][0] == "dag":  # in any order
                group.append(steps[i][1])
                i += 1
            start = self.at
            where = self._dags(group) if kind == "dag" else getattr(self, f"_{kind}")(wanted, *more)
            self._absent(forbidden, start, where)
            forbidden = []
        self._absent(forbidden, self.at, len(self.text))

    def _absent(self, words, start, end):
        for word in words:
            found = self.text.find(word, start, end)
            if found >= 0:
                raise RuntimeError(f'Expected to not find "{word}" but found it\n{_excerpt(self.text, found, found + len(word))}From CHECK-NOT: {word}\n')

    def _find(self, wanted, start, end, label, shown=None):
        found = self.text.find(wanted, start, end)
        if found < 0:
            raise RuntimeError(f'Expected to find "{shown or wanted}" but did not find it\nSearched string:\n{_excerpt(self.text, start, start + len(wanted))}From {label}\n')
        return found

    def _check(self, wanted, label="CHECK"):
        found = self._find(wanted, self.at, None, f"{label}: {wanted}")
        self.at = found + len(wanted)
        return found

    def _count(self, wanted, count):
        found = [self._check(wanted, f"CHECK-COUNT-{count}") for _ in range(count)]
        return found[0]

    def _same(self, wanted):
        start = self.at
        return self._on_one_line(start, self._check(wanted, "CHECK-SAME"), f"CHECK-SAME: {wanted}")

    def _next(self, wanted):
        line = self._find("\n", self.at, None, f"CHECK-NEXT: {wanted}", "\\n")
        self.at = line + 1
        return self._on_one_line(line + 1, self._check(wanted, "CHECK-NEXT"), f"CHECK-NEXT: {wanted}")

    def _on_one_line(self, start, found, label):
        line = self.text.find("\n", start, found)
        if line >= 0:
            raise RuntimeError(f'Expected to not find "\\n" but found it\n{_excerpt(self.text, line, line + 1)}From {label}\n')
        return found

    def _dags(self, words):
        start, ends, places = self.at, [], []
        for word in words:
            self.at = start
            places.append(self._check(word, "CHECK-DAG"))
            ends.append(self.at)
        self.at = max(ends)
        return min(places)

    def _regex(self, wanted):
        found = re.search(wanted, self.text[self.at:])
        if found is None:
            raise RuntimeError(f'Expected to find regex "{wanted}" but did not find it\nSearched string:\n{_excerpt(self.text, self.at, self.at)}From CHECK-REGEX: {wanted}\n')
        start = self.at + found.start()
        self.at += found.end()
        return start

    def _highlighted(self, wanted):
        """A text with a mark under all of it."""
        first = where = self._find(wanted, self.at, None, f"CHECK-SOURCE-HIGHLIGHTED: {wanted}")
        while where >= 0:
            begin, end = self.text.rfind("\n", 0, where) + 1, self.text.find("\n", where)
            mark = end + 1 + where - begin
            if end >= 0 and self.text[mark:mark + len(wanted)] == "~" * len(wanted):
                self.at = where + len(wanted)
                return where
            where = self.text.find(wanted, where + 1)
        raise RuntimeError(f'Expected to find "{wanted}"highlighted but it is not.\n{_excerpt(self.text, first, first + len(wanted))}')


def _excerpt(text, start, end, context=10):
    """The lines around a part of a text, which has a mark under it."""
    end = min(end, len(text))
    begin_line, end_line = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    end_line = len(text) if end_line < 0 else end_line
    before, after = text[:begin_line].splitlines(True)[-context:], text[end_line + 1:].splitlines(True)[:context]
    lines = []
    for line in text[begin_line:end_line].split("\n"):
        first = begin_line + len(line) - len(line.lstrip(" "))
        lines.append(line + "\n")
        first, last = max(first, start), min(end, begin_line + len(line))
        while first < last and text[first] == " ":
            first += 1
        if first < last:
            lines.append(" " * (first - begin_line) + "~" * (last - first) + " <--- HERE\n")
        begin_line += len(line) + 1
    return "".join([*before, *lines, *after])


_COMMENT = re.compile(r"#\s*(CHECK(?:-(?:NOT|NEXT|SAME|DAG|REGEX|SOURCE-HIGHLIGHTED|COUNT-EXACTLY-\d+|COUNT-\d+))?:)?([^\n]*)")


def _of_comments(text):
    """The checks that comments of a text ask for: CHECK, CHECK-NOT, CHECK-NEXT, CHECK-SAME, CHECK-DAG, CHECK-REGEX, CHECK-COUNT-n, CHECK-COUNT-EXACTLY-n."""
    checks = FileCheck()
    for found in _COMMENT.finditer(text):
        kind, wanted = found[1], found[2].strip()
        if kind is None:
            if wanted.startswith("CHECK"):
                begin = found.start(2) + 5
                raise RuntimeError(f"Could not parse check at:\n{_excerpt(text, begin, begin + 1)}Check for bad input.")
            continue
        kind = kind[:-1].removeprefix("CHECK").removeprefix("-")
        if kind.startswith("COUNT"):
            checks.check_count(wanted, int(kind.rpartition("-")[2]), "EXACTLY" in kind)
        else:
            checks._add({"": "check", "SOURCE-HIGHLIGHTED": "highlighted"}.get(kind, kind.lower()), wanted)
    return checks._steps
