"""Queues between threads.

Threads run one after another here: what would wait for another thread without end
raises an error instead.
"""

import types
from collections import deque
from heapq import heappop, heappush

__all__ = ["Empty", "Full", "ShutDown", "Queue", "PriorityQueue", "LifoQueue", "SimpleQueue"]


class Empty(Exception):
    """Raised by get when there is nothing."""

    __module__ = "_queue"


class Full(Exception):
    """Raised by put when there is no room."""


class ShutDown(Exception):
    """Raised by put and get of a queue that was shut down."""


class Queue:
    """First in, first out."""

    def __init__(self, maxsize=0):
        import threading
        self.maxsize = maxsize
        self._init(maxsize)
        self.mutex = threading.Lock()
        self.unfinished_tasks = 0
        self.is_shutdown = False

    def task_done(self):
        unfinished = self.unfinished_tasks - 1
        if unfinished < 0:
            raise ValueError("task_done() called too many times")
        self.unfinished_tasks = unfinished

    def join(self):
        """Wait until all is done: threads that could do it have ended already."""

    def qsize(self):
        return self._qsize()

    def empty(self):
        return not self._qsize()

    def full(self):
        return 0 < self.maxsize <= self._qsize()

    def put(self, item, block=True, timeout=None):
        if self.is_shutdown:
            raise ShutDown
        if self.full():
            self._no_progress(Full, block, timeout, "the queue is full and nothing can take from it")
        self._put(item)
        self.unfinished_tasks += 1

    def get(self, block=True, timeout=None):
        if not self._qsize():
            if self.is_shutdown:
                raise ShutDown
            self._no_progress(Empty, block, timeout, "the queue is empty and nothing can put into it")
        return self._get()

    def _no_progress(self, kind, block, timeout, text):
        if block and timeout is not None and timeout < 0:
            raise ValueError("'timeout' must be a non-negative number")
        if block and timeout is None:
            raise RuntimeError("deadlock: " + text)
        if block:
            from time import sleep
            sleep(timeout)
        raise kind

    def put_nowait(self, item):
        return self.put(item, block=False)

    def get_nowait(self):
        return self.get(block=False)

    def shutdown(self, immediate=False):
        """Let nothing more in, and with immediate nothing out."""
        self.is_shutdown = True
        if immediate:
            while self._qsize():
                self._get()
                if self.unfinished_tasks > 0:
                    self.unfinished_tasks -= 1

    # What derived classes change.

    def _init(self, maxsize):
        self.queue = deque()

    def _qsize(self):
        return len(self.queue)

    def _put(self, item):
        self.queue.append(item)

    def _get(self):
        return self.queue.popleft()

    __class_getitem__ = classmethod(types.GenericAlias)


class PriorityQueue(Queue):
    """The smallest first."""

    def _init(self, maxsize):
        self.queue = []

    def _put(self, item):
        heappush(self.queue, item)

    def _get(self):
        return heappop(self.queue)


class LifoQueue(Queue):
    """Last in, first out."""

    def _init(self, maxsize):
        self.queue = []

    def _get(self):
        return self.queue.pop()


class SimpleQueue:
    """First in, first out, without limits and counts."""

    __module__ = "_queue"

    def __init__(self):
        self._queue = deque()

    def put(self, item, block=True, timeout=None):
        self._queue.append(item)

    def get(self, block=True, timeout=None):
        if not self._queue:
            if block and timeout is not None and timeout < 0:
                raise ValueError("'timeout' must be a non-negative number")
            if block and timeout is None:
                raise RuntimeError("deadlock: the queue is empty and nothing can put into it")
            raise Empty
        return self._queue.popleft()

    def put_nowait(self, item):
        return self.put(item, block=False)

    def get_nowait(self):
        return self.get(block=False)

    def empty(self):
        return not self._queue

    def qsize(self):
        return len(self._queue)

    __class_getitem__ = classmethod(types.GenericAlias)
