"""Timing of statements, with threads and warm-up as tensors need them."""
import enum
import textwrap
import timeit
from typing import Any, Callable, Dict, List, NoReturn, Optional

import torch
from torch.utils.benchmark.utils import common

__all__ = ["Timer", "timer", "Language"]

timer = timeit.default_timer


class Language(enum.Enum):
    PYTHON = 0
    CPP = 1


class Timer:
    """Measures a statement. Labels say where it belongs in tables: label is the table, sub_label the row, description the column."""

    _timer_cls = timeit.Timer

    def __init__(self, stmt: str = "pass", setup: str = "pass", global_setup: str = "", timer: Callable[[], float] = timer,
                 globals: Optional[Dict[str, Any]] = None, label: Optional[str] = None, sub_label: Optional[str] = None,
                 description: Optional[str] = None, env: Optional[str] = None, num_threads: int = 1, language=Language.PYTHON):
        if not isinstance(stmt, str):
            raise ValueError("Currently only a `str` stmt is supported.")
        if language not in (Language.PYTHON, "py", "python"):
            if language not in (Language.CPP, "cpp", "c++"):
                raise ValueError(f"Invalid language `{language}`.")
            raise NotImplementedError("torch.utils.benchmark.Timer: magneto does not time C++")
        if global_setup:
            raise ValueError(f"global_setup is C++ only, got `{global_setup}`. Most likely this code can simply be moved to `setup`.")
        stmt, setup = textwrap.dedent(stmt), textwrap.dedent(setup)
        stmt, setup = (text.removeprefix("\n").rstrip() for text in (stmt, setup))
        self._timer = self._timer_cls(stmt=stmt, setup=setup, timer=timer, globals={"torch": torch, **(globals or {})})
        self._task_spec = common.TaskSpec(stmt=stmt, setup=setup, global_setup=global_setup, label=label, sub_label=sub_label,
                                          description=description, env=env, num_threads=num_threads)

    def _timeit(self, number: int) -> float:
        return max(self._timer.timeit(number), 1e-9)

    def _measurement(self, number: int, times: List[float]) -> common.Measurement:
        return common.Measurement(number_per_run=number, raw_times=times, task_spec=self._task_spec)

    def timeit(self, number: int = 1000000) -> common.Measurement:
        """One measurement of so many runs, behind a hundredth as many that warm up."""
        with common.set_torch_threads(self._task_spec.num_threads):
            self._timeit(max(number // 100, 2))
            return self._measurement(number, [self._timeit(number)])

    def _block_size(self, min_run_time: float) -> int:
        """How many runs a measurement has, so that the clock is a ten-thousandth of it."""
        with common.set_torch_threads(self._task_spec.num_threads):
            overhead = sorted(self._timeit(0) for _ in range(5))[2]
            number = 1
            while True:
                taken = self._timeit(number)
                if taken > min_run_time or overhead / taken <= 1e-4 and taken >= min_run_time / 1000:
                    return number
                number *= 10

    def _repeated(self, number: int, enough: Callable[[List[float]], bool], callback) -> common.Measurement:
        times: List[float] = []
        with common.set_torch_threads(self._task_spec.num_threads):
            while not enough(times):
                times.append(self._timeit(number))
                if callback is not None:
                    callback(number, times[-1])
        return self._measurement(number, times)

    def blocked_autorange(self, callback: Optional[Callable[[int, float], NoReturn]] = None, min_run_time: float = 0.2) -> common.Measurement:
        """Measurements of equal numbers of runs until min_run_time seconds have passed in them."""
        number = self._block_size(min_run_time)
        return self._repeated(number, lambda times: sum(times) >= min_run_time and bool(times), callback)

    def adaptive_autorange(self, threshold: float = 0.1, *, min_run_time: float = 0.01, max_run_time: float = 10.0,
                           callback: Optional[Callable[[int, float], NoReturn]] = None) -> common.Measurement:
        """Measurements until their spread is below a part of the median, or max_run_time seconds have passed."""
        number = self._block_size(min_run_time)

        def enough(times: List[float]) -> bool:
            if sum(times) >= max_run_time:
                return True
            return len(times) > 3 and sum(times) >= min_run_time and self._measurement(number, times).meets_confidence(threshold)

        return self._repeated(number, enough, callback)

    def autorange(self, callback: Optional[Callable[[int, float], NoReturn]] = None) -> Any:
        return self._timer.autorange(callback)

    def repeat(self, repeat: int = -1, number: int = -1) -> None:
        raise NotImplementedError("See `Timer.blocked_autorange.`")

    def collect_callgrind(self, number: int = 100, *, repeats: Optional[int] = None, collect_baseline: bool = True, retain_out_file: bool = False) -> Any:
        raise NotImplementedError("torch.utils.benchmark.Timer.collect_callgrind: magneto does not run Valgrind")
