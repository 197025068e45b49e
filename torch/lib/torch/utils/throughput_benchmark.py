"""How many calls a second a module takes."""

import time

from torch.autograd.profiler_util import _format_time


def format_time(time_us=None, time_ms=None, time_s=None):
    """A time, given in one unit, as text in the one that suits it."""
    given = [t * size for t, size in ((time_us, 1.0), (time_ms, 1e3), (time_s, 1e6)) if t is not None]
    if len(given) != 1:
        raise AssertionError("Expected only one of time_us, time_ms, time_s is given.")
    return _format_time(given[0])


class ExecutionStats:
    def __init__(self, seconds, iterations, num_calling_threads):
        self.seconds, self.num_iters, self.num_calling_threads = seconds, iterations, num_calling_threads

    @property
    def latency_avg_ms(self):
        return self.seconds / self.num_iters * 1000

    @property
    def iters_per_second(self):
        return self.num_iters / self.seconds

    @property
    def total_time_seconds(self):
        return self.seconds

    def __str__(self):
        return (f"Average latency per example: {format_time(time_ms=self.latency_avg_ms)}\nTotal number of iterations: {self.num_iters}\n"
                f"Total number of iterations per second (across all threads): {self.iters_per_second:.2f}\nTotal time: {format_time(time_s=self.total_time_seconds)}")


class ThroughputBenchmark:
    def __init__(self, module):
        self.module, self.inputs = module, []

    def add_input(self, *args, **kwargs):
        self.inputs.append((args, kwargs))

    def run_once(self, *args, **kwargs):
        return self.module(*args, **kwargs)

    def benchmark(self, num_calling_threads=1, num_warmup_iters=10, num_iters=100, profiler_output_path=""):
        for i in range(num_warmup_iters):
            args, kwargs = self.inputs[i % len(self.inputs)]
            self.module(*args, **kwargs)
        start = time.perf_counter()
        for i in range(num_iters):
            args, kwargs = self.inputs[i % len(self.inputs)]
            self.module(*args, **kwargs)
        return ExecutionStats(time.perf_counter() - start, num_iters, 1)
