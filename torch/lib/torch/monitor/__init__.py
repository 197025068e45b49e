"""Statistics and events of a program, for handlers that pass them on."""

import datetime
import enum
import time

STAT_EVENT = "torch.monitor.Stat"
data_value_t = (str, float, int, bool)


class Aggregation(enum.Enum):
    """What a Stat tells of the values of a window."""

    VALUE, MEAN, COUNT, SUM, MAX, MIN = 0, 2, 3, 4, 5, 6

    def __int__(self):
        return self.value

    __index__ = __int__

    def __repr__(self):
        return f"<{self}: {self.value}>"


# The order in which results are told; of the last value nothing is.
_RESULTS = {
    Aggregation.MIN: min, Aggregation.MAX: max, Aggregation.SUM: sum, Aggregation.COUNT: lambda v: float(len(v)), Aggregation.MEAN: lambda v: sum(v) / len(v),
}


class Event:
    """Something that happened, with data by names."""

    def __init__(self, name, timestamp, data):
        if not isinstance(name, str) or not isinstance(timestamp, datetime.datetime) or not all(isinstance(v, data_value_t) for v in data.values()):
            raise TypeError("__init__(): incompatible constructor arguments. The following argument types are supported:\n"
                            "    1. torch._C._monitor.Event(name: str, timestamp: datetime.datetime, data: collections.abc.Mapping[str, data_value_t])\n")
        self.name, self.timestamp = name, timestamp
        self.data = {k: float(v) if isinstance(v, bool) else v for k, v in data.items()}


class EventHandlerHandle:
    """What register_event_handler gives."""

    def __init__(self, handler):
        self._handler = handler


_handlers = []


def register_event_handler(callback):
    handle = EventHandlerHandle(callback)
    _handlers.append(handle)
    return handle


def unregister_event_handler(handler):
    _handlers.remove(handler)


def log_event(event):
    for handle in list(_handlers):
        handle._handler(event)


class Stat:
    """Numbers of which aggregations are told in an event for each window of time, or earlier for each max_samples of them."""

    def __init__(self, name, aggregations, window_size, max_samples=2**63 - 1):
        if not isinstance(window_size, datetime.timedelta):
            raise TypeError("__init__(): incompatible constructor arguments. The following argument types are supported:\n"
                            "    1. torch._C._monitor.Stat(name: str, aggregations: collections.abc.Sequence[torch._C._monitor.Aggregation], window_size: datetime.timedelta)\n")
        self.name = name
        self._wanted = [a for a in _RESULTS if a in aggregations]
        self._window, self._most = window_size.total_seconds(), max_samples
        self._began = time.monotonic()
        self._values, self._last = [], dict.fromkeys(self._wanted, 0.0)

    @property
    def count(self):
        return len(self._values)

    def add(self, v):
        if time.monotonic() - self._began >= self._window:
            self._finish()
        self._values.append(float(v))
        if len(self._values) >= self._most:
            self._finish()

    def get(self):
        """The aggregations of the last window that is over."""
        return dict(self._last)

    def _finish(self):
        values, self._values, self._began = self._values, [], time.monotonic()
        if not values:
            return
        self._last = {a: _RESULTS[a](values) for a in self._wanted}
        log_event(Event(STAT_EVENT, datetime.datetime.now(), {f"{self.name}.{a.name.lower()}": x for a, x in self._last.items()}))


class TensorboardEventHandler:
    """Writes the numbers of statistics with a SummaryWriter."""

    def __init__(self, writer):
        self._writer = writer

    def __call__(self, event):
        if event.name == STAT_EVENT:
            for name, value in event.data.items():
                self._writer.add_scalar(name, value, walltime=event.timestamp.timestamp())


class _WaitCounterTracker:
    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        return None


class _WaitCounter:
    """Counts how long something is waited for; nobody is told."""

    def __init__(self, key):
        self._key = key

    def guard(self):
        return _WaitCounterTracker()
