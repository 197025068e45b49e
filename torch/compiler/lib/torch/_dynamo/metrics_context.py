"""A collection of figures about one compilation."""

import heapq
import time
import traceback


def _place():
    """The stack of the caller of what sets a metric."""
    return "".join(traceback.format_stack()[:-2])


class TopN:
    """The n largest entries by value."""

    def __init__(self, at_most=25):
        self.at_most = at_most
        self.heap = []

    def add(self, key, val):
        push = heapq.heappush if len(self.heap) < self.at_most else heapq.heappushpop
        push(self.heap, (val, key))

    def __len__(self):
        return len(self.heap)

    def __iter__(self):
        return ((key, val) for val, key in sorted(self.heap, reverse=True))


class MetricsContext:
    """Figures that are set inside of a with block and handed over at its end."""

    def __init__(self, on_exit):
        self._on_exit = on_exit
        self._metrics = {}
        self._start_time_ns = 0
        self._level = 0
        self._edits = {}  # where a metric has been set, by its name: for the error of setting it again

    def __enter__(self):
        if self._level == 0:
            self._metrics = {}
            self._edits = {}
            self._start_time_ns = time.time_ns()
        self._level += 1
        return self

    def __exit__(self, exc_type, exc_value, _traceback):
        self._level -= 1
        if self._level == 0:
            self._on_exit(self._start_time_ns, time.time_ns(), self._metrics, exc_type, exc_value)

    def in_progress(self):
        return self._level > 0

    def _demand(self, action, metric):
        if self._level == 0:
            raise RuntimeError(f"Cannot {action} {metric} outside of a MetricsContext")

    def _refuse(self, metrics, text):
        earlier = "\n\n".join(f"Previous Traceback:\n{place}" for metric in metrics for place in self._edits.get(metric, []))
        raise RuntimeError(f"\n\n{earlier}\n\nRuntimeError: {text} (see above for current and previous traceback).")

    def increment(self, metric, value):
        self._demand("increment", metric)
        self._metrics[metric] = self._metrics.get(metric, 0) + value

    def set(self, metric, value, overwrite=False):
        self._demand("set", metric)
        if metric in self._metrics and not overwrite:
            self._refuse([metric], f"Metric '{metric}' has already been set in the current context")
        self._edits.setdefault(metric, []).append(_place())
        self._metrics[metric] = value

    def set_key_value(self, metric, key, value):
        self._demand("set", metric)
        self._metrics.setdefault(metric, {})[key] = value

    def update(self, values, overwrite=False):
        self._demand("update", "metrics")
        existing = set(self._metrics) & set(values)
        if existing and not overwrite:
            self._refuse(existing, f"Metric(s) {existing} have already been set in the current context. ")
        for metric in values:
            self._edits.setdefault(metric, []).append(_place())
        self._metrics.update(values)

    def update_outer(self, values):
        self._demand("update", "metrics")
        if self._level == 1:
            self.update(values)

    def add_to_set(self, metric, value):
        self._demand("add", metric)
        self._metrics.setdefault(metric, set()).add(value)

    def add_top_n(self, metric, key, val):
        if self._level == 0:
            return
        if metric not in self._metrics:
            self._metrics[metric] = TopN()
        self._metrics[metric].add(key, val)


class RuntimeMetricsContext:
    """Figures that are collected over one call."""

    def __init__(self, on_exit):
        self._on_exit = on_exit
        self._metrics = {}
        self._start_time_ns = 0

    def increment(self, metric, value, extra=None):
        if not self._metrics:
            self._start_time_ns = time.time_ns()
        self._metrics[metric] = self._metrics.get(metric, 0) + value
        for name, extra_value in (extra or {}).items():
            if name not in self._metrics:
                self._metrics[name] = extra_value

    def finish(self):
        if self._metrics:
            metrics, self._metrics = self._metrics, {}
            self._on_exit(self._start_time_ns, time.time_ns(), metrics, None, None)
