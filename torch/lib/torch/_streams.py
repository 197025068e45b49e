"""Streams and events of a device. On the processor there is one order of work, and nothing to wait for."""
from torch import device as _device
from torch._utils import _linked


def _device_of(given):
    """The device that is named, which must be here: an accelerator's number alone names none."""
    if isinstance(given, int):
        raise RuntimeError("Cannot access accelerator device when none is available.")
    return _linked(given or "cpu")


class Stream:
    __module__ = "torch"
    _KINDS = {0: "cpu", 1: "cuda"}

    def __init__(self, device=None, priority=0, *, stream_id=None, device_index=None, device_type=None):
        if device_type is None:
            self.device, self.device_index, self.stream_id, self.device_type = _device_of(device), -1, 0, 0
        else:
            self.device, self.device_index = _device(self._KINDS.get(device_type, "cpu"), device_index), device_index
            self.stream_id, self.device_type = stream_id, device_type

    def _no_events(self):
        raise RuntimeError(f"{self.device.type} backend doesn't support events.")

    def record_event(self, event=None):
        self._no_events()

    def wait_event(self, event):
        pass

    def wait_stream(self, stream):
        self._no_events()

    def synchronize(self):
        pass

    def query(self):
        return True

    def is_capturing(self):
        return False

    @property
    def native_handle(self):
        raise RuntimeError("Backend doesn't support getting stream native handle.")

    def _key(self):
        return self.device_type, self.device_index, self.stream_id

    def __eq__(self, other):
        return isinstance(other, Stream) and self._key() == other._key()

    def __hash__(self):
        return hash(self._key())

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        pass

    def __repr__(self):
        return f"torch.Stream device_type={self.device.type}, device_index={self.device_index}, stream_id={self.stream_id}"


class Event:
    __module__ = "torch"
    event_id = 0

    def __init__(self, device=None, *, enable_timing=False, blocking=False, interprocess=False):
        self.device, self._timed = _device_of(device), enable_timing

    def record(self, stream=None):
        raise RuntimeError(f"{self.device.type} backend doesn't support events.")

    def query(self):
        return True

    def wait(self, stream=None):
        pass

    def synchronize(self):
        pass

    def elapsed_time(self, end_event):
        if not (self._timed and end_event._timed):
            raise ValueError("Both events must be created with argument 'enable_timing=True'.")
        raise ValueError("Both events must be recorded before calculating elapsed time.")

    def __repr__(self):
        return f"torch.Event device_type={self.device.type}, device_index=-1, event_flag={int(self._timed)}, event_id=0"
