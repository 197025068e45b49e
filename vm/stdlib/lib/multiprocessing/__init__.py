"""Processes with the interface of threads. Each is a virtual machine of its own in this process: memory is shared only by queues, pipes, locks and shared numbers."""

import os as _os

from . import context, process, reduction as reducer
from .connection import Pipe
from .context import (AuthenticationError, BufferTooShort, Process, ProcessError, TimeoutError, get_all_start_methods, get_context, get_start_method,
                      set_start_method)
from .process import active_children, current_process, parent_process
from .queues import JoinableQueue, Queue, SimpleQueue
from .sharedctypes import Array, RawArray, RawValue, Value
from .synchronize import Barrier, BoundedSemaphore, Condition, Event, Lock, RLock, Semaphore

__all__ = ["Array", "AuthenticationError", "Barrier", "BoundedSemaphore", "BufferTooShort", "Condition", "Event", "JoinableQueue", "Lock", "Manager", "Pipe",
           "Pool", "Process", "ProcessError", "Queue", "RLock", "RawArray", "RawValue", "Semaphore", "SimpleQueue", "TimeoutError", "Value", "active_children",
           "allow_connection_pickling", "cpu_count", "current_process", "freeze_support", "get_all_start_methods", "get_context", "get_logger", "get_start_method",
           "log_to_stderr", "parent_process", "reducer", "set_executable", "set_forkserver_preload", "set_start_method"]


def cpu_count():
    return _os.cpu_count()


def freeze_support():
    pass


def allow_connection_pickling():
    pass


def set_executable(executable):
    pass


def set_forkserver_preload(module_names):
    pass


def Manager():
    from .managers import SyncManager

    manager = SyncManager()
    manager.start()
    return manager


def Pool(processes=None, initializer=None, initargs=(), maxtasksperchild=None):
    return context.default.Pool(processes, initializer, initargs, maxtasksperchild)


def get_logger():
    import logging

    return logging.getLogger("multiprocessing")


def log_to_stderr(level=None):
    import logging

    logger = get_logger()
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("[%(levelname)s/%(processName)s] %(message)s"))
    logger.addHandler(handler)
    if level:
        logger.setLevel(level)
    return logger
