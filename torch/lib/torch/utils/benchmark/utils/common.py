"""What was measured, and numbers as they are shown."""
import contextlib
import dataclasses
import math
import textwrap
from typing import Any, Dict, Iterable, List, Optional, Tuple

import torch

__all__ = ["TaskSpec", "Measurement", "select_unit", "unit_to_english", "trim_sigfig", "ordered_unique", "set_torch_threads"]

MAX_FIGURES, MIN_FIGURES = 4, 1
MIN_INTERVAL = 25e-9  # seconds: no clock tells more
WIDE, VERY_WIDE = 0.1, 0.25  # spreads that are warned of, in parts of the median

_UNITS = {"ns": ("nanosecond", 1e-9), "us": ("microsecond", 1e-6), "ms": ("millisecond", 1e-3), "s": ("second", 1)}


@dataclasses.dataclass(init=True, repr=False, eq=True, frozen=True)
class TaskSpec:
    """What is measured: a statement with its setup, and how tables name it."""

    stmt: str
    setup: str
    global_setup: str = ""
    label: Optional[str] = None
    sub_label: Optional[str] = None
    description: Optional[str] = None
    env: Optional[str] = None
    num_threads: int = 1

    @property
    def title(self) -> str:
        if self.label is not None:
            return self.label + (f": {self.sub_label}" if self.sub_label else "")
        if "\n" not in self.stmt:
            return self.stmt + (f": {self.sub_label}" if self.sub_label else "")
        aside = f" ({self.sub_label})" if self.sub_label else ""
        return f"stmt:{aside}\n" + textwrap.indent(self.stmt, "  ")

    def setup_str(self) -> str:
        if not self.setup or self.setup == "pass":
            return ""
        if "\n" in self.setup:
            return "setup:\n" + textwrap.indent(self.setup, "  ")
        return "setup: " + self.setup

    def summarize(self) -> str:
        parts = [part for part in (self.title, self.description or "", self.setup_str()) if part]
        return "\n".join(part + "\n" if "\n" in part else part for part in parts)


@dataclasses.dataclass(init=True, repr=False)
class Measurement:
    """Times of one task: raw_times are seconds, each for number_per_run runs of the statement."""

    number_per_run: int
    raw_times: List[float]
    task_spec: TaskSpec
    metadata: Optional[Dict[Any, Any]] = None

    def __getattr__(self, name: str) -> Any:
        if name in TaskSpec.__dataclass_fields__ or name in ("title", "setup_str"):
            return getattr(self.task_spec, name)
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    @property
    def times(self) -> List[float]:
        return [t / self.number_per_run for t in self.raw_times]

    def _quantile(self, q: float) -> float:
        times = sorted(self.times)
        place = q * (len(times) - 1)
        low = math.floor(place)
        high = min(low + 1, len(times) - 1)
        return times[low] + (times[high] - times[low]) * (place - low)

    def _checked(self) -> None:
        if not self.raw_times:
            raise ValueError("No measurements have been collected.")

    @property
    def median(self) -> float:
        self._checked()
        return self._quantile(0.5)

    @property
    def mean(self) -> float:
        self._checked()
        return sum(self.times) / len(self.times)

    @property
    def iqr(self) -> float:
        self._checked()
        return self._quantile(0.75) - self._quantile(0.25)

    @property
    def significant_figures(self) -> int:
        """How many figures of the median can be told, from the spread of the middle half of the times."""
        self._checked()
        times = sorted(self.times)
        middle = times[len(times) // 4 : math.ceil(3 * len(times) / 4)]
        mean = sum(middle) / len(middle)
        deviation = math.sqrt(sum((t - mean) ** 2 for t in middle) / len(middle))
        interval = max(1.645 * deviation / math.sqrt(len(middle)), MIN_INTERVAL)
        return max(min(math.floor(math.log10(self.median / interval)), MAX_FIGURES), MIN_FIGURES)

    @property
    def has_warnings(self) -> bool:
        self._checked()
        return bool(self._warnings())

    def _warnings(self) -> str:
        spread = self.iqr / self.median
        if self.meets_confidence():
            return ""
        meaning = "suggests significant environmental influence." if spread > VERY_WIDE else "could indicate system fluctuation."
        return f"  WARNING: Interquartile range is {spread * 100:.1f}% of the median measurement.\n           This {meaning}"

    def meets_confidence(self, threshold: float = WIDE) -> bool:
        return self.iqr / self.median < threshold

    @property
    def title(self) -> str:
        return self.task_spec.title

    @property
    def as_row_name(self) -> str:
        return self.task_spec.sub_label or self.task_spec.stmt or "[Unknown]"

    def __repr__(self) -> str:
        lines = [object.__repr__(self), self.task_spec.summarize()]
        n = len(self.raw_times)
        unit, scale = select_unit(self.median)
        lines.append(f"  {'Median: ' if n > 1 else ''}{self.median / scale:.2f} {unit}")
        if n >= 4:
            low, high = self._quantile(0.25), self._quantile(0.75)
            lines.append(f"  IQR:    {self.iqr / scale:.2f} {unit} ({low / scale:.2f} to {high / scale:.2f})")
        threads = f"{self.num_threads} thread{'s' if self.num_threads > 1 else ''}"
        lines.append(f"  {n} measurement{'s' if n > 1 else ''}, {self.number_per_run} runs {'per measurement,' if n > 1 else ','} {threads}")
        if warnings := self._warnings():
            lines.append(warnings)
        return "\n".join(lines)

    @staticmethod
    def merge(measurements: Iterable["Measurement"]) -> List["Measurement"]:
        """Puts the times of equal tasks together."""
        groups: Dict[TaskSpec, List[Measurement]] = {}
        for m in measurements:
            groups.setdefault(m.task_spec, []).append(m)
        out = []
        for task, group in groups.items():
            out.append(Measurement(1, [t for m in group for t in m.times], task, None))
        return out


def select_unit(t: float) -> Tuple[str, float]:
    """The unit for a time in seconds, and how many seconds it has."""
    exponent = int(math.log10(t) // 3) if t else 0
    unit = {-3: "ns", -2: "us", -1: "ms"}.get(exponent, "s")
    return unit, _UNITS[unit][1]


def unit_to_english(u: str) -> str:
    return _UNITS[u][0]


def trim_sigfig(x: float, n: int) -> float:
    """x with n significant figures."""
    if x == 0:
        return x
    scale = 10 ** (math.ceil(math.log10(abs(x))) - n)
    return float(round(x / scale) * scale)


def ordered_unique(elements: Iterable[Any]) -> List[Any]:
    return list(dict.fromkeys(elements))


@contextlib.contextmanager
def set_torch_threads(n: int):
    before = torch.get_num_threads()
    try:
        torch.set_num_threads(n)
        yield
    finally:
        torch.set_num_threads(before)
