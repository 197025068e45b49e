"""Tables of measurements: a table for each label, a column for each description, a row for each sub-label."""
import enum
import itertools
import math
from typing import List, Optional

from torch.utils.benchmark.utils import common

__all__ = ["Colorize", "Compare"]

BEST, GOOD, BAD, VERY_BAD = "\033[92m", "\033[34m", "\033[2m\033[91m", "\033[31m"
BOLD, TERMINATE = "\033[1m", "\033[0m"


class Colorize(enum.Enum):
    NONE = "none"
    COLUMNWISE = "columnwise"
    ROWWISE = "rowwise"


def _colored(cell: str, value: float, best: float) -> str:
    if value <= best * 1.01 or value <= best + 100e-9:
        return BEST + BOLD + cell + TERMINATE * 2
    if value <= best * 1.1:
        return GOOD + BOLD + cell + TERMINATE * 2
    if value >= best * 5:
        return VERY_BAD + BOLD + cell + TERMINATE * 2
    if value >= best * 2:
        return BAD + cell + TERMINATE * 2
    return cell


class _Table:
    """The measurements of one label."""

    def __init__(self, results, colorize, trim, warn):
        self.results, self.colorize, self.trim, self.warn = results, colorize, trim, warn
        self.unit, self.scale = common.select_unit(min(r.median for r in results))
        self.rows = common.ordered_unique((r.num_threads, r.env, r.as_row_name) for r in results)
        self.rows.sort(key=lambda row: row[0])
        self.columns = common.ordered_unique(r.description for r in results)
        self.by_place = {((r.num_threads, r.env, r.as_row_name), r.description): r for r in results}

    def _numbers(self, column) -> List[Optional[str]]:
        """The values of a column as text of one width, None where there is no measurement."""
        found = [self.by_place.get((row, column)) for row in self.rows]
        leading = [math.ceil(math.log10(r.median / self.scale)) for r in found if r]
        before, decimals = max(leading), 1
        if self.trim:
            decimals = min(max(r.significant_figures - digits, 0) for r, digits in zip((r for r in found if r), leading))
        width = before + decimals + (1 if decimals else 0)
        out = []
        for r in found:
            if r is None:
                out.append(None)
                continue
            value = r.median / self.scale
            if self.trim:
                value = common.trim_sigfig(value, r.significant_figures)
            text = f"{value:.{decimals}f}".rjust(width)
            if self.warn and r.has_warnings:
                text += f" (! {r.iqr / r.median * 100:.0f}%)"
            out.append(text)
        return out

    def render(self) -> str:
        labels = [str(c) if c is not None else "" for c in self.columns]
        cells = [self._numbers(c) for c in self.columns]
        several = len({row[1] for row in self.rows}) > 1
        env_width = max(len(env) for _, env, _ in self.rows) + 4 if several else 4
        first = 2 + env_width + max(len(name) for _, _, name in self.rows)
        widths = [max([len(label)] + [len(c) for c in column if c is not None]) for label, column in zip(labels, cells)]
        header = "  |  ".join([" " * first] + [label.center(w) for label, w in zip(labels, widths)])
        best = self._best()
        lines = []
        for threads, group in itertools.groupby(range(len(self.rows)), key=lambda i: self.rows[i][0]):
            start = f"{threads} threads: "
            lines.append(start + "-" * (len(header) - len(start)))
            before = None
            for i in group:
                _, env, name = self.rows[i]
                shown = f"({env})" if several and env != before else ""
                before = env
                row = [("  " + shown.ljust(env_width) + name).ljust(first)]
                for j, column in enumerate(self.columns):
                    text = (cells[j][i] or "").center(widths[j])
                    r = self.by_place.get((self.rows[i], column))
                    if r is not None and self.colorize is not Colorize.NONE:
                        text = _colored(text, r.median, best(i, j))
                    row.append(text)
                lines.append("  |  ".join(row))
        title = self.results[0].task_spec.label or ""
        title = f" {title} ".center(len(header) - 2, "-") if title else "-" * (len(header) - 2)
        footer = f"\nTimes are in {common.unit_to_english(self.unit)}s ({self.unit}).\n"
        if any(r.has_warnings for r in self.results) and self.warn:
            footer += "(! XX%) Measurement has high variance, where XX is the IQR / median * 100.\n"
        return "\n".join([f"[{title}]", header] + lines + [footer])

    def _best(self):
        """The least time that a cell is compared with."""
        at = lambda i, j: self.by_place.get((self.rows[i], self.columns[j]))
        rows, columns = range(len(self.rows)), range(len(self.columns))
        if self.colorize is Colorize.ROWWISE:
            return lambda i, j: min(r.median for r in (at(i, k) for k in columns) if r)
        return lambda i, j: min(r.median for r in (at(k, j) for k in rows if self.rows[k][0] == self.rows[i][0]) if r)


class Compare:
    """Tables of measurements side by side."""

    def __init__(self, results: List[common.Measurement]):
        self._results: List[common.Measurement] = []
        self.extend_results(results)
        self._trim = self._warn = False
        self._colorize = Colorize.NONE

    def __str__(self) -> str:
        merged = common.Measurement.merge(self._results)
        labels = common.ordered_unique(r.task_spec.label for r in merged)
        tables = [_Table([r for r in merged if r.task_spec.label == label], self._colorize, self._trim, self._warn) for label in labels]
        return "\n".join(t.render() for t in tables)

    def extend_results(self, results) -> None:
        for r in results:
            if not isinstance(r, common.Measurement):
                raise ValueError(f"Expected an instance of `Measurement`, got {type(r)} instead.")
        self._results.extend(results)

    def trim_significant_figures(self) -> None:
        self._trim = True

    def colorize(self, rowwise: bool = False) -> None:
        self._colorize = Colorize.ROWWISE if rowwise else Colorize.COLUMNWISE

    def highlight_warnings(self) -> None:
        self._warn = True

    def print(self) -> None:
        print(str(self))
