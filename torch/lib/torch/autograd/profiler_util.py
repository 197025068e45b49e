"""Times as text."""


def _format_time(time_us):
    for unit, size in (("s", 1000.0 * 1000.0), ("ms", 1000.0)):
        if time_us >= size:
            return f"{time_us / size:.3f}{unit}"
    return f"{time_us:.3f}us"


def _format_time_share(time_us, total_time_us):
    return f"{time_us * 100.0 / total_time_us:.2f}%" if total_time_us else "NaN"


def _format_memory(nbytes):
    for unit, size in (("Gb", 1 << 30), ("Mb", 1 << 20), ("Kb", 1 << 10)):
        if abs(nbytes) >= size:
            return f"{nbytes / size:.2f} {unit}"
    return f"{nbytes} b"


class Interval:
    def __init__(self, start, end):
        self.start, self.end = start, end

    def elapsed_us(self):
        return self.end - self.start


class EventList(list):
    def total_average(self):
        return self[0] if self else None


class FunctionEvent:
    def __init__(self, id, name, thread, start_us, end_us, **kwargs):
        self.id, self.name, self.thread, self.time_range = id, name, thread, Interval(start_us, end_us)
        self.__dict__.update(kwargs)


class FunctionEventAvg:
    def __init__(self):
        self.key, self.count = None, 0


class Kernel:
    pass
