"""What a single process can tell and do of many: their number of processors, its own name, locks. Other processes are not started."""

import os as _os
import threading as _threading

from threading import Barrier, BoundedSemaphore, Condition, Event, Lock, RLock, Semaphore

__all__ = ["Array", "AuthenticationError", "Barrier", "BoundedSemaphore", "BufferTooShort", "Condition", "Event", "JoinableQueue", "Lock", "Manager", "Pipe",
           "Pool", "Process", "ProcessError", "Queue", "RLock", "Semaphore", "SimpleQueue", "TimeoutError", "Value", "active_children", "cpu_count",
           "current_process", "freeze_support", "get_all_start_methods", "get_context", "get_start_method", "parent_process", "set_start_method"]


class ProcessError(Exception):
    """What goes wrong between processes."""


class AuthenticationError(ProcessError):
    """The other end does not know the key."""


class BufferTooShort(ProcessError):
    """A message is larger than the place for it."""


class TimeoutError(ProcessError):
    """An answer has not come in time."""


def cpu_count():
    return _os.cpu_count()


class _MainProcess:
    name, daemon, exitcode = "MainProcess", False, None

    def __init__(self):
        self.ident = self.pid = _os.getpid()

    def __repr__(self):
        return f"<_MainProcess name={self.name!r} parent=None started>"

    def is_alive(self):
        return True


_main = _MainProcess()


def current_process():
    return _main


def parent_process():
    return None


def active_children():
    return []


def freeze_support():
    pass


_METHODS = ["forkserver", "fork", "spawn"]
_method = None


def get_all_start_methods():
    return list(_METHODS)


def get_start_method(allow_none=False):
    return _method if _method is not None or allow_none else _METHODS[0]


def set_start_method(method, force=False):
    global _method
    if _method is not None and not force:
        raise RuntimeError("context has already been set")
    if method is not None and method not in _METHODS:
        raise ValueError(f"cannot find context for {method!r}")
    _method = method


class _Context:
    """The functions of the module, with a start method of its own."""

    def __init__(self, method):
        self._name = method

    def __getattr__(self, name):
        if name in __all__:
            return globals()[name]
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def get_start_method(self, allow_none=False):
        return self._name


def get_context(method=None):
    if method is not None and method not in _METHODS:
        raise ValueError(f"cannot find context for {method!r}")
    return _Context(method or get_start_method())


def _missing(name):
    def refuse(*args, **kwargs):
        raise NotImplementedError(f"multiprocessing.{name} is not supported: magneto runs one process")
    refuse.__name__ = refuse.__qualname__ = name
    return refuse


class Process:
    def __init__(self, *args, **kwargs):
        _missing("Process")()


for _name in ("Array", "JoinableQueue", "Manager", "Pipe", "Pool", "Queue", "SimpleQueue", "Value"):
    globals()[_name] = _missing(_name)
