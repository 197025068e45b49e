"""The processor as a device."""


def is_available():
    return True


def device_count():
    return 1


def current_device():
    return "cpu"


def synchronize(device=None):
    pass


def is_initialized():
    return True


def set_device(device):
    pass


def get_capabilities():
    """What the processor can do, as far as it is known."""
    return {"architecture": "x86_64"}


class Stream:
    """An order of work; there is one."""

    def __init__(self, priority=-1):
        pass

    def wait_stream(self, stream):
        pass

    def record_event(self):
        pass

    def wait_event(self, event):
        pass


class Event:
    def __init__(self, device=None, *, enable_timing=False, blocking=False, interprocess=False):
        self.device = device

    def query(self):
        return True

    def record(self, stream=None):
        pass

    def synchronize(self):
        pass

    def wait(self, stream=None):
        pass


_stream = Stream()


def current_stream(device=None):
    return _stream


class StreamContext:
    def __init__(self, stream):
        self.stream = stream

    def __enter__(self):
        pass

    def __exit__(self, *exc_info):
        pass


def stream(stream):
    return StreamContext(stream)
