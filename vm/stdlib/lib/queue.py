"""Queues between threads."""

import types
from collections import deque
from heapq import heappop, heappush
from threading import Condition, Lock

__all__ = ["Empty", "Full", "ShutDown", "Queue", "PriorityQueue", "LifoQueue", "SimpleQueue"]


class Empty(Exception):
    """Raised by get when there is nothing."""

    __module__ = "_queue"


class Full(Exception):
    """Raised by put when there is no room."""


class ShutDown(Exception):
    """Raised by put and get of a queue that was shut down."""


def _wait(condition, predicate, block, timeout):
    """Wait as put and get are asked to, and tell whether the predicate came true."""
    if not block:
        return predicate()
    if timeout is not None and timeout < 0:
        raise ValueError("'timeout' must be a non-negative number")
    return condition.wait_for(predicate, timeout)


class Queue:
    """First in, first out."""

    # What derived classes change: the container, and how it is filled, emptied and measured.
    _init = lambda self, maxsize: setattr(self, "queue", deque())
    _get = lambda self: self.queue.popleft()
    _put = lambda self, item: self.queue.append(item)
    _qsize = lambda self: len(self.queue)

    def __init__(self, maxsize=0):
        self.mutex = mutex = Lock()
        self.not_full, self.not_empty, self.all_tasks_done = Condition(mutex), Condition(mutex), Condition(mutex)
        self.is_shutdown, self.unfinished_tasks, self.maxsize = False, 0, maxsize
        self._init(maxsize)

    def get(self, block=True, timeout=None):
        with self.mutex:
            if not _wait(self.not_empty, lambda: self.is_shutdown or self._qsize(), block, timeout):
                raise Empty
            if not self._qsize():
                raise ShutDown
            item = self._get()
            self.not_full.notify()
            return item

    def get_nowait(self):
        return self.get(block=False)

    def put(self, item, block=True, timeout=None):
        with self.mutex:
            if not self.is_shutdown and self.maxsize > 0:
                room = lambda: self.is_shutdown or self._qsize() < self.maxsize
                if not _wait(self.not_full, room, block, timeout):
                    raise Full
            if self.is_shutdown:
                raise ShutDown
            self._put(item)
            self.unfinished_tasks += 1
            self.not_empty.notify()

    def put_nowait(self, item):
        return self.put(item, block=False)

    def _measure(self):
        with self.mutex:
            return self._qsize()

    qsize = _measure

    def empty(self):
        return self._measure() == 0

    def full(self):
        return 0 < self.maxsize <= self._measure()

    def join(self):
        """Wait until task_done was called for all that was put."""
        with self.mutex:
            self.all_tasks_done.wait_for(lambda: not self.unfinished_tasks)

    def task_done(self):
        with self.mutex:
            if self.unfinished_tasks <= 0:
                raise ValueError("task_done() called too many times")
            self._one_done()

    def _one_done(self):
        self.unfinished_tasks -= 1
        if not self.unfinished_tasks:
            self.all_tasks_done.notify_all()

    def shutdown(self, immediate=False):
        """Let nothing more in, and with immediate nothing out."""
        with self.mutex:
            self.is_shutdown = True
            while immediate and self._qsize():
                self._get()
                if self.unfinished_tasks > 0:
                    self._one_done()
            for condition in (self.not_empty, self.not_full):
                condition.notify_all()

    __class_getitem__ = classmethod(types.GenericAlias)


class PriorityQueue(Queue):
    """The smallest first."""

    _init = lambda self, maxsize: setattr(self, "queue", [])
    _get = lambda self: heappop(self.queue)
    _put = lambda self, item: heappush(self.queue, item)


class LifoQueue(Queue):
    """Last in, first out."""

    _init = PriorityQueue._init
    _get = lambda self: self.queue.pop()


class SimpleQueue:
    """First in, first out, without limits and counts."""

    __module__ = "_queue"

    def __init__(self):
        self._queue = deque()
        self._not_empty = Condition(Lock())

    def put(self, item, block=True, timeout=None):
        with self._not_empty:
            self._queue.append(item)
            self._not_empty.notify()

    def get(self, block=True, timeout=None):
        with self._not_empty:
            if not _wait(self._not_empty, lambda: self._queue, block, timeout):
                raise Empty
            return self._queue.popleft()

    get_nowait = lambda self: self.get(block=False)
    put_nowait = lambda self, item: self.put(item)
    qsize = lambda self: len(self._queue)
    empty = lambda self: not self._queue

    __class_getitem__ = classmethod(types.GenericAlias)
