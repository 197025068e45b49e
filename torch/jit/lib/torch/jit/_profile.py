"""How often the lines of scripted functions run, and how long they take."""

from torch._C import _script

__all__ = []


class _ScriptProfile:
    """While enabled, counts the instructions of scripted code, and their time in nanoseconds, by line."""

    def __init__(self):
        self._counts = {}

    def enable(self):
        _script.profile_lines(self._counts, True)

    def disable(self):
        _script.profile_lines(self._counts, False)

    def dump_string(self):
        """A table of each source that ran."""
        sources = {}
        for (file, first, text, line), (hits, time) in self._counts.items():
            sources.setdefault((file, first, text), {})[line] = (hits, time)
        return "\n\n".join(_table(text, first, lines) for (_, first, text), lines in sources.items())

    def dump(self):
        print(self.dump_string())


def _table(text, first, lines):
    rows = [("Line #", "Hits", "Time (ns)", "Line Contents")]
    for i, line in enumerate(text.rstrip("\n").split("\n")):
        hits, time = lines.get(first + i, ("", ""))
        rows.append((str(first + i), str(hits), str(time), line))
    widths = [max(len(row[k]) for row in rows) for k in range(3)]
    head = "  " + " ".join(cell.rjust(width + (k > 0)) for k, (cell, width) in enumerate(zip(rows[0], widths))) + " " + rows[0][3]
    body = ["  " + " ".join(cell.rjust(width + (k > 0)) for k, (cell, width) in enumerate(zip(row, widths))) + " " + row[3] for row in rows[1:]]
    return "\n".join([head, "=" * len(head), *body])
