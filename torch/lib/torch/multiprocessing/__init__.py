"""The names of multiprocessing, and how tensors would be shared. Other processes are not started here: what needs one says so."""
from multiprocessing import *
from multiprocessing import __all__ as _names

_STRATEGIES = {"file_descriptor", "file_system"}
_strategy = "file_descriptor"


def get_all_sharing_strategies():
    return set(_STRATEGIES)


def get_sharing_strategy():
    return _strategy


def set_sharing_strategy(new_strategy):
    global _strategy
    if new_strategy not in _STRATEGIES:
        raise AssertionError(f"invalid sharing strategy {new_strategy!r}, expected one of {_STRATEGIES}")
    _strategy = new_strategy


class ProcessException(Exception):
    def __init__(self, msg, error_index, pid):
        super().__init__(msg)
        self.msg, self.error_index, self.pid = msg, error_index, pid


class ProcessRaisedException(ProcessException):
    """A process that spawn started raised."""


class ProcessExitedException(ProcessException):
    """A process that spawn started was ended."""

    def __init__(self, msg, error_index, error_pid, exit_code, signal_name=None):
        super().__init__(msg, error_index, error_pid)
        self.exit_code, self.signal_name = exit_code, signal_name


def start_processes(fn, args=(), nprocs=1, join=True, daemon=False, start_method="spawn", numa_options=None):
    raise NotImplementedError("torch.multiprocessing.start_processes is not supported: magneto runs one process")


def spawn(fn, args=(), nprocs=1, join=True, daemon=False, start_method="spawn"):
    raise NotImplementedError("torch.multiprocessing.spawn is not supported: magneto runs one process")


__all__ = _names + ["get_all_sharing_strategies", "get_sharing_strategy", "set_sharing_strategy", "start_processes", "spawn"]
