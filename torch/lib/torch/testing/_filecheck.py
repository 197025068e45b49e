"""Checks that a text has certain parts in a certain order."""

import re


class FileCheck:
    """FileCheck().check("a").check_not("b").check("c").run(text)"""

    def __init__(self):
        self._steps = []

    def _add(self, kind, text, *more):
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

    def check_count(self, text, count, exactly=False):
        return self._add("count", text, count, exactly)

    def check_source_highlighted(self, text):
        return self._add("highlighted", text)

    def _fail(self, kind, wanted, text, at):
        source = "CHECK" if kind == "check" else f"CHECK-{kind.upper()}"
        broken = kind in ("same", "next") and wanted in text[at:]  # it is there, and lines end before
        unwanted = "\\n" if broken else wanted
        expected = f'Expected to not find "{unwanted}" but found it\n' if kind == "not" or broken else f'Expected to find {"regex " if kind == "regex" else ""}"{wanted}" but did not find it\nSearched string:\n'
        raise RuntimeError(f"{expected}{text[at:at + 2000]}\nFrom {source}: {wanted}\n")

    def _highlighted(self, wanted, text, at):
        """Where a text stands with a mark under all of it."""
        where = text.find(wanted, at)
        if where < 0:
            self._fail("source-highlighted", wanted, text, at)
        while where >= 0:
            begin, end = text.rfind("\n", 0, where) + 1, text.find("\n", where)
            mark = end + 1 + where - begin
            if end >= 0 and text[mark:mark + len(wanted)] == "~" * len(wanted):
                return where
            where = text.find(wanted, where + 1)
        raise RuntimeError(f'Expected to find "{wanted}"highlighted but it is not.\n{text[at:at + 2000]}')

    def run(self, text, test_file=None):
        """Checks a text; with two, the first has the checks in its comments."""
        if test_file is not None:
            return _of_comments(str(text)).run(str(test_file))
        text = str(text)
        at, forbidden, group = 0, [], None
        for kind, wanted, *more in self._steps:
            if kind == "not":
                forbidden.append(wanted)
                continue
            start = at
            if kind == "regex":
                found = re.search(wanted, text[at:])
                if found is None:
                    self._fail(kind, wanted, text, at)
                where, at = at + found.start(), at + found.end()
            elif kind == "highlighted":
                where = self._highlighted(wanted, text, at)
                at = where + len(wanted)
            elif kind == "count":
                count, exactly = more
                where = None
                for _ in range(count):
                    found = text.find(wanted, at)
                    if found < 0:
                        self._fail(kind, wanted, text, at)
                    where = found if where is None else where
                    at = found + len(wanted)
                if exactly and text.find(wanted, at) >= 0:
                    self._fail("not", wanted, text, at)
                where = start if where is None else where
            elif kind == "dag":
                begin = at if group is None else group
                where = text.find(wanted, begin)
                if where < 0:
                    self._fail(kind, wanted, text, begin)
                group, at = begin, max(at, where + len(wanted))
            else:
                where = text.find(wanted, at)
                between = text[at:where] if where >= 0 else ""
                if where < 0 or kind == "same" and "\n" in between or kind == "next" and between.count("\n") != 1:
                    self._fail(kind, wanted, text, at)
                at = where + len(wanted)
            if kind != "dag":
                group = None
            for word in forbidden:
                if word in text[start:where]:
                    self._fail("not", word, text, start)
            forbidden = []
        for word in forbidden:
            if word in text[at:]:
                self._fail("not", word, text, at)
        return None


_COMMENT = re.compile(r"#\s*CHECK(?:-(\w[\w-]*?))?:\s*(.*)")


def _of_comments(text):
    """The checks that comments of a text ask for: CHECK, CHECK-NOT, CHECK-NEXT, CHECK-SAME, CHECK-DAG, CHECK-REGEX, CHECK-COUNT-n, CHECK-COUNT-EXACTLY-n."""
    checks = FileCheck()
    for kind, wanted in _COMMENT.findall(text):
        wanted = wanted.strip()
        count = re.fullmatch(r"COUNT-(EXACTLY-)?(\d+)", kind)
        if count:
            checks.check_count(wanted, int(count[2]), count[1] is not None)
        elif kind in ("", "NOT", "NEXT", "SAME", "DAG", "REGEX", "SOURCE-HIGHLIGHTED"):
            checks._add({"": "check", "SOURCE-HIGHLIGHTED": "highlighted"}.get(kind, kind.lower()), wanted)
        else:
            raise RuntimeError(f"Could not parse check: CHECK-{kind}")
    if not checks._steps:
        raise RuntimeError(f"Could not parse check. Did not find CHECK in:\n{text}")
    return checks
