"""Statistics that scripts count: sums and means by name, kept by the logger that is set."""

import enum
import time

from torch._jit_internal import FunctionModifiers

__all__ = ["AggregationType", "LockingLogger", "NoopLogger", "add_stat_value", "get_logger", "set_logger", "time_point"]


class AggregationType(enum.Enum):
    """What becomes of the values of a name."""

    SUM = 0
    AVG = 1


class LoggerBase:
    """What scripts count goes to one of these."""

    def add_stat_value(self, name, value):
        raise NotImplementedError


class NoopLogger(LoggerBase):
    """Counts nothing."""

    def add_stat_value(self, name, value):
        pass


class LockingLogger(LoggerBase):
    """Counts by name: sums, and means where that was asked for."""

    def __init__(self):
        self._sums, self._counts, self._kinds = {}, {}, {}

    def add_stat_value(self, name, value):
        self._sums[name] = self._sums.get(name, 0) + value
        self._counts[name] = self._counts.get(name, 0) + 1

    def set_aggregation_type(self, name, kind):
        self._kinds[name] = kind

    def get_counter_val(self, name):
        total = self._sums.get(name, 0)
        return total // self._counts[name] if total and self._kinds.get(name) is AggregationType.AVG else total


_current = [NoopLogger()]


def set_logger(logger):
    """The logger for what is counted from now on; gives the one before."""
    before, _current[0] = _current[0], logger
    return before


def get_logger():
    return _current[0]


def add_stat_value(name: str, value: int) -> None:
    _current[0].add_stat_value(name, value)


def time_point() -> int:
    return time.perf_counter_ns()


add_stat_value._torchscript_modifier = time_point._torchscript_modifier = FunctionModifiers.IGNORE  # scripts call them as they are
