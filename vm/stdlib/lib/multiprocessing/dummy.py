"""The names of multiprocessing for threads."""

from multiprocessing import cpu_count, freeze_support
from multiprocessing.pool import ThreadPool
from queue import Queue
from threading import Barrier, BoundedSemaphore, Condition, Event, Lock, RLock, Semaphore, Thread as Process, current_thread as current_process

__all__ = ["Barrier", "BoundedSemaphore", "Condition", "Event", "Lock", "Pool", "Process", "Queue", "RLock", "Semaphore", "active_children", "cpu_count",
           "current_process", "freeze_support"]


def Pool(processes=None, initializer=None, initargs=()):
    return ThreadPool(processes, initializer, initargs)


def active_children():
    import threading
    return [thread for thread in threading.enumerate() if thread is not threading.main_thread()]
