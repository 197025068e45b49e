"""Queues between processes."""

import _processes
import pickle
from queue import Empty, Full

from .reduction import ForkingPickler, share
from .synchronize import Condition, Semaphore

__all__ = ["Empty", "Full", "JoinableQueue", "Queue", "SimpleQueue"]


@share
class SimpleQueue:
    """A queue without a bound."""

    def __init__(self, *, ctx=None):
        self._messages, self._done = _processes.channel(), False

    def _shared(self):
        return (self._messages,)

    @classmethod
    def _over(cls, messages):
        queue = cls.__new__(cls)
        queue._messages, queue._done = messages, False
        return queue

    def put(self, obj):
        self._messages.put(ForkingPickler.dumps(obj))

    def get(self):
        return pickle.loads(self._messages.get(None))

    def empty(self):
        return self._messages.size() == 0

    def close(self):
        self._done = True


@share
class Queue:
    """A queue, with a bound where ``maxsize`` is positive."""

    def __init__(self, maxsize=0, *, ctx=None):
        self._maxsize = maxsize if maxsize > 0 else 0
        self._messages, self._closed = _processes.channel(), False
        self._room = _processes.semaphore(maxsize) if maxsize > 0 else None

    def _shared(self):
        return self._messages, self._room, self._maxsize

    @classmethod
    def _over(cls, messages, room, maxsize):
        queue = cls.__new__(cls)
        queue._messages, queue._room, queue._maxsize, queue._closed = messages, room, maxsize, False
        return queue

    def put(self, obj, block=True, timeout=None):
        if self._closed:
            raise ValueError(f"Queue {self!r} is closed")
        message = ForkingPickler.dumps(obj)
        if self._room is not None and not self._room.acquire((None if timeout is None else max(timeout, 0)) if block else 0):
            raise Full
        self._messages.put(message)

    def get(self, block=True, timeout=None):
        if self._closed:
            raise ValueError(f"Queue {self!r} is closed")
        message = self._messages.get((None if timeout is None else max(timeout, 0)) if block else 0)
        if message is None:
            raise Empty
        if self._room is not None:
            self._room.release(1)
        return pickle.loads(message)

    def put_nowait(self, obj):
        return self.put(obj, False)

    def get_nowait(self):
        return self.get(False)

    def qsize(self):
        return self._messages.size()

    def empty(self):
        return self._messages.size() == 0

    def full(self):
        return self._maxsize > 0 and self._messages.size() >= self._maxsize

    def close(self):
        self._closed = True

    def join_thread(self):
        if not self._closed:
            raise AssertionError(f"Queue {self!r} not closed")

    def cancel_join_thread(self):
        pass


@share
class JoinableQueue(Queue):
    """A queue that knows of each item whether it has been dealt with."""

    def __init__(self, maxsize=0, *, ctx=None):
        super().__init__(maxsize)
        self._unfinished, self._changed = Semaphore(0), Condition()

    def _shared(self):
        return (*super()._shared(), self._unfinished, self._changed)

    @classmethod
    def _over(cls, messages, room, maxsize, unfinished, changed):
        queue = super()._over(messages, room, maxsize)
        queue._unfinished, queue._changed = unfinished, changed
        return queue

    def put(self, obj, block=True, timeout=None):
        with self._changed:
            super().put(obj, block, timeout)
            self._unfinished.release()

    def task_done(self):
        with self._changed:
            if not self._unfinished.acquire(False):
                raise ValueError("task_done() called too many times")
            if self._unfinished.get_value() == 0:
                self._changed.notify_all()

    def join(self):
        with self._changed:
            while self._unfinished.get_value() > 0:
                self._changed.wait()
